# テノス・スクエア

square-spade = スペード
square-heart = ハート
square-cross = クロス
square-leaf = リーフ
square-club = クラブ
square-diamond = ダイヤ

tennos-square-title = テノス・スクエア
tennos-square-spellings = テノスクエア, テノス・スクウェア
tennos-square-pitch = 裏向きの列を、左から小さい順になるように、誰よりも早くすべて表にしましょう。
tennos-square-short = 列を小さい順に開いていく
square-designer = ゆうりさま
square-split = スプリットパートナーシップ
square-split-about = 最後に、左隣の人の点も自分の点に足します。

square-discarding = 全員が場に1枚ずつ出します
square-starts-left = { $seat } から開始（ディーラーの左隣）
square-starts-lowest = { $seat } から開始（合計点が最も低い）
square-starts-tied = { $seat } から開始（最も低い合計点の人のうち、ディーラーの左から最初）
square-to-left = 次は { $seat }（{ $slot }番に置いた { $last } の左隣）
square-to-right = 次は { $seat }（{ $slot }番に置いた { $last } の右隣）
square-to-partner = 次は { $seat }（{ $slot }番に置いた { $last } のパートナー）
square-again = もう一度 { $seat }（{ $slot }番に置いたため）
square-exchanged = { $seat } は交換を終え、取ったカードをプレイします

square-ask-discard = 2枚を手札に残します。場に出す1枚を選んでください
square-ask-turn = 裏向きの場所に置くカードを選んでください。先に交換もできます
square-ask-play = カードを選び、裏向きの場所に置いてください
square-ask-slot = { $card }をどの場所に置きますか？
square-ask-take = 手札の{ $cards }を場に出して、1枚取ります。どれを取りますか？

square-laid = { $seat } がカードを出しました
square-had-laid = { $seat } が{ $card }を場に出しました
square-played = { $seat } が{ $card }を{ $slot }番に置き、そこのカードを取りました
square-took = { $seat } が{ $given }を{ $card }と交換しました
square-kept = { $seat } が交換で{ $given }を場に置き、{ $card }は手元に戻しました
square-took-stock = { $seat } が{ $given }を山札の一番上と交換しました
square-deals = 第{ $round }ディール：ディーラーは { $seat }
square-complete = { $seat } が列をすべて表にしたので、ディール終了です

square-face-up = { $slot }番はもう表向きです。裏向きは{ $others }番です
square-no-slot = 列は{ $slots }番までです
square-not-in-market = { $card }は場にありません
square-needs-two = カードを置く前、手札が2枚のときだけ交換できます

square-exchange = 交換
square-lay = { $card }を場に出す
square-exchange-keep = 2枚を出して{ $card }を取り戻す
square-exchange-for = 2枚を交換して{ $card }を取る
square-on-slot = { $slot }番に{ $card }
square-stock = 山札の一番上
square-slot = { $slot }番
square-slot-next = { $slot }番→{ $seat }
square-slot-again = { $slot }番→自分
square-slot-ends = { $slot }番、これでディール終了
square-dealer = ディーラー：{ $seat }
square-market = 場：{ $cards }、または山札の一番上（残り{ $stock }枚）
square-only-stock = 場：まだカードがありません（山札{ $stock }枚）
square-face-down-left = 裏向きの残り：{ $rows }
square-row-left = { $seat } { $count }枚
square-has-laid = カードを出しました
square-row = 列［{ $row }］
square-row-worth = 列［{ $row }］現在{ $points }点
square-holds-seen = 手札は{ $card }
square-team = { $seat } とのチームの合計{ $points }点（終わったディールまで）
square-split-total = 左隣の { $seat } との合計{ $points }点（終わったディールまで）
square-goal = 自分の列は裏向きあと{ $down }枚
square-goal-worth = 自分の列は今{ $points }点（裏向きあと{ $down }枚）
square-score-first = 早上がり
square-run-at-least = 自分の列に{ $length }枚以上の並びができた
square-turned-first = 自分が最初に列をすべて表にした
square-score-run = { $length }枚の並び：{ $cards }

square-told-run = { $seat } は第{ $round }ディールで{ $length }枚の並びを作りました：{ $points }点
square-told-turns = { $seat } は第{ $round }ディールで{ $count }手番続けてプレイしました
square-told-tie = 合計は同点、最後のディールを早上がりした { $seat } のチームの勝ち

square-hint-discard = 出したカードは誰でも交換で取れます。小さいカードと大きいカードを1枚ずつ残しましょう。
square-hint-turn = 昇順の並びは枚数の2乗が点になります。小さいカードは左、大きいカードは右へ。置いた場所で次の手番が決まります。

