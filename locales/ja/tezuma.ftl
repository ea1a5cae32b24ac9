# てづまトリックと手妻師

tezuma-butterfly = 蝶
tezuma-umbrella = 傘
tezuma-fan = 扇子
tezuma-mask = 仮面
tezuma-water = 水
tezuma-rings = 輪{ "\u2060" }っ{ "\u2060" }か

tezuma-trick-title = てづまトリック
tezuma-trick-pitch = ビッド、ペインスート、そしてルールを破る手妻をドラフトで選びます。
tezuma-trick-short = ビッドと手妻を選んで、ルールを破る
tezumashi-title = 手妻師
tezumashi-pitch = 得点表と手妻をドラフトして、狙った数だけトリックを取るゲーム（てづまトリックの初版）
tezumashi-short = てづまトリックの初版。得点表と6つの手妻
tezuma-designer = 折口日向

tezuma-sword-walking = 刃渡り
tezuma-water-trick = 水芸
tezuma-baby-chicks = ヒヨコ
tezuma-pail-dance = 緒小桶の曲
tezuma-horse-swallowing = 呑馬術
tezuma-butterfly-dance = 浮かれた蝶
tezuma-linking-rings = 金輪の曲
tezuma-cup-and-ball = お椀と玉
tezuma-many-umbrellas = 万倍傘
tezuma-fire-breathing = 火吹きの術
tezuma-paper-egg = 紙卵
tezuma-five-color-sand = 五色の砂

tezuma-sword-walking-effect = 有効な切り札同士でも同じ値でも、後から出して勝ちます
tezuma-water-trick-effect = このトリックでは、どの切り札も有効になりません
tezuma-baby-chicks-effect = 誰が勝っても、次は自分がリードします
tezuma-pail-dance-effect = 誰が勝っても、次は左隣の人がリードします
tezuma-horse-swallowing-effect = 出したカードの値が2増えます
tezuma-butterfly-dance-effect = フォローした切り札も有効です（リード不可）
tezuma-linking-rings-effect = フォローしなくて構いません（リード不可）
tezuma-cup-and-ball-effect = 何を出してもフォローした扱いになります（リード不可）
tezuma-many-umbrellas-effect = 出した4か5の値が2倍になります
tezuma-fire-breathing-effect = 同じスートの数字カード2枚を合計の値で出し、小さいほうは手札に戻ります
tezuma-paper-egg-effect = このトリックでは最後に出します（リード不可）
tezuma-five-color-sand-effect = カードを出さずにトリックに勝ちます

tezuma-option-redraw = ビッドと能力
tezuma-kept = ゲーム中は固定
tezuma-redrawn = 毎ラウンド引き直し
tezuma-option-bids = 得点表カード
tezuma-option-abilities = 能力カード
tezuma-recommended = 初めてのゲーム向け
tezuma-random = ランダム
tezuma-without = なし

tezuma-pain-suit = { word-pain }
tezuma-bid-card = { word-bid }（トリック数:点）
tezuma-ability-card = 能力

tezuma-drafting = ドラフト { $turn }/{ $turns }
tezuma-ask-take = { $kinds }を1枚取ってください
tezuma-ask-with = { $ability }：どのカードと使いますか？
tezuma-ask-lower = { $ability }：あとで手札に戻る小さいほうを選んでください
tezuma-ask-higher = { $ability }：{ $card }と一緒に出す大きいほうを選んでください

tezuma-ask-sand = { $ability }で、カードを出さずにこのトリックを取りますか？ 使えるのは1{ word-round }に1回です

tezuma-pain-tab = { word-pain }
tezuma-bid-tab = { word-bid }
tezuma-ability-tab = 能力
tezuma-pain-label = { $suit }
tezuma-bid-label = { $letter }
tezuma-uses-left = { $ability }（残り{ $uses }回）

tezuma-open-pains = 残りの{ word-pain }：{ $suits }
tezuma-open-bids = 残りの{ word-bid }（トリック数:点）：{ $bids }
tezuma-open-bid = { $letter }{ "\u2060" }［{ $table }］
tezuma-open-ability = { $ability }（{ $uses }回）：{ $effect }
tezuma-ability-rule = { $ability }：{ $effect }
tezuma-led-suit = リードのスート：{ $suit }
tezuma-leads-any = { $seat } が好きなカードを出し、リードのスートを決めます
tezuma-plays-last = このトリックは { $seat } が最後に出します
tezuma-no-active = このトリックでは切り札は有効になりません
tezuma-next-leader = 次のトリックは { $seat } がリードします

