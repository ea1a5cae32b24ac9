# 最善

saizen-spades = スペード
saizen-hearts = ハート
saizen-diamonds = ダイヤ
saizen-clubs = クラブ

saizen-title = 最善
saizen-pitch = 勝てるなら勝たなければなりませんが、スートごとのルールは書き換えられます。
saizen-short = 勝てるなら勝つ。ルールは書き換わる
saizen-designer = deztec

saizen-option-jokers = ジョーカー
saizen-no-joker = なし
saizen-one-joker = 1枚
saizen-two-jokers = 2枚
saizen-option-start-rules = 開始時のルール
saizen-start-printed = 全スート共通
saizen-start-random = スートと項目ごとに抽選
saizen-option-equals = 「後／先」で比べるカード
saizen-equals-followers = ジョーカー同士だけ
saizen-equals-any-suit = スートを問わず同じ数字

saizen-side-high = 大
saizen-side-low = 小
saizen-side-later = 後
saizen-side-earlier = 先
saizen-side-ignore = 無視
saizen-side-playoff = 決勝
saizen-side-must-follow = マストフォロー
saizen-side-may-follow = メイフォロー
saizen-side-must-win = 必勝
saizen-side-free = 自由
saizen-chip = { $old }→{ $new }
saizen-chip-idle = { $old }→{ $new }（効果なし）
saizen-chip-rule = { $old }→{ $new }：{ $effect }
saizen-effect-high = { $suit }のリードでは、Kが最強、Aが最弱
saizen-effect-low = { $suit }のリードでは、Aが最強、Kが最弱
saizen-effect-later = { $suit }のリードでは、同じ強さなら後に出したほうの勝ち
saizen-effect-earlier = { $suit }のリードでは、同じ強さなら先に出したほうの勝ち
saizen-effect-ignore = { $suit }のリードでは、同じ数字が並んでも何も起こらない
saizen-effect-playoff = { $suit }のリードでは、同じ数字が出たら、出した人たちだけで決勝戦
saizen-effect-must-follow = { $suit }のリードでは、{ $suit }があれば必ず出す
saizen-effect-may-follow = { $suit }のリードでは、何を出してもよい
saizen-effect-must-win = { $suit }のリードでは、勝てるなら必ず勝つ
saizen-effect-free = { $suit }のリードでは、勝たなくてもよい
saizen-no-equals = ジョーカーが2枚ないうちは、何も変わりません
saizen-equals-play-off = { $suit }が「決勝」の間は、何も変わりません
saizen-moved = { $side }（変更済み）
saizen-rule-card = { $suit }：{ $sides }

saizen-setting = チップの移動
saizen-trick = トリック { $trick }
saizen-playing-off = トリック { $trick } · 決勝戦 { $playoff }
saizen-led-suit = リード：{ $suit }
saizen-ahead = 今のトップ：{ $seat }
saizen-match = 最も強い組：{ $rank }
saizen-in-playoff = 決勝戦：{ $seats }
saizen-plays-off = 決勝戦に参加中
saizen-seen-before = 判明している手札：{ $cards }
saizen-suit-ranks = { $suit } { $ranks }

saizen-ask-chip = チップを1個動かすスートを選ぶか、パスしてください
saizen-ask-row = { $suit }で変えるルールは？（1回限り）
saizen-ask-suit = ジョーカーをどのスートとしてリードしますか？
saizen-play-freely = 好きなカードを出してください
saizen-pass = パス

saizen-chip-moved = このチップはもう動いています
saizen-name-suit = { $card }をどのスートとしてリードするか、選んでください
saizen-names-leading = ジョーカーのスートを宣言するのは、リードするときだけです
saizen-must-follow-joker = { $suit }をフォローしなければなりません（ジョーカーはすべてのスートをフォローします）：{ $cards }
saizen-must-win = 勝てるので勝たなければなりません：{ $cards }
saizen-must-match = 決勝戦なしでは勝てないので、同じ数字のカードを出さなければなりません：{ $cards }
saizen-must-outmatch = もっと強い組を作れるので、作らなければなりません：{ $cards }
saizen-must-join = 最も強い組に加わらなければなりません：{ $cards }

saizen-why-high = 最も大きい：{ $card }
saizen-why-low = 最も小さい：{ $card }
saizen-why-high-among = { $suit }の中で最も大きい：{ $card }
saizen-why-low-among = { $suit }の中で最も小さい：{ $card }
saizen-why-later = 同じ強さなら後出し勝ち：{ $card }
saizen-why-earlier = 同じ強さなら先出し勝ち：{ $card }
saizen-why-joker = ジョーカーが最強
saizen-why-matched = { $rank }がバッティングして決勝戦
saizen-why-alone = { $rank }がバッティング、手札が残っているのは1人だけ
saizen-why-nobody = { $rank }が同数で、決勝戦に出せる札が誰にもない
saizen-play-off = 決勝戦：{ $said }
saizen-goal = { $count }トリック獲得（ラウンド終了時に+{ $count }点）

saizen-chip-turned = { $seat } が{ $suit }のチップを動かしました：「{ $before }」→「{ $side }」
saizen-chip-short = { $seat }：{ $suit }「{ $side }」
saizen-passes = { $seat } はパスしました
saizen-led-joker = { $seat } が{ $card }を{ $suit }としてリードしました
saizen-joker-as = { $card }（{ $suit }）
saizen-matched = { $rank }がバッティングしたので決勝戦です：{ $seats }
saizen-out-of-cards = { $seat } は決勝戦に出すカードがありません
saizen-nobody-wins = 誰もトリックを取れませんでした
saizen-sets-passed = 全員が出したカードを手元に戻し、手札一式を右隣に渡しました

