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

told-led = { $who } は最初の{ word-round }から一度も首位を譲りませんでした
told-led-from = { $who } は第{ $round }{ word-round }で首位に立ち、そのまま逃げ切りました
told-last-round = { $who } が最終{ word-round }で{ $points }点差をひっくり返しました
told-from-last = { $who } は第{ $round }{ word-round }終了時に最下位でしたが、逆転しました
told-won-by = 1位と2位の差は{ $points }点でした
told-best-round = 最高得点の{ word-round }：第{ $round }{ word-round }の { $seat }、{ $points }点
told-level = 最後は{ $points }点で並びました：{ $who }
told-tricks-in-a-row = { $seat } は第{ $round }{ word-round }で{ $count }トリック連続で取りました
told-last-trick = 最後のトリックが勝負を決めました：{ $seat } に{ $points }点

lesson-try = { $choice }を選びましょう。{ $why }
