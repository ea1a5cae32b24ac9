# 全ゲーム共通の文（engine/text.py、engine/phrases.py）

seat = 席{ $seat }
card = { $card }

not-a-move = 「{ $text }」はこのゲームの手ではありません
not-your-turn = あなたの手番ではありません
game-over = ゲームはもう終わっています
not-now = 今はできません（{ $phase }）
not-in-hand = { $card }は手札にありません
cannot-go = { $card }は出せません。{ $why }
must-follow = { $suit }をフォロー：{ $cards }
more-cards = ほか{ $count }枚

trick-of = トリック { $trick }/{ $tricks }
game-ended = ゲーム終了
play-any = リードです。好きなカードを出してください
cannot-follow = { $suit }がないので、好きなカードを出せます
follow = { $suit }をフォローしてください（出せる札{ $count }枚）

played = { $seat } が{ $card }を出しました
led = { $seat } が{ $card }をリードしました
trick-won = { $seat } がトリックを取りました
round-points = 第{ $round }{ word-round }：{ $seat } は{ $points }点
only-card = まだこの1枚だけ
highest = { $suit }でいちばん大きい
line = { $parts }
tricks-won = { $count }トリック獲得
cards-in-hand = 手札{ $count }枚

yes = あり
no = なし
