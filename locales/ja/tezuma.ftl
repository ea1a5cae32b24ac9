# てづまトリックと手妻師

tezuma-butterfly = 蝶
tezuma-umbrella = 傘
tezuma-fan = 扇子
tezuma-mask = 仮面
tezuma-water = 水
tezuma-rings = 輪{ "\u2060" }っ{ "\u2060" }か

tezuma-trick-title = てづまトリック
tezuma-trick-pitch = ビッド、ペインスート、そしてルールを破る手妻をドラフトで選びます。
tezumashi-title = 手妻師
tezumashi-pitch = てづまトリックの初版です。表裏で12種類の手妻があり、得点表では、ほぼどのトリック数にも点が付きます。
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
tezuma-kept = 全ラウンド同じ
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
tezuma-ask-take = 1枚取ってください：{ $kinds }
tezuma-ask-with = { $ability }：どのカードと使いますか？
tezuma-ask-lower = { $ability }：手札に戻る小さいほうのカードはどれですか？
tezuma-ask-higher = { $ability }：{ $card }と一緒に出す大きいほうのカードはどれですか？

tezuma-ask-sand = { $ability }で、カードを出さずにこのトリックを取りますか？ 使えるのは1{ word-round }に1回です

tezuma-pain-tab = { word-pain }
tezuma-bid-tab = { word-bid }
tezuma-ability-tab = 能力
tezuma-pain-label = { word-pain }：{ $suit }
tezuma-bid-label = { word-bid }{ $letter } { $table }
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
tezuma-why-worth = { $ability }で値は{ $value }
tezuma-why-zero = 切り札（0）に勝つ{ $suit }の数字がない
tezuma-why-idle = { $suit }の最大（{ $ability }でどの切り札も無効）
tezuma-why-no-zero = { $suit }の最大（フォローした切り札は0）
tezuma-why-made-zero = { $suit }の最大（{ $ability }で切り札は0）
tezuma-why-sand = { $ability }でカードなしの勝ち
tezuma-why-and-next = { $why }、{ $ability }で次は { $seat } がリード
tezuma-goal-bid = { word-bid } { $table }：{ $count }トリックで{ $points }{ "\u2060" }点
tezuma-goal-pain = { word-pain-short }{ $suit }{ "\u00A0" }{ $count }{ "\u2060" }枚

tezuma-score-bid = { $count }トリック（{ word-bid } { $table }）
tezuma-score-pain = { word-pain-suit }{ $suit } { $count }枚
tezuma-score-floor = { $bid }{ "\u00A0" }→{ "\u00A0" }{ $points } · { $pain }{ "\u00A0" }→{ "\u00A0" }{ $total }（0点扱い）

tezuma-told-bid = 第{ $round }{ word-round }の最後のトリックで { $seat } の{ word-bid }が決まりました：{ $count }トリックで{ $points }点

tezuma-hint-pain = { word-pain-suit }を獲得すると、1枚につき1点減ります。
tezuma-hint-bid = 「4:8」は、ちょうど4トリック取ると8点という意味です。
tezuma-hint-play = 切り札はフォローできなければ最強、ほかは0です。
tezuma-hint-ability = 能力を使うなら、カードより先に選びます。
