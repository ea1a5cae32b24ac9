# Scharfe Schoten

scharfe-red = 赤
scharfe-yellow = 黄
scharfe-green = 緑
scharfe-black = 黒

scharfe-schoten-title = Scharfe Schoten
scharfe-schoten-spellings = シャーフェ・ショーテン, シャルフェ・ショーテン, シャーフェン・ショーテン
scharfe-schoten-pitch = いちばん多く取る色と、いちばん少なく取る色を、始める前に言い当てましょう。
scharfe-schoten-short = 自分が取る色を言い当てる
scharfe-designer = Arve D. Fühler

scharfe-predicting = 予想
scharfe-taking = { $seat } がスパイス棚から1枚取ります
scharfe-ask-most = いちばん多く取る色（最多）はどれですか？
scharfe-ask-fewest = いちばん少なく取る色（最少）はどれですか？
scharfe-ask-take = スパイス棚から1枚取ります。どの色にしますか？

scharfe-foretold = { $seat } が予想を決めました
scharfe-takes = { $seat } がスパイス棚から{ $suit }を取りました
scharfe-revealed = { $seat } の予想：最多 { $most }、最少 { $fewest }
scharfe-rack-empty = スパイス棚に{ $suit }はもうありません。取れるのは{ $others }です

scharfe-trumps = 切り札（強い順）：{ $cards }
scharfe-colour-order = 色の強さ（強い順）：{ $suits }
scharfe-rack = スパイス棚：{ $counts }
scharfe-hand-colours = 手札：{ $counts }
scharfe-captured = 獲得：{ $counts }
scharfe-prediction = 予想は最多が{ $most }、最少が{ $fewest }
scharfe-predicts = 最多{ $most }・最少{ $fewest }
scharfe-predicted = 予想済み

scharfe-why-trump = 切り札{ $card }
scharfe-why-trumps = 最も強い切り札{ $card }
scharfe-why-colour = { $suit }は{ $others }より強い
scharfe-why-highest = { $others }より強い{ $suit }の最大
scharfe-goal = 最多 { $most } { $have }枚、最少 { $fewest } { $few }枚
scharfe-goal-worth = { $progress }（今なら{ $points }点）

scharfe-most-true = 最多の予想が当たった
scharfe-fewest-true = 最少の予想が当たった
scharfe-both-true = 最多と最少の予想が両方当たった
scharfe-most-right = 最多予想（{ $suit }）が当たった
scharfe-fewest-right = 最少予想（{ $suit }）が当たった
scharfe-both-right = 最多予想（{ $most }）と最少予想（{ $fewest }）の両方が当たった
scharfe-score-most = 最多 { $suit } { $count }枚 { $outcome }
scharfe-score-fewest = 最少 { $suit } { $count }枚 { $outcome }
scharfe-score-difference = 両方的中：枚数の差
scharfe-alone = 単独で的中
scharfe-tied = { $others }と同数で的中
scharfe-wrong = 外れ（{ $others }）

scharfe-told-both = { $seat } は第{ $round }ラウンドで最多も最少も単独で的中：{ $points }点
scharfe-told-last = 最後のトリックで { $seat } の予想は{ $before }点から{ $points }点に

scharfe-hint-predict = 最多には自分で取れそうな色を、最少にはほかの人が取ってくれそうな色を選びましょう。
scharfe-hint-play = 切り札がいちばん強く、なければ出ている中で最も強い色が勝ちます。リードの色かどうかは関係ありません。
scharfe-hint-take = 最多と予想した色を取り、最少と予想した色は避けましょう。