square-slots = { $slots }番
square-near-slot = { $card }は{ $slot }番あたり
square-advice-spread = 均等に並べる目安：{ $places }。
square-advice-equal = { $cards }は同じ数なので、隣に並べれば並びになります。
square-advice-may-take = 最初の手番は { $seat } で、あなたが出したカードを取ることもできます。
square-advice-ends = 次のプレイでディールが終わります。{ $card }なら列は{ $points }点、早上がりが{ $bonus }点です。
square-advice-ends-alike = 次のプレイでディールが終わります。どちらを置いても列は{ $points }点、早上がりが{ $bonus }点です。
square-advice-ends-less = { $card }なら列は{ $points }点にしかなりません。
square-advice-ends-market = 場の{ $card }を取れば、列は{ $points }点になります。
square-advice-finishes = { $slots }に置くともう一度自分の番になり、ディールを終わらせます（早上がり{ $bonus }点）。
square-advice-passes = { $slots }に置くと次は { $seat } の番で、その最後の1枚でディールが終わります。
square-advice-fits = { $card }がいちばん合うのは{ $slots }で、置いた時点の列は{ $points }点です。
square-advice-plays-again = { $card }を{ $slots }に置けば、続けて自分の番です。
square-advice-fits-nowhere = 合うカードがありません。{ $card }を{ $slots }に置くのがいちばんましで、列は{ $points }点になります。
square-advice-market-fits = 交換すれば、列に合うカード（{ $cards }）を1枚取れます。
square-advice-market-lacks = 場の表向きのカードにも、列に合うものはありません。

square-coach-market = ここで出すカードは場に並び、誰でも交換で取れます。
square-coach-next = 置く場所によって、次の手番の人が決まります。誰の番になるかは場所のボタンに出ます。
square-coach-exchange = 置く前に交換もできます。手札を2枚とも場に出して1枚取り、それを置きます。
square-coach-equal = { $card }は列の{ $other }と同じ数です。同じ数が続いても、並びは途切れません。
square-coach-run = 並びの点は枚数の2乗です。前より小さいカードが来ると、そこで区切られます。
square-coach-end = { $seat } は裏向きがあと1枚です。最初に列をすべて表にした人に{ $bonus }点が入り、ディール終了です。
square-lesson-discard = 左から小さい順に9枚並べるゲームです。小さいカードと大きいカードを残し、{ $card }を場に出しましょう。
square-lesson-discard-why = いちばん小さいカードと大きいカードは、置き場所に迷いません。
square-lesson-card = 列の9枚は裏向きで、数は誰も知りません。手札と1枚ずつ入れ替えていきます。いちばん小さいAから始めましょう。
square-lesson-card-why = Aは最も小さいので、置く場所が決まっています。
square-lesson-left = 最も小さいカードは左端へ。置いた場所で次の手番も決まり、1〜3番なら左隣の人です。
square-lesson-left-why = Aより小さいカードはありません。
square-lesson-picked = そこにあった{ $card }を手札に取りました。下の段の太陽は自分のチームの印、黒い札の数字は裏向きの残り枚数です。
square-lesson-picked-why = 5は真ん中に合い、5番に置けばもう一度自分の手番です。
square-lesson-again = 中くらいのカードは真ん中へ。しかも5番に置くと、続けてもう一度自分の手番です。
square-lesson-again-why = 5は真ん中に合い、もう一度自分の手番になります。
square-lesson-exchange = 数手番進み、手札は2枚とも列に合いません。ディールに1回、手札2枚を1枚と交換できます。
square-lesson-exchange-why = 今の手札では、どちらを置いても順番が崩れます。
square-lesson-take = 手札2枚を場に出し、場か山札の一番上から1枚取ります。{ $card }なら、5と9の間に置けます。
square-lesson-take-why = 5と9の間に入り、もう1枚置く余地も残ります。
square-lesson-fitting = これからは手札1枚で、いつもどおり続けます。このディールではもう交換できません。
square-lesson-partner = 4番と6番なら向かいのパートナー、7〜9番なら右隣の人の手番になります。
square-lesson-partner-why = 小さい順が続き、次はパートナーの手番です。
square-lesson-end = あなたの列が最初にすべて表になり、すぐディール終了、早上がりの20点です。9枚が小さい順なので、9×9の81点も加わります。
square-lesson-end-runs = 並びは同じ数や裏向きでは切れず、小さい数で切れます。表向きの枚数の2乗が点です。
square-lesson-end-team = パートナーと点を合計します。人数分のディールを行い、合計が高いチームの勝ちです。