tezuma-seat-pain = { word-pain }：{ $suit }
tezuma-seat-bid = { word-bid } { $table }

tezuma-took-pain = { $seat } が{ word-pain }（{ $suit }）を取りました
tezuma-took-bid = { $seat } が{ word-bid }（{ $table }）を取りました
tezuma-took-ability = { $seat } が{ $ability }を取りました
tezuma-with = { $cards }＋{ $ability }
tezuma-played-with = { $seat } が{ $ability }を使い、{ $cards }を出しました
tezuma-deferred = { $seat } が{ $ability }を使い、最後に出します
tezuma-sanded = { $seat } が{ $ability }を使い、カードを出さずに勝ちます
tezuma-returned = { $card }は { $seat } の手札に戻りました

tezuma-has-pain = { word-pain }はもう取っています
tezuma-has-bid = { word-bid }はもう取っています
tezuma-has-ability = 能力はもう取っています
tezuma-not-shown = 今回は使いません
tezuma-taken = { $seat } がもう取っています
tezuma-cannot-use = { $ability }：{ $why }
tezuma-cannot-go-with = { $card }は{ $ability }と出せません。{ $why }
tezuma-not-yours = その能力を持っていません
tezuma-no-uses = もう使い切りました
tezuma-one-a-trick = 能力は1トリックに1回までです
tezuma-not-for-leader = リードでは使えません
tezuma-only-trump = 切り札を出すときだけ使えます
tezuma-only-4-5 = 4か5を出すときだけ使えます
tezuma-only-pair = 同じスートの数字カードが2枚必要です

tezuma-why-tie = { $ability }により同じ値でも勝ち
tezuma-why-first = 同じ値（{ $value }）では先に出したほうの勝ち
tezuma-why-first-trump = 有効な切り札のうち最初の1枚
tezuma-why-trump = 切り札{ $card }
tezuma-why-ability-trump = { $ability }で有効な切り札{ $card }
tezuma-why-worth = { $ability }で{ $value }扱い
tezuma-why-zero = 切り札（0）に勝つ{ $suit }の数字がない
tezuma-why-idle = { $suit }でいちばん大きい（{ $ability }でどの切り札も無効）
tezuma-why-no-zero = { $suit }でいちばん大きい（フォローした切り札は0）
tezuma-why-made-zero = { $suit }でいちばん大きい（{ $ability }で切り札は0）
tezuma-why-sand = { $ability }でカードなしの勝ち
tezuma-why-and-next = { $why }、{ $ability }で次は { $seat } がリード
tezuma-goal-bid = { word-bid } { $table }／今{ $count }トリック＝{ $points }{ "\u2060" }点
tezuma-goal-tricks = { word-bid } { $table }／今{ $count }トリック
tezuma-goal-pain = { word-pain-short }{ $suit }{ "\u00A0" }{ $count }{ "\u2060" }枚

tezuma-score-bid = { $count }トリック（{ word-bid } { $table }）
tezuma-score-pain = { word-pain-suit }{ $suit } { $count }枚
tezuma-score-floor = { $bid }{ "\u00A0" }→{ "\u00A0" }{ $points } · { $pain }{ "\u00A0" }→{ "\u00A0" }{ $total }（0点扱い）

tezuma-told-bid = 第{ $round }{ word-round }の最後のトリックで { $seat } の{ word-bid }が決まりました：{ $count }トリックで{ $points }点

tezuma-hint-pain = { word-pain-suit }を獲得すると、1枚につき1点減ります。
tezuma-hint-bid = 「4:8」は、ちょうど4トリック取ると8点という意味です。
tezuma-hint-play = 切り札はフォローできなければ最強、ほかは0です。
tezuma-hint-ability = 能力を使うなら、カードより先に選びます。