scharfe-advice-came-true = 似た手札の試算でいちばん当たりやすかった予想は、最多が{ $most }、最少が{ $fewest }です。
scharfe-advice-holds-top = { $suit }が{ $count }枚あり、うち{ $cards }は全カードの強いほうから10枚に入ります。
scharfe-advice-holds-few = 手札の{ $suit }（{ $cards }）のどれよりも強い{ $suit }が、手札の外に{ $beaten }枚あります。
scharfe-advice-wins = { $cards }なら必ず勝てます。あとの人に負けることはありません。
scharfe-advice-loses = { $cards }は必ず負けます。
scharfe-advice-only-win = { $cards }なら勝ち、ほかに出せるカードでは負けます。
scharfe-advice-only-lose = 出せるカードのうち、負けるのは{ $cards }だけです。
scharfe-advice-all-win = どのカードを出しても勝てます。
scharfe-advice-throw-fewest = このトリックには勝てません。{ $card }を出せば、最少と予想した{ $suit }を手放せます。
scharfe-advice-throw-other = このトリックには勝てません。最多と予想した{ $suit }のほかで、いちばん弱いのは{ $card }です。
scharfe-advice-throw-weakest = このトリックには勝てません。出せるカードでいちばん弱いのは{ $card }です。
scharfe-advice-all-open = どのカードを出しても、出した時点では勝っていますが、あとの人に負けるかもしれません。
scharfe-advice-open-else-loses = 手札でこのトリックに勝てるとすれば{ $cards }だけですが、あとの人に抜かれるかもしれません。
scharfe-advice-loses-else-open = 必ず負けるのは{ $cards }だけで、ほかのカードなら今のところ勝てます。
scharfe-advice-holds-both = このトリックには{ $most }（最多）が{ $count }枚、{ $fewest }（最少）が{ $few }枚あります。
scharfe-advice-holds-most = 最多と予想した{ $suit }が、このトリックに{ $count }枚あります。
scharfe-advice-holds-fewest = 最少と予想した{ $suit }が、このトリックに{ $count }枚あります。
scharfe-advice-holds-neither = このトリックには今のところ、{ $most }（最多）も{ $fewest }（最少）もありません。
scharfe-advice-rack-has = 勝った人は、あなたが最多と予想した{ $suit }をスパイス棚からも取れます。
scharfe-advice-rids = { $cards }を出せば、最少と予想した{ $suit }を人に渡せます。
scharfe-advice-gives = { $cards }を出すと、最多と予想した{ $suit }を人に渡してしまいます。
scharfe-advice-captures-fewest = { $cards }で勝つと、最少と予想した{ $suit }を自分で取ってしまいます。
scharfe-advice-captures-most = { $cards }で勝てば、最多と予想した{ $suit }も増えます。
scharfe-advice-lead-brings-one = { $cards }なら必ず勝ち、最多と予想した{ $suit }を人に渡さずにすみます。
scharfe-advice-lead-brings = { $cards }なら必ず勝ち、{ $suit }が{ $least }枚以上取れます。
scharfe-advice-lead-rids = { $cards }は必ず負け、ほかの人が{ $suit }を{ $least }枚以上取ります。
scharfe-advice-strongest = 手札でいちばん強いのは{ $card }です。これに勝てるカードは、ほかの人の手札に多くて{ $count }枚です。
scharfe-advice-lost-most = { $suit }が最多になることは、もうありません。
scharfe-advice-lost-fewest = { $suit }が最少になることは、もうありません。
scharfe-advice-lost-both = 最多も最少も、予想はもう当たりません。
scharfe-advice-take-ahead = { $suit }を取れば{ $count }枚になり、ほかの色より{ $ahead }枚以上多くなります。
scharfe-advice-take-level = { $suit }を取れば{ $count }枚になり、{ $others }と並びます。
scharfe-advice-take-behind = { $suit }を取れば{ $count }枚になり、{ $other }まであと{ $behind }枚です。
scharfe-advice-take-frees = { $suit }を取れば、最少予想の{ $fewest }がこの時点でどの色よりも少なくなります。
scharfe-advice-take-safe = 取っても最多予想の{ $most }が最多のままなのは、{ $suits }です。
scharfe-advice-take-ties = 取ると最多予想の{ $most }に並ぶのは、{ $suits }です。

scharfe-coach-score = 予想の的中は、単独なら5点、同数なら3点です。両方的中すれば、枚数の差も加わります。
scharfe-coach-follow = 手札に{ $suit }がある間はフォローします。ほかの色は、切り札でも出せません。
scharfe-coach-void = { $suit }がないので、好きなカードを出せます。切り札や、より強い色なら勝つこともあります。
scharfe-coach-take = トリックに勝った人は、スパイス棚からも1枚取ります。これも獲得した枚数に入ります。
scharfe-coach-level = 最多と予想した{ $suit }は、今{ $others }と同数です。同数なら3点、単独なら5点です。
scharfe-lesson-most = 自分が取る色を予想し、当たれば点になります。まず、いちばん多く取る色はどれでしょう。絵の色は強い順で、今は{ $red }が最強です。
scharfe-lesson-most-why = 今いちばん強い色は{ $red }で、手札にも大きい数があります。
scharfe-lesson-fewest = 次は、いちばん少なく取る色です。{ $black }は最も弱い色で、手札の{ $black }も小さい数です。
scharfe-lesson-fewest-why = いちばん弱い色は、取らずに済ませやすい色です。
scharfe-lesson-follow = { $seat } のリードは{ $red }で、持っている人は必ず出します。切り札が出なければ、場で最も強い色のいちばん大きい数が勝ちます。{ $card }で勝てます。
scharfe-lesson-follow-why = { $led }に勝てて、切り札も残せます。
scharfe-lesson-follow-low = { $low }では{ $led }に負けます。
scharfe-lesson-take = 場の4枚を獲得しました。スパイス棚（棚の印）に残りがあれば、勝った人はそこからも必ず1枚取ります。{ $red }にしましょう。
scharfe-lesson-take-why = 最多と予想した色なので、多いほど有利です。
scharfe-lesson-trump = 勝った人が、次を好きなカードでリードします。★は切り札で、より強い切り札にしか負けません。フォローでは、描かれた色のカードとして扱います。
scharfe-lesson-trump-why = 切り札なので必ず勝ち、ほかの人は{ $red }を出さなければなりません。
scharfe-lesson-lose = { $beaten }にも勝ち、また{ $red }を棚から取りました。勝つと場のカードをすべて獲得するので、最少と予想した色は、小さい{ $card }で負けて手放しましょう。
scharfe-lesson-lose-why = これなら勝てないので、{ $black }はほかの人が獲得します。
scharfe-lesson-discard = { $seat } のリードは{ $yellow }。手札にないので何でも出せます。残った{ $black }を押しつけましょう。
scharfe-lesson-discard-why = { $black }は{ $yellow }より弱いので負け、手札からなくなります。
scharfe-lesson-outrank = また{ $yellow }のリードです。リードの色でなくても、強い色が勝ちます。{ $red }は{ $yellow }より強いので、今は{ $card }がトップです。
scharfe-lesson-outrank-why = 逆転できるのは、切り札か、もっと大きい{ $red }だけです。
scharfe-lesson-end = 残りは手札がなくなるまで進めました。最多と予想した{ $red }は、同数の色がなく単独で的中し、5点です。
scharfe-lesson-end-level = 最少と予想した{ $black }も的中ですが、{ $green }と同数なので3点です。単独なら5点、外れは0点で、1枚も取らなかった色も比べます。
scharfe-lesson-end-both = 両方的中したので、{ $red }と{ $black }の枚数の差（10−2）も加わります。人数分のラウンドを行い、合計点が最も高い人の勝ちです。
