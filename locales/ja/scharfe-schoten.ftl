# Scharfe Schoten

scharfe-red = 赤
scharfe-yellow = 黄
scharfe-green = 緑
scharfe-black = 黒

scharfe-schoten-title = Scharfe Schoten
scharfe-schoten-pitch = いちばん多く取る色と、いちばん少なく取る色を、始める前に言い当てましょう。
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
scharfe-predict-label = { $suit }：手札{ $held }、棚{ $rack }
scharfe-take-label = { $suit }：棚{ $rack }、獲得{ $own }

scharfe-trumps = 切り札（強い順）：{ $cards }
scharfe-colour-order = 色の強さ（強い順）：{ $suits }
scharfe-rack = スパイス棚：{ $counts }
scharfe-hand-colours = 手札 { $counts }
scharfe-captured = 獲得 { $counts }
scharfe-prediction = 予想 最多 { $most }／最少 { $fewest }
scharfe-predicted = 予想済み

scharfe-why-trump = 切り札{ $card }
scharfe-why-trumps = 最も強い切り札{ $card }
scharfe-why-colour = { $suit }は{ $others }より強い
scharfe-why-highest = { $suit }の最大（{ $suit }は{ $others }より強い）
scharfe-goal = 最多 { $most } { $have }枚、最少 { $fewest } { $few }枚（今なら{ $points }点）

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