tezuma-advice-will-win = { $cards }なら、このトリックに必ず勝ちます。
tezuma-advice-would-win = { $cards }なら、今は勝ちます。
tezuma-advice-would-not-win = { $cards }では、今は勝てません。
tezuma-advice-will-lose = { $cards }では、能力を使わないとこのトリックに勝てません。
tezuma-advice-all-will-win = どのカードを出しても、このトリックに必ず勝ちます。
tezuma-advice-all-would-win = どのカードを出しても、今は勝ちます。
tezuma-advice-none-would-win = カードだけで今勝てるものはありません。
tezuma-advice-none-will-win = どのカードを出しても、このトリックには勝てません。
tezuma-advice-split-sure = { $winners }なら必ず勝ち、{ $losers }なら必ず負けます。
tezuma-advice-split-now = { $winners }なら今は勝ち、{ $losers }では勝てません。
tezuma-advice-only-will-win = 必ず勝つのは{ $cards }だけで、ほかは負けます。
tezuma-advice-only-would-win = 今勝てるのは{ $cards }だけです。
tezuma-advice-only-will-lose = 必ず負けるのは{ $cards }だけで、ほかは勝ちます。
tezuma-advice-only-would-not-win = { $cards }以外なら、今は勝ちます。
tezuma-advice-beaten = このあと{ $beaters }が出ると、{ $card }は負けます。
tezuma-advice-beaten-or-trump = { $card }は、{ $beaters }か有効な切り札が出ると負けます。
tezuma-advice-trump-only = { $cards }より大きい数字はもうありません。負けるのは有効な切り札だけです。
tezuma-advice-ability-only = { $card }に勝てるのは、{ $seat } の{ $ability }だけです。
tezuma-advice-abilities-only = { $card }に勝てるのは、ほかの人の能力だけです。
tezuma-advice-low = 負けたいなら{ $card }：残る{ $suit }の数字{ $out }枚のうち{ $count }枚がこれより上です。
tezuma-advice-void = { $seat } は{ $suits }がなく、切り札で勝つかもしれません。
tezuma-advice-with = { $ability }を使えば、{ $cards }で今は勝てます。
tezuma-advice-with-loses = { $ability }を使えば、{ $cards }でも今は勝ちません。
tezuma-advice-sand = このトリックに勝てるのは{ $ability }だけです。
tezuma-advice-dead = { word-bid }の点はもう付かず、{ word-pain-suit }を取っても減りません。
tezuma-advice-bid = { word-bid }：このトリックを取れば最大{ $win }点、取らなければ最大{ $lose }点です。
tezuma-advice-winning-ruins = ここで勝つと{ word-bid }は0点、負ければ最大{ $points }点です。
tezuma-advice-losing-ruins = ここで負けると{ word-bid }は0点、勝てば最大{ $points }点です。
tezuma-advice-last-trick = 最後のトリックです。勝てば{ word-bid }は{ $win }点、負ければ{ $lose }点です。
tezuma-advice-last-same = 最後のトリックです。勝っても負けても{ word-bid }は{ $points }点です。
tezuma-advice-more = 残り{ $left }トリック中あと{ $count }つ取れば、{ word-bid }は{ $points }点です。
tezuma-advice-have = { word-bid }は今{ $points }点で、これ以上は増えません。
tezuma-advice-pain = もう{ word-pain-suit }の{ $suit }が{ $count }枚出ています。
tezuma-advice-dump = 今{ $cards }を出せば、{ word-pain-suit }はほかの人が取ります。
tezuma-advice-shed = もうトリックは不要です。今は勝てないカードでいちばん大きい{ $card }を捨てられます。
tezuma-advice-strength = 平均は{ $share }トリック。手札は{ $rank }以上が{ $high }枚中{ $own }枚、切り札が{ $all }枚中{ $trumps }枚。
tezuma-advice-high = 勝ちやすい{ $rank }以上は、{ $counts }です。
tezuma-suit-count = { $suit }{ $count }枚
tezuma-advice-no-suit = { $suit }がないので、リードされたら切り札{ $trumps }枚が有効です。
tezuma-advice-one-suit = { $suit }は1枚だけなので、なくなればほかの切り札{ $trumps }枚が有効です。
tezuma-advice-fits = { $ability }は、手札{ $hand }枚のうち{ $count }枚と使えます。