saizen-told-play-offs = 第{ $round }ラウンドに決勝戦が{ $count }回続いたトリックがあり、{ $seat } が取りました
saizen-told-ahead-from = 最終ラウンドの第{ $trick }トリックから、{ $seat } が首位を守りました

saizen-hint-chip = チップを動かすと、そのスートのルールが1つ、ゲームの終わりまで変わります。戻すことはできません。
saizen-hint-passed = 今の手札は、前のラウンドの{ $giver }の一式です。自分の一式は{ $taker }に渡りました。
saizen-hint-lead = リードするスートで、このトリックのルールが決まります。スートごとのルールは図で確かめましょう。
saizen-hint-follow = このトリックのルールは{ $rules }

saizen-advice-will-win = { $cards }なら、このトリックに必ず勝ちます。
saizen-advice-only-will-win = 必ず勝つのは{ $cards }だけで、ほかは負けます。
saizen-advice-only-will-lose = 必ず負けるのは{ $cards }だけで、ほかは勝ちます。
saizen-advice-enough = 必ず勝つには、{ $card }で十分です。
saizen-advice-beaten-by-many = { $card }なら今は勝ちますが、まだ出うる{ $count }枚に負けます。
saizen-advice-beaten = { $card }なら今は勝ち、負ける相手は{ $beaters }だけです。
saizen-advice-beaten-or-equal = { $card }なら今は勝ち、負ける相手は{ $beaters }か決勝戦の同数だけです。
saizen-advice-equal = { $card }なら今は勝ち、負ける相手は決勝戦の同数だけです。
saizen-advice-known = { $card }は負けます。{ $seat } は{ $cards }を持ち、勝たなければなりません。
saizen-advice-match = { $cards }なら、今のところ決勝戦に進めます。
saizen-advice-none-will-win = どのカードを出しても、このトリックには勝てません。
saizen-advice-none-would-win = 出せるカードの中に、今勝てるものはありません。
saizen-advice-will-lose = { $cards }では必ず負けます。
saizen-advice-weak = 最弱は{ $card }。同じスートでもっと強い札は残り{ $count }枚です。
saizen-advice-lead-wins = 今リードすれば、{ $cards }は必ず勝ちます。
saizen-advice-lead-beaten-by-many = 今{ $card }をリードすると、まだ出うる{ $count }枚に負けます。
saizen-advice-lead-beaten = 今{ $card }をリードすれば、負ける相手は{ $beaters }だけです。
saizen-advice-lead-beaten-or-equal = 今{ $card }をリードすれば、負ける相手は{ $beaters }か決勝戦の同数だけです。
saizen-advice-lead-equal = 今{ $card }をリードすれば、負ける相手は決勝戦の同数だけです。
saizen-advice-lead-loses = 今{ $cards }をリードすると、必ず誰かに負けます。
saizen-advice-last-trick = このラウンド最後のトリックです。勝った人が次のラウンドもリードします。
saizen-advice-gain = { $suit }が「{ $side }」なら、手札の{ $cards }が最強です。
saizen-advice-keep = 今のままなら、{ $suit }の最強は手札の{ $cards }です。
saizen-advice-no-gain = どのスートの「大」「小」を替えても、手札にある最強の札は増えません。
saizen-advice-no-suit = { $suit }がないので、「無視」の間は{ $suit }のトリックに勝てません。

saizen-lesson-suit = トリックを取るゲームです。スートごとに5つのルールがあり、ラウンドの初めに1人1つ変えられます。{ $suit }にしましょう。
saizen-lesson-suit-why = 今は役に立たない、いちばん小さいカードがあります。
saizen-lesson-row = 「大」を「小」に変えます。これからは、{ $suit }のリードで最も小さい{ $suit }が勝ちます。
saizen-lesson-row-why = 1と数えるAが、リードすれば必ず勝つようになります。
saizen-lesson-must = { $seat } のリードは{ $suit }で、最初のルールのままです。フォローし、大きいほうが勝ち、勝てるなら必ず勝ちます。
saizen-lesson-must-why = 勝てるカードなので、出さなければなりません。
saizen-lesson-lead = トリック1つが1点で、勝った人が次をリードします。{ $card }は{ $suit }の最小なので、もう誰にも負けません。
saizen-lesson-lead-why = 必ず勝ちます。勝てるのはリードのスートだけです。
saizen-lesson-free = { $seat } のリードは{ $suit }で、今はフォロー不要です。{ $best }には勝てないので、何を出しても構いません。{ $card }にしましょう。
saizen-lesson-free-why = 小さいほうが勝つスートのKは、まず勝てません。
saizen-lesson-equal = 今の{ $suit }は「決勝」です。スートが違っても、10の2人だけで争います。{ $king }は残して{ $card }を出しましょう。
saizen-lesson-equal-why = Kを出しても、このトリックには勝てません。
saizen-lesson-end = 2人が1枚ずつ出し、{ $seat } の勝ちでした。誰かの手札がなくなるまで進めると、あなたは7点です。
saizen-lesson-end-pass = 3ラウンドを行います。次のラウンドの前に全部のカードを右隣に渡し、またルールを1つ変えられます。