tezuma-lesson-pain = まず{ word-pain }を選びます。獲得したそのスートは、切り札も1枚につき1点減ります。小さい数だけの{ $suit }が安全です。
tezuma-lesson-pain-why = { $suit }は小さい数しかないので、ほかの人が取ってくれます。
tezuma-lesson-bid = 次は{ word-bid }で、トリック数に応じて点になります。{ $bid }は、ちょうど3トリックで8点です。
tezuma-lesson-bid-open = 次は{ word-bid }で、0、1、2…トリックの点です。{ $bid }なら、ちょうど3トリックで8点です。
tezuma-lesson-bid-why = この手札なら、3トリックくらい取れそうです。
tezuma-lesson-ability = 最後は能力です。{ word-round }に数回ルールを破れますが、別のレッスンで扱うので{ $ability }を取りましょう。
tezuma-lesson-ability-why = 今回は使いません。
tezuma-lesson-follow = { $seat } のリードは{ $suit }で、フォローが必要です。リードのスートの最大が勝つので、{ $card }で勝てます。
tezuma-lesson-follow-why = { $best }に勝てるのはこれだけです。
tezuma-lesson-duck = 次は自分が好きなカードでリードします。{ word-pain }の{ $suit }を、勝てない{ $card }で手放しましょう。
tezuma-lesson-duck-why = { word-pain }は、ほかの人に取ってもらいましょう。
tezuma-lesson-trump = { $suit }がないので、何でも出せます。このとき切り札Tは有効になり、どの数字にも勝ちます。
tezuma-lesson-trump-why = ここで勝てるのは有効な切り札だけです。
tezuma-lesson-idle = 同じ強さなら先に出したほうが勝ちます。でもリードやフォローの切り札はただの0です。{ $card }を出しましょう。
tezuma-lesson-idle-why = フォローなら0なので負けますし、数字を残せます。
tezuma-lesson-exact = 残り2トリックで、今は2トリックの5点です。3トリック目で8点になります。{ $card }で勝てます。
tezuma-lesson-exact-why = { $best }に勝って、狙いどおりの数になります。
tezuma-lesson-end = ちょうど3トリックで8点です。{ word-pain }の{ $suit }を1枚獲得したので、1点減ります。
tezuma-lesson-end-floor = { word-round }の点は0点より下がりません。人数分の{ word-round }で、合計点が高い人の勝ちです。

tezuma-abilities-title = てづまトリック：能力
tezuma-abilities-take = 能力は、{ word-round }に数回だけルールを1つ破れます。{ $ability }なら、フォローしなくて構いません。
tezuma-abilities-take-why = このレッスンで使ってみます。
tezuma-abilities-use = { $seat } のリードは{ $suit }ですが、手札は小さい数だけです。能力はルールより強いので、先に{ $ability }を選びます。
tezuma-abilities-use-why = 能力なしでは、このトリックに負けます。
tezuma-abilities-card = 続けてカードを選びます。フォローしない切り札は有効なので、{ $card }で勝てます。
tezuma-abilities-card-why = { $best }に勝てるのは、有効な切り札だけです。
tezuma-abilities-lead = 残りは1回で、この能力はリードでは使えません。{ $card }でリードしましょう。
tezuma-abilities-lead-why = { $suit }でいちばん大きい数です。
tezuma-abilities-water = { $horse }で{ $card }が10になりました。今度は{ $water }で切り札が有効になりません。切り札は残しましょう。
tezuma-abilities-water-why = 勝てないので、{ word-pain }の{ $suit }を手放しましょう。
tezuma-abilities-again = 能力は負けるためにも使えます。このままでは{ $card }で勝ちそうなので、もう一度{ $ability }を使います。
tezuma-abilities-again-why = 使えば、{ $card }を出さずに済みます。
tezuma-abilities-give = フォローしない数字は勝てません。{ word-pain }の{ $suit }をもう1枚手放しましょう。
tezuma-abilities-give-why = ほかの人がそれを獲得することになります。
tezuma-abilities-end = 2回とも使い切りました。次の{ word-round }はまたドラフトからです。能力は1人1トリックに1回まで、自分の番に使います。
tezuma-abilities-end-buttons = 能力は12種類あります。効果はボタンの横に書かれ、そのトリックだけ続きます。
