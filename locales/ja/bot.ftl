# ボットだけが話す文

list-comma = 、
computer-name = 🤖{ "\u2060\u00A0" }{ $name ->
    [1] 梅
    [2] 松
    [3] 萩
    [4] 菊
    [5] 藤
   *[6] 桃
}
computer-for = { $who }{ "\u2060\u00A0" }🤖
computer-level = { $who }（{ $level }）
level-easy = 弱い
level-normal = 普通
level-hard = 強い

person-unknown = 誰か
person-numbered = { $who }（{ $seat }）

# ロビー
lobby-title = ## { $game }
lobby-art-alt = { $game }の表紙
lobby-by = { $pitch }
    -# デザイン：{ $designer } · 卓{ $table }
lobby-night = リーグナイト
lobby-about = **{ $seats }人用 · 約{ $minutes }分**
lobby-seats = **席**
lobby-seat = { $seat }. { $who }
lobby-team-seat = { $seat }. { $who } · チーム{ $team }
lobby-free = *空席*
lobby-options = **オプション**
lobby-option = { $title }：**{ $value }**
lobby-closed = この卓は、始まる前に閉じられました。新しい卓は /play で開けます。
lobby-idle = 1時間のあいだ誰も来なかったので、この卓は閉じられました。新しい卓は /play で開けます。
lobby-stopped = このゲームは途中で打ち切られました。成績には記録されません。
lobby-started = ゲームが始まりました：{ $place }
lobby-private = ゲームはプライベートスレッドで始まりました。参加者はチャンネル一覧から開けます。ほかの人は観戦できます。
lobby-over = ゲームは終わりました：{ $place }
lobby-join = 参加
lobby-joined = 席{ $seat }に着きました。準備ができたら、{ $who } さんが始めます。
lobby-joined-first = 席{ $seat }です。そろったら「開始」を押してください。
lobby-leave = 退席
lobby-move = 席を替える
lobby-setup = オプション
lobby-cancel = 卓を閉じる
scheduled = ## { $game } · <t:{ $at }:f>
    { $pitch }
    <t:{ $at }:R>、ここで卓が開きます。
scheduled-call-off = 取りやめる
scheduled-dropped = **{ $game }** · <t:{ $at }:f>：{ $why }
scheduled-dropped-called-off = 取りやめになりました。
scheduled-dropped-late = その時刻にボットが停止していたため、卓は開きませんでした。いま遊ぶなら /play で開けます。
scheduled-dropped-opener = 予定した人の卓が多すぎるため、開きませんでした。
scheduled-dropped-server = このサーバーで開ける卓の数に達していたため、開きませんでした。
scheduled-dropped-game = このゲームはここで遊べなくなったため、開きませんでした。
scheduled-dropped-lost = チャンネルがなくなったため、卓は開きません。
scheduled-day = { $month }/{ $day }（{ $weekday ->
    [0] 月
    [1] 火
    [2] 水
    [3] 木
    [4] 金
    [5] 土
   *[6] 日
}）
scheduled-in = { $hours ->
    [0] { $minutes }分後
   *[other] { $minutes ->
        [0] { $hours }時間後
       *[other] { $hours }時間半後
    }
}
scheduled-asks = { $typed }（次にタイムゾーンを選びます）
lobby-invite = 招待する…
lobby-one-more = あと{ $free }人募集
lobby-invitation = { $who }、{ $host } さんが **{ $game }** に誘っています。[席に着く]({ $link })
lobby-invited = { $count ->
    [0] -# 全員、招待済みか着席済みです。
   *[other] -# { $count }人を招待しました。
}
lobby-asked = -# この募集の通知を希望している人に知らせます（1時間以内に知らせた人を除く）。
lobby-start = { $free ->
    [0] 開始
   *[other] COM{ $free }人を入れて開始
}
lobby-more = その他
lobby-more-title = ### { $game } · 卓{ $table }
lobby-removed = { $who } さんをこの卓から外しました。
lobby-barred = { $who } さんを外し、この卓への参加を禁止しました。
lobby-sure-start = **この卓を開始しますか？** あなたはこの卓に座っていません。卓にいる人：{ $who }
lobby-start-anyway = それでも開始
lobby-more-none = -# 席に着いた人だけができる操作があります。まず参加してください。
lobby-form = { $game } のオプション
lobby-seat-count = { $count }人
lobby-choose-seats = 人数
lobby-only-for = { $title }（{ $counts }人用）
lobby-own-choice = 下で選んだもの
lobby-pace = 持ち時間：**{ $pace }**
lobby-choose-pace = 1手の持ち時間

# 1手の持ち時間
pace-live = 早指し（1手1分）
pace-relaxed = ゆっくり（1手10分）
pace-letter = 通信対戦（1手1日）
pace-none = 制限なし

# 人のいない席のCOM
computers-choose = COMとその強さ
computers-every = ほかの席すべて：COM（{ $level }）
computers-seat = 席{ $seat }：COM（{ $level }）
computers-free = 席{ $seat }：空席

# 進行中のゲームの「その他」
seats-line = { $seat }. { $who } { $how }
seats-until = （<t:{ $due }:R>、<t:{ $due }:t> まで）
seats-since = （手番になったのは <t:{ $since }:R>）
seats-away = （離席中：COMが代わりにプレイ）
seats-nudge = 催促する
seats-give = { $who } さんの番をCOMに任せる
seats-remove = { $who } さんを外す
lobby-bar = { $who } さんを外して参加禁止にする
seats-end = ゲームを打ち切る
seats-none = -# ここでほかに操作できるのは、プレイ中の人とモデレーターだけです。
seats-sure-leave = **ゲームから抜けますか？** 席はCOMが引き継ぎ、戻ることはできません。
seats-sure-leave-last = **ゲームから抜けますか？** ほかに人がいないので、ゲームは打ち切られ、成績には記録されません。
seats-sure-remove = **{ $who } さんを外しますか？** 席はCOMが引き継ぎます。
seats-sure-remove-last = **{ $who } さんを外しますか？** ほかに人がいないので、ゲームは打ち切られ、成績には記録されません。
seats-sure-end = **このゲームを打ち切りますか？** 成績には記録されません。
seats-left = { $who } さんが抜けました。席はCOMが引き継ぎます。
seats-removed = { $who } さんはモデレーターによって外されました。席はCOMが引き継ぎます。
seats-gone = このゲームから抜けました。
seats-put-out = モデレーターによって、このゲームから外されました。
seats-given = { $who } さんを外しました。席はCOMが引き継ぎます。
seats-given-last = { $who } さんを外しました。ほかに人がいないので、ゲームは打ち切られました。
seats-given-over = { $who } さんを外しました。ほかの全員が賛成していたので、ゲームは終わりました。
seats-ended = ゲームを打ち切りました。
seats-nudged = 催促しました。
seats-nudged-others = ほかの人には催促しました。
seats-timed-out = ⛔ { $who } さんは <t:{ $until }:f> までこのサーバーでタイムアウト中のため、操作できません。
seats-absent = ⛔ { $who } さんはもうこのサーバーにいません。
seats-removable = モデレーターは「その他」から、その席をすぐCOMに任せられます。
seats-played-for = この手番は、COMが { $who } さんの代わりにプレイします。
seats-agreed = 受け付けました（{ $asked }人中{ $agreed }人が賛成）。
seats-finished = 全員が賛成したので、ゲームは終わりました。
seats-once-more = 再戦の配札を確定し直しました。もう一度ボタンを押すと始まります。
seats-rematch = 全員が賛成したので、再戦が始まりました。「手札」を押してください。

# 卓
table-title = ### { $game } · { word-round } { $round }/{ $rounds }
table-won = ### { $winner }
table-finished = -# { $game } · 終了
table-told = -# ✨ { $line }
table-number = -# 卓{ $table }
table-status = { $game } { $round }/{ $rounds } · { $phase } · **{ $who }{ "\u00A0" }待{ "\u2060" }ち**
table-score = { $who }{ "\u00A0" }**{ $points }**
table-waiting = **{ $phase }**{ "\u00A0" }· { $who } 待ち
table-sealed = **{ $game } { $round }/{ $rounds }** · { $who } の番です
    -# リーグナイトのほかの卓も同じ配札なので、この卓のカードはこの卓の人にしか見えません。
table-sealed-over = **{ $game }** · この卓は終わりました
    -# この回戦の全部の卓が終わったら、結果を公開します。
table-night = -# [リーグナイトの順位]({ $link })
table-stopped = **{ $why }**
table-winner = 🏆 **{ $who }** { $how ->
    [alone] の勝利
    [team] のチームの勝利
   *[shared] の同点優勝
}（{ $points }{ "\u2060" }点）！
seat-number = 席{ $seat }
table-seat = **{ $who }**{ "\u00A0" }· { $points }点
table-news = -# { $line }
table-hand = 手札
table-rules = ルール
table-sheet = スコアシート
table-details = 詳細
table-replay = リプレイ
table-review = 振り返り
table-helped = -# 助言あり：「強い」ならどうするかを聞いたゲームなので、レーティングにも対戦成績にも入りません。
table-practice = -# 練習：卓{ $table }の第{ $round }{ word-round }、{ $trick ->
    [0] { $move }手目
   *[other] 第{ $trick }トリック
}から · 成績には記録されません
table-late = -# ⏳ { $who } さんは時間切れのため、COMが代わりにプレイしました：{ $made }
table-silent = -# ⏳ { $who } さんから1日反応がないため、COMが代わりにプレイしました：{ $made }
table-away = -# ⏳ 離席中：{ $who }。本人がここで何か押すまで、COMがすぐに代わりにプレイします。
table-resting = { $clock ->
    [on] -# ⏳ 全員が離席中のため、持ち時間が切れるまで待ってからCOMが代わりにプレイします。ここで何か押した人は復帰します。
   *[off] -# ⏳ 全員が離席中のため、ゲームは止まっています。プレイヤーがここで何か押すと再開します。
}
alt-details = 手札についてほかに分かっていることは「詳細」にあります。
table-thread = { $game } · 卓{ $table }
table-turn = { $who } あなたの番です。[卓へ移動]({ $link })して「手札」を押してください。
table-turn-unshown = { $who } あなたの番です。ここには卓を表示できないため、**/hand** で手札を開いてください。
table-half = { $who } 持ち時間の半分が過ぎました。[卓]({ $link })であなたの番です。
table-nudge = { $who } ほかの人が[卓]({ $link })で待っています。
table-finish = もう結果は変わらないので終える（{ $agreed }/{ $asked }）
table-rematch = 再戦（{ $agreed }/{ $asked }）
table-moved = -# 続きは下の新しいメッセージです。
table-round-over = ### { $game } · 第{ $round }{ word-round }終了

# トリック
trick-done = 前のトリック：{ $plays } → { $winner }
trick-latest = 前のトリック → { $winner }
trick-latest-two = 前の2トリック → { $winners }
trick-numbered = 第{ $trick }トリック：{ $plays } → { $winner }
trick-running = 今のトリック：{ $plays } → { $winner }
trick-because = { $who }（{ $why }）
trick-play = { $who }{ "\u00A0\u2060" }{ $card }
trick-nobody = 勝者なし

# 手札
hand-title = **{ $game }**{ "\u00A0" }· { $situation }
hand-situation = -# **{ $game }**{ "\u00A0" }· { $situation }
hand-practice = 練習
hand-helped = -# 助言ありのため、レーティングにも対戦成績にも入りません。
hand-private = このゲームはあなたにしか見えません。/hand でまた開けます。
hand-moved-seats = 再戦なので、全員の席が1つずつずれました。
hand-round = { word-round } { $round }/{ $rounds }
hand-score = { $who }{ "\u2060\u00A0" }{ $points }
hand-you = { $sign }{ "\u2060\u00A0" }あなた
hand-sealed = -# ほかの卓はまだ同じ配札をプレイ中です。カード、リプレイ、振り返りは、全部の卓が終わってから見られます。
hand-small = -# { $line }
hand-empty = 手札はありません。
hand-ask = **{ $prompt }**
hand-about = -# { $about }
hand-chosen = -# 選択中：{ $path }
hand-thinking = **{ $who } が考えています**
hand-played-for = -# 選べる手が1つだけなので、自動で進めました：{ $moves }
hand-choose = { $kind ->
    [saizen] 選ぶ
   *[other] 使う
}
hand-take = 取る
hand-take-one = **あなたの番です。1枚取ってください**
hand-sure = はい
hand-missed = -# ⏳ 持ち時間が切れたので、COMが代わりにプレイしました。3回続くと、あなたが戻るまでCOMがすぐにプレイします。
direct-idle = 1か月のあいだ手が進まなかったため、このゲームは打ち切られました。成績には記録されません。
direct-again = { $game }をもう一度
hand-lost = -# ⚠️ チャンネルが見えないので、持ち時間は止まっています。/hand で続けられ、/tables で移せます。
hand-back-again = -# おかえりなさい。COMはもう代わりにプレイしません。
hand-tricks = 履歴
hand-tricks-title = **{ $game }{ "\u00A0" }· 第{ $round }{ word-round }のトリック**
hand-no-tricks = 終わったトリックはまだありません。
hand-last-turns = 直前
hand-last-title = **{ $game }{ "\u00A0" }· 直前の動き**
hand-scores = 得点
hand-next-round = 第{ $round }{ word-round }へ
hand-way = [卓へ]({ $link })
hand-left-behind = **{ $game }**：手札を開き直したので、これは古い手札です。新しいほうで続けるか、ここで開いてください。
onlooker-again = 更新
onlooker-follows = -# 👀 観戦中です（手札は見えません）。最後に押してから15分間は自動で更新されます。
onlooker-plain = -# 観戦中です（手札は見えません）。最後に押してから15分間、{ word-round }が終わると更新されます。今の様子は「更新」を押すとわかります。
onlooker-stands = -# 👀 観戦中です（手札は見えません）。観戦者が多いので自動では更新されません。「更新」を押してください。
hand-came = { $how ->
    [alone] 🏆 **あなたの勝ちです**
    [team] 🏆 **あなたのチームの勝ちです**
    [shared] 🏆 **同点で優勝です**
    [behind] **あなたのチームは{ $place }位でした**
   *[after] **あなたは{ $place }位でした**
}
hand-rated = { $came } · レーティング **{ $rating }**（{ $change }）{ $settled ->
    [yes] { "" }
   *[no] ※暫定
}
hand-told = ✨ { $line }
hand-badge = { $sign } 新しいバッジ：**{ $what }**
hand-record = { $who } に{ $won }勝{ $lost }敗
hand-rematch = 再戦へ
hand-note = **⚠️ { $note }**
hand-back = 戻る
hand-aim = -# 💡 { $goal }図の見方は下の**ルール**へ。
hand-hint = -# 💡 { $hint }
hand-coach = -# 📖 { $rule }
hints-off = -# ヒントをオフにしました。/help や /settings からもオンに戻せます。
hints-turned-on = ヒントをオンにしました。どのゲームでも、初めて遊ぶときは手札にアドバイスが出ます。
hints-turned-off = ヒントをオフにしました。初めて遊ぶゲームでも、手札にアドバイスは出ません。
help-hints-on = ヒントをオンにする
help-hints-off = ヒントをオフにする
help-invite = サーバーに追加
help-account = アカウントに追加
hand-hide-hints = 隠す
hand-show-hints = ヒントを出す
hand-pick = 選んでください…
hand-copies = { $card }×{ $count }

# 画面の読み上げに向いた、言葉だけの手札
card-in-words = { $rank ->
    [T] { $suit }の切り札
   *[other] { $suit }{ $rank }
}
joker-in-words = ジョーカー{ $number }
plain-trump = { $card }、{ $rank ->
    [T] 有効
   *[other] 切り札
}
plain-copies = { $card } { $count }枚
plain-hand = 手札：{ $cards }
plain-can-play = 出せるカード：{ $cards }
plain-can-choose = 選べるもの：{ $choices }
plain-cannot = 今は選べないもの：{ $choices }。{ $why }
plain-tab = { $kind }（表示中）
plain-face-down = 裏
plain-you = あなた：{ "" }

# COMの手への苦情
silly-title = 変な手を報告
silly-which = **どの手が変でしたか？**
    -# そこまでのゲームが、全員の手札も含めて、このボットの管理者に送られます。卓のほかの人には知らされません。
silly-that = この手
silly-filed = ありがとうございます。このボットの管理者がその手を確認できるようになりました。

# 誰でも確かめられる配札
fair-promise = -# 🔐 卓{ $table }：配札を事前に確定しました · { $short }
fair-renewed-promise = -# ⚠️ 卓{ $table }：バックアップから復元したため確定し直しました · { $short }
fair-renewed = -# ⚠️ データをバックアップから復元したため、この卓の配札を確定し直しました。有効なのは、いちばん新しいコミットメントだけです。
fair-over = -# 🔐 卓{ $table }：配札を確かめられます。
fair-rematch-promise = -# 🔐 再戦の配札を事前に確定しました · { $short }
fair-rematch-renewed-promise = -# ⚠️ バックアップから復元したため、再戦の配札を確定し直しました · { $short }
fair-rematch-renewed = -# ⚠️ データをバックアップから復元したため、再戦の配札を確定し直しました。有効なのは、いちばん新しいコミットメントだけです。
fair-title = ### { $game } の配札 · 卓{ $table }
fair-what = 配札は人が席に着く前に確定していて、あとから変えられていないことを、誰でも確かめられます。
fair-commitment = コミットメント：{ $commitment }
fair-joined = あなたの参加番号：{ $number }
fair-secret = 秘密の値：{ $secret }
fair-played = プレイの記録：{ $played }
fair-rematch = 再戦のコミットメント：{ $commitment }
fair-file = { $game }、卓{ $table }
fair-hash = 卓{ $table }のコミットメントは、次の5行のSHA-256です（各行の終わりに改行）：ichiza/1、{ $table }、{ $game }、{ $rules }、秘密の値。
fair-seed = シード：{ $seed }
    カードはすべてシードから決まります。シードは、秘密の値のバイト列を鍵とする、次の行のHMAC-SHA256です（各行の終わりに改行）。
fair-later = -# 秘密の値はすでに決まっていて、終わりに公開されます。ファイルを保存しておけば、そのとき確かめられます。
fair-cut-too = -# 山札をカットして、シャッフルに加わることもできます。
fair-how = -# 参加したときに控えたコミットメントと比べてください。残りはゲームの記録にあります。「記録」を押すと、ブラウザで記録を確かめるページも一緒に届きます。ボットのプログラムなら、すべての手がルールどおりかも確かめられます。
fair-closed-how = -# カードは配られませんでした。秘密の値からコミットメントを求める方法は、ファイルにあります。参加したときに控えた値と比べてください。
fair-deals = -# これまでに配ったゲーム：{ $dealt }回、最初のラウンドで打ち切ったゲーム（2人以上）：{ $early }回、配る前に閉じた卓：{ $cancelled }。あとの2つが多いときは、配札が選ばれていないか疑ってみてください。
fair-deals-alone = -# 卓を開いた人だけで閉じた卓（上の数には含みません）：{ $count }
fair-deals-lost = -# チャンネルが1週間見えず、途中で打ち切ったゲーム（2人以上、上の数には含みません）：{ $count }回。多いときは、誰がチャンネルを消したり隠したりしているのか、確かめてみてください。
fair-cut = 山札をカットする
fair-cut-by = -# ✂️ カットした人：{ $who }
fair-nonce = 照合用の番号（このままで大丈夫です）
fair-nonce-about = 控えておくと、あとで自分のカットを確かめられます。自分で決めた32桁の16進数に書き換えてもかまいません。
fair-words = 好きな言葉
fair-words-about = この言葉をシャッフルの材料に使います。公開も保存もしません。
fair-cut-done = ✂️ 入力した言葉と、この番号で山札をカットしました：`{ $nonce }`
    あとで確かめたいときは、言葉と番号を控えておいてください。ほかには残りません。終わったあと、「配札の証明」の「記録」で届くページで、カットが使われたかどうかを確かめられます。
fair-check = 配札の証明

# 得点表
sheet-title = ### { $game } · スコアシート
sheet-round = 第{ $round }{ word-round }
sheet-seat = { $who }：**{ $points }{ "\u2060" }点**{ "\u00A0" }· { $lines }
sheet-line = { $why }{ "\u00A0" }→{ "\u00A0" }{ $points }
sheet-total = **合計** · { $scores }
sheet-score = { $who } **{ $points }{ "\u2060" }点**
sheet-teams = **チーム** · { $scores }
sheet-counting = **勝敗を決める点** · { $scores }
sheet-none = 終わった{ word-round }はまだありません。

# 終わったゲームとリプレイ
games-mine = ### あなたの終わったゲーム
games-all = ### このサーバーの終わったゲーム
games-none = まだありません。
games-line = **{ $game }** · 卓{ $table } · <t:{ $ended }:d>{ $how ->
    [practice] { " · 練習" }
    [early] { " · 途中で終了" }
    [helped] { " · 助言あり" }
   *[whole] { "" }
}
    -# { $who }
games-show-all = サーバー全体
games-show-mine = 自分のゲーム
replay-step = 場面 { $step }/{ $steps }
replay-told = **{ $line }**
replay-dealt = 第{ $round }{ word-round }のカードが配られました
replay-round-over = 第{ $round }{ word-round }終了
replay-hand = { $who }：{ $cards }
replay-lead = 🔀 { $who } がトップに立ちました
replay-turning-point = 転機
replay-eyes = 誰の視点で見るか
replay-onlooker = 観戦者の視点
replay-round = { word-round }を選ぶ
replay-play-on = ここからプレイ
replay-record = 記録
replay-games = 一覧
replay-result = 結果を見る
review-waiting = 振り返りは順番待ちです。
review-working = あなたの手を調べています：{ $all }手中{ $done }手
review-kept = -# 結果は保存されます。この画面を閉じて、あとで「振り返り」を押しても見られます。
review-again = もう一度見る
review-finds = 🌟 **ふつうの選択を上回った手**
review-found = **{ $move }**：+{ $points }点
review-find = 🌟 **{ $move }** はよい選択でした。ふつうの選択{ $known ->
    [yes] （多くは **{ $usual }**）
   *[no] {""}
}より{ $whose ->
    [team] チームで
   *[own] {""}
}平均{ $points }点よい結果でした{ $sure ->
    [small] 。
   *[about] （±{ $error }）。
}
review-look = 見る
review-no-finds = ふつうの選択をはっきり上回る手はありませんでした。
review-luck = { $how ->
    [above] ほかの人の平均より **{ $points }** 点上
    [below] ほかの人の平均より **{ $points }** 点下
   *[level] ほかの人の平均と同じ
}（運だけなら { $luck }、±{ $error }）
review-loss = 平均損失：1手あたり**{ $loss }**点（差がつきうる{ $count }手の平均）
review-few = { $count ->
    [0] 差がつきうる手はありませんでした。
   *[other] 差がつきうる手は{ $count }手だけなので、平均は出しません。
}
review-no-cost = はっきり損になった手はありませんでした。
review-about = -# 見えていた範囲での評価です。±は数値の不確かさです。
review-counting = 数え方
review-counting-loss = **平均損失**は、自分の手を最善の手と比べた値です。差がつきうる{ $count }手で、合わせて{ $loss }点の損でした。2通りの試し方がどちらも損と示した手だけを、損とします。1つ目では全員がふつうの選択で続け、2つ目では全員が数手先まで考えて続けます。終わり近くでは、代わりにすべての進み方を数えます。
review-split = **運**は、すべての手をふつうの選択（簡単な目安どおりの手）と比べて求めます。ほかの人の平均との差 { $result } は、運 { $luck }（±{ $error }）、自分の手 { $own }、ほかの人の手 { $others } の合計です。ふつうの選択どおりに打てば、ここの「自分の手」はほぼ0ですが、平均損失は0になりません。
review-counting-kept = -# 最後の{ word-round }では、順位も価値に数えます。ずっと先を見越した手は、正しく評価できないことがあります。
review-last-round = -# 点はほかの人の平均との差です。最後の{ word-round }では、1位は最下位より{ $points }点多く数えます。
review-curve = 自分の手の前ごとに見込まれた点の推移。各{ word-round }の初め：{ $rounds }。結果：{ $result }。
review-cost = 損の大きかった手
review-place = { $place }/{ $count }
review-played = 選んだのは **{ $move }**。
review-better = 試すと、**{ $move }** のほうが{ $whose ->
    [team] チームで
   *[own] {""}
}平均{ $points }点よい結果でした{ $sure ->
    [exact] （正確な値）。
    [small] 。
   *[about] （±{ $error }）。
}
review-outcome = { $when ->
    [now] 見えていない
   *[then] 見えていなかった
}カードの分かれ方を{ $games }通り試すと、この{ word-round }で{ $outcome }のは、**{ $better }** なら{ $best }通り、{ $than ->
    [usual] ふつうの選択
   *[move] **{ $move }**{ " " }
}なら{ $played }通り。
review-scored = この{ word-round }の平均点は、**{ $best }** なら{ $whose ->
    [team] チームが1席あたり{ $own }点
   *[own] 自分が{ $own }点
}、ほかの人が{ $others }点。**{ $played }** なら{ $whose ->
    [team] チームが1席あたり{ $other }点
   *[own] 自分が{ $other }点
}、ほかの人が{ $rest }点。
review-order = どの種類も1枚ずつ取れます。比べているのは、どちらを先に取るかです。
review-holding = { $which ->
    [these] この{ $games }通りのうち、
    [now] 見えていないカードの分かれ方を{ $games }通り試すと、
   *[then] 見えていなかったカードの分かれ方を{ $games }通り試すと、
}{ $who } が{ $fact }{ $count }通りでは{ $greater }、{ $rest }{ $others }通りでは{ $lesser }でした。
review-lead = { $better ->
    [best] { " " }**{ $best }** のほうが平均{ $points }点上
    [only] { " " }**{ $best }** のほうが平均でわずか{ $points }点上
    [played] { " " }**{ $played }** のほうが平均{ $points }点上
   *[none] 差なし
}
review-holds = { $has ->
    [still] まだ
   *[other] {""}
}{ $what }を持って{ $when ->
    [now] { $has ->
        [no] いない
       *[yes] いる
    }
   *[then] { $has ->
        [no] いなかった
       *[yes] いた
    }
}
review-holds-else = { $when ->
    [now] { $has ->
        [no] 持っていない
        [none] 持っていない
       *[yes] 持っている
    }
   *[then] { $has ->
        [no] 持っていなかった
        [none] 持っていなかった
       *[yes] 持っていた
    }
}
review-advice = { $when ->
    [now] 今分かること
   *[then] 分かっていたこと
}：{ $advice }
review-usual = ふつうの選択
review-bar = { $bar } { $count }/{ $games } · { $move }
review-helped = -# 助言ありのゲームなので、プロフィールの平均損失には入りません。
ask-hard = 「強い」ならどうする？
ask-yes = 聞いてみる
ask-sure = あなたに見えている範囲だけで、レベル「強い」と同じように考えます。聞くと、このゲームは「助言あり」になり、レーティングにも対戦成績にも入りません。
ask-working = 「強い」ならどうするか、考えています。
ask-move = 「強い」なら **{ $move }** を選びます。
ask-better = 次によい **{ $move }** より、{ $whose ->
    [team] チームで
   *[own] {""}
}平均{ $points }点よい結果でした{ $sure ->
    [exact] （正確な値）。
    [small] 。
   *[about] （±{ $error }）。
}
ask-level = { $sure ->
    [exact] **{ $move }** も、ちょうど同じ価値です（ありうる分かれ方をすべて計算した平均）。
   *[other] **{ $move }** も、ほぼ同じ価値です。
}
ask-behind = ふつうに進めると、**{ $move }** のほうが{ $whose ->
    [team] チームで
   *[own] {""}
}平均{ $points }点よい結果でした{ $sure ->
    [exact] （正確な値）。
    [small] 。
   *[about] （±{ $error }）。
}
ask-about = -# 見えている範囲だけで考えました。このゲームは「助言あり」です。
review-try = もう一度やってみる
review-next = 次へ
replay-recorded = 卓{ $table }の記録です。全員のカード、シード、すべての手が入っています。名前は入っていません。一緒に届いたページをブラウザで開くと、配札を確かめられます。

# コマンドの返事
tables-title = ### このサーバーの卓
tables-mine = ### あなたの卓
tables-none = 開いている卓はありません。/play で開けます。
tables-line = **{ $game }** · 卓{ $table } · { $state }
    { $who }
tables-gathering = { $free ->
    [0] 開始待ち
   *[other] 募集中（空席{ $free }）
}
tables-helped = 助言あり
tables-waiting = 第{ $round }{ word-round }、{ $names } 待ち
tables-lost = -# ⚠️ チャンネルに書き込めないので、持ち時間は止まっています。このままだと、<t:{ $at }:R> に打ち切られます。
tables-open = 開く
tables-again = 再表示
tables-watch = 観戦
tables-scheduled = ⏰ **{ $game }** · <t:{ $at }:f>（<t:{ $at }:R>） · { $who } · { $place }
tables-all = すべてのゲーム（{ $count }）
tables-of = { $game }（{ $count }）
tables-page = -# { $page }/{ $pages }ページ
list-unseen = -# ボットに見えないチャンネルとスレッドは、誰に見えるのか分からないため、ここには含まれません。そこでこのコマンドを使ってください。
lost-move = 卓を移す
lost-move-where = **{ $game } · 卓{ $table }**
    このゲームのチャンネルが、ボットから見えなくなりました。持ち時間は止まっていて、**/hand** で続けられます。どのチャンネルに移しますか？ 以後のメッセージはそこに出ます。前のメッセージは、また見えるようになったときに消します。
    -# 移さなければ <t:{ $at }:R> に打ち切りとなり、成績には記録されません。
lost-pick = チャンネルを選ぶ
lost-moved = ゲームは { $place } で続きます。持ち時間は残りのままです。
lost-no-post = { $place } には、あなたが書き込めません。書き込めるチャンネルを選んでください。
lost-no-permissions = { $place } では、ボットに次の権限が必要です：{ $permissions }。サーバーの管理者に頼むか、別のチャンネルを選んでください。
lost-elsewhere = このサーバーで卓を開けるのは { $places } です。その中から選んでください。
lost-notice = ⚠️ **{ $server }** の **{ $game }**（卓{ $table }）のチャンネルが、ボットから見えなくなりました。持ち時間は止めてあります。そのサーバーのどのチャンネルでも、**/hand** で続けられます。卓を開いた人とモデレーターは、**/tables** から別のチャンネルに移せます。移さなければ <t:{ $at }:R> に打ち切りとなり、成績には記録されません。
page-previous = 前へ
page-next = 次へ
hand-none = ここで進行中のゲームに、あなたの席はありません。/play で卓を開くか、/tables で見つけて参加してください。
hands-title = ### どの卓の手札を見ますか？
leaderboard-title = ### 順位表 · { $game } · { $period }
leaderboard-rating = レーティング
leaderboard-all = 通算
leaderboard-season = 今シーズン
leaderboard-month = 今月
leaderboard-none = この期間にこのサーバーで成績になったゲーム（2人以上で最後まで遊んだもの）は、まだありません。/play で卓を開けます。
leaderboard-none-rated = まだ誰も載っていません。
leaderboard-profile = 自分の成績
leaderboard-line = { $rank }位{ "\u00A0" }{ $who }
leaderboard-line-unranked = –{ "\u00A0" }{ $who }
leaderboard-no-place = -# あなたはまだ載っていません。
leaderboard-about-rating = -# ほかの人と{ $least }戦以上で載ります。COMだけを相手にしたゲームは練習なので、数えません。
leaderboard-about-unsettled = -# 「暫定」は、ゲーム数が足りず、まだ順位が付かないという意味です。
leaderboard-about-season = -# ほかの人と遊んだゲームの勝ち数順、同数なら平均順位順。シーズンは{ $season ->
    [half] 半年
    [year] 1年
   *[quarter] 3か月（四半期）
}ごとで、協定世界時0時に変わります。
leaderboard-about-wins = -# ほかの人と遊んだゲームの勝ち数順、同数なら平均順位順。
standing-rating = **{ $rating }**
standing-rating-unsettled = **{ $rating }**（暫定）
standing-unrated = レーティングなし
standing-wins = { $games }戦{ $wins }勝
standing-place = 平均{ $place }位
profile-title = ### { $who }
profile-none = { $place ->
    [direct] ここで最後まで遊んだゲームは、まだありません。/play で始められます。
   *[server] このサーバーで最後まで遊んだゲームは、まだありません。/play で卓を開けます。
}
profile-game = **{ $game }**
profile-practice = COMとの練習：{ $games }戦（{ $settled ->
    [no] 暫定レーティング { $rating }
   *[yes] レーティング { $rating }
}）
profile-chart = 1位から順に、それぞれの順位になった回数：{ $places }。各ゲーム後のレーティング：{ $course }。
profile-often = よく遊ぶゲーム：{ $games }
profile-often-game = { $game }（{ $games }戦）
profile-partners = よく組む相手：{ $who }
profile-met = よく遊ぶ相手：{ $who }
profile-companion = { $who }（{ $games }戦{ $wins }勝）
profile-streak = 連勝：現在{ $now }、最高{ $best }
profile-days = 今日の一局の連続日数：現在{ $now }日、最高{ $best }日
profile-badges = **バッジ**
profile-badge = { $sign } { $what }{ $times ->
    [1] { "" }
   *[other] { "" } ×{ $times }
}
profile-leaderboard = 順位表
profile-more = -# 直近{ $games }ゲームの成績です。
badge-both-alone = 最多と最少を、どちらも単独で的中
badge-untouched = 最少と予想した色を1枚も取らずに的中
badge-row-of-81 = 1列9枚がすべて昇順の81点
badge-three-turns = 3手番連続
badge-last-of-play-off = 決勝戦の最後のカードで勝利
badge-twice-matched = 2度目の決勝戦を制した
badge-painless = ビッドで6点以上、ペインスートは0枚
badge-sand = 五色の砂を使ったゲームに勝利
badge-chain = 5トリック連続で獲得
privacy-text =
    ### 保存しているもの
    - 参加または予約したサーバーでの名前、座った席、プレイした手、カット、開いた卓、参加禁止になった卓、あなたへのメンションがあるメッセージ
    - 最後まで遊んだゲームの結果、レーティング、バッジ、依頼した振り返り、今日の一局と「次の一手」の記録、参加したり開いたりしたリーグナイト
    - 設定とお知らせ、説明済みのルール、案内済みのレッスンと修了したレッスン
    { "" }**使いみち**：ゲームの進行、リプレイ、順位表だけに使います。ほかへ渡すことはありません。
    { "" }**見える人**：卓、リプレイ、順位表は、同じサーバーの人に見えます。振り返り、今日の一局、「次の一手」の記録は本人だけに見えます。ボットの管理者はすべてを見られます。
    { "" }**保存期間**：ここで消すまで保存します。{ $keep ->
        [0] { "" }
       *[other] 席と手は、ゲームの終了から{ $keep }日後に消えます。
    }サーバーからボットが外されると、そのサーバーのデータは{ $days }日後に消えます。{ $backups ->
        [0] { "" }
       *[other] バックアップは{ $backups }日後に消えます。
    }
privacy-besides = -# チャットの内容は読みません。ボットへのダイレクトメッセージも、届いたことが分かるだけです。ログに人の名前は残りません。「変な手」の報告には、その手までのゲームが残り、報告した人の名前は残りません。
privacy-puzzles = 🧩 終わったゲームの一場面を、名前を出さずに「次の一手」の問題にすることがあります。そのゲームの全員が許可した場合だけです。あなたは{ $given ->
    [yes] 許可しています。取り消すと、その日のうちに使われなくなります。
   *[no] 許可していません。
}
privacy-puzzles-yes = 問題に使ってよい
privacy-puzzles-no = 問題に使わない
operator-name = このボットの管理者：{ $text }
operator-contact = お問い合わせ：{ $text }
operator-place = データの保存場所：{ $text }
link-privacy = プライバシーポリシー
link-terms = 利用規約
link-source = ソースコード
link-support = サポート
privacy-export = データを受け取る
privacy-forget = データを消す…
privacy-exported = 保存しているデータは、これですべてです。
privacy-packed = 保存しているデータは、これですべてです。大きいため圧縮してあります。多くの解凍ソフトで開けます。
privacy-ask =
    ### データを消しますか？
    座っている卓からすべて離れ、予定した卓は取り消され、名前、設定、お知らせ、リマインダー、バッジ、説明済みのルール、レッスン、振り返り、今日の一局と「次の一手」の記録、リーグナイトへの参加が全サーバーで消えます。結果とレーティングは、ほかの人のために、誰のものか分からない形で残ります。元には戻せません。{ $backups ->
        [0] { "" }
       *[other] バックアップからは{ $backups }日後に消えます。
    }
privacy-forget-sure = 消す
privacy-forgotten = データを消しました。また遊ぶときは、はじめからになります。
game-choice = { $game } · { $pitch } · { $weight ->
    [easy] やさしい
    [medium] ふつう
   *[hard] むずかしい
}、約{ $minutes }分
rules-choose = ### どのゲームのルールを見ますか？
rules-credit = -# デザイン：{ $designer } · { $page }/{ $pages }ページ
rules-missing = このゲームのルールのページはまだありません。
help-text =
    ## Ichizaはカードゲームの卓を開くボットです
    { "" }**/play** で卓を開きます。ゲームを選ぶと募集が始まり、ほかの人は「参加」を押して座ります。空いた席にはCOM（コンピューター）も座れます。
    卓の「手札」を押すと、あなたにだけ手札が見えます。カードはどれもボタンです。灰色のカードは今は出せず、押すと理由が出ます。座っていない卓で押すと観戦できます。
    - **/hand** 自分の手札を開く
    - **/tables** 開いている卓の一覧
    - **/learn** 遊びながら3分でゲームを覚える
    - **/rules** ゲームのルール
    - **/today** 同じ配札の人と比べる、1日1回の「今日の一局」、**/night** 卓どうしで競うリーグナイト（管理者用）
    - **/leaderboard** 順位表、**/profile** 自分の成績
    - **/replay** 終わったゲームの見直し
    - **/settings** 自分の設定（スクリーンリーダー用の「読み上げ向けの表示」など）。サーバーの管理者はサーバーの設定も
    - **/privacy** 自分の保存データの受け取りと削除
    ゲーム：{ $games }

help-direct-text =
    ## ダイレクトメッセージで遊べます
    { "" }**/play** でゲームを選ぶと、COM（コンピューター）との対戦がすぐに始まり、手札が届きます。カードはどれもボタンです。灰色のカードは今は出せず、押すと理由が出ます。
    - **/hand** 自分の手札を開く
    - **/tables** 自分のゲームの一覧
    - **/learn** 遊びながら3分でゲームを覚える、**/rules** ゲームのルール
    - **/today** 同じ配札の人と比べる、1日1回の「今日の一局」
    - **/profile** 自分の成績、**/replay** 終わったゲームの見直しと、自分の手の振り返り
    - **/settings** 自分の設定
    - **/privacy** 自分の保存データの受け取りと削除
    サーバーでは、ほかの人と一緒に遊べます。ゲーム：{ $games }

# ダイレクトメッセージでの挨拶
welcome =
    ## カードゲームで遊びませんか？
    ここではCOM（コンピューター）を相手に、1人で何度でも遊べます。カードはどれもボタンです。出せないカードを押すと、理由が出ます。
welcome-language = -# Discordの言語が日本語なら、ボタンを押した先は日本語で表示されます。
welcome-play = 遊ぶ
welcome-choose = ### どのゲームで遊びますか？
not-here = ここでは卓を開けませんが、ボットとのダイレクトメッセージならすぐに遊べます。
not-here-open = ダイレクトメッセージを開く

# 設定。一覧に見えるのは選ばれた値だけなので、設定の名前も値に付ける
settings-server-title =
    ### このサーバーの設定
    -# チャンネルやゲームを選ばない場合は、すべてが対象です。
settings-no-private = -# 参加者だけのスレッドには「プライベートスレッドの作成」の権限が必要です。
settings-mine-title =
    ### 自分の設定
    -# どのサーバーでも有効です。手番の通知音を鳴らさない場合も、メンションは届きます。読み上げ向けの表示にすると、手札が絵ではなく言葉で示されます。
    -# 「カードを1枚ずつ表示」：待つ間、ほかの人のカードが手札の画面に1枚ずつ現れます。「平均損失」：最近の振り返りで、1手あたり平均何点損したか。{ $notices ->
        [yes] 「お知らせ」：このサーバーで卓が開くと、DMで知らせます。
       *[no] {""}
    }
zone-title =
    ### 🕐 タイムゾーン
    -# 入力したり選んだりする時刻、おやすみ時間、リマインダー、連続日数に使います。いつも同じ時刻の都市を選ぶか、都市や国の名前で探してください。あとから **/settings zone** で変えられます。
zone-mine = いまの設定：**{ $zone }**
zone-found = 「{ $typed }」で見つかったもの：
zone-not-found = 「{ $typed }」は見つかりません。近くの大きな都市の名前を英語で入れてください。
zone-pick = いま何時ですか？
zone-type = 都市や国の名前で探す
zone-place = 都市または国の名前（英語）
zone-place-about = 例：Kathmandu、Newfoundland、+5:45
zone-set = 🕐 タイムゾーン：**{ $zone }**。変更は **/settings zone** で。
zone-button = タイムゾーン：{ $city }
zone-none = タイムゾーンを選ぶ
settings-server = サーバーの設定
settings-notices = お知らせ
notices-title =
    ### このサーバーのお知らせ
    -# 選んだゲームの卓が開いたときや、あと1人で揃うときに、DMでお知らせします（多くて1時間に1回、1日に5回）。おやすみ時間の分は、あとからも届きません。
notices-none = ゲーム：なし（お知らせなし）
notices-opens = 卓が開いたとき：{ $on ->
    [off] オフ
   *[on] オン
}
notices-missing = あと1人のとき：{ $on ->
    [off] オフ
   *[on] オン
}
notices-never = おやすみ時間：なし
notices-from = おやすみ：{ $hour }から
notices-until = おやすみ：{ $hour }まで
notices-off = お知らせをやめる
notices-no-zone = ⚠️ タイムゾーンを選ぶまで、おやすみ時間はUTCの時刻で数えます。
notices-refused = ⚠️ DMを送れませんでした。このサーバーの「プライバシー設定」でダイレクトメッセージを許可し、この画面で何か選び直すと、もう一度お送りします。
notice = { $free ->
    [1] **{ $server }** の **{ $game }** は、あと1人で揃います。
   *[other] **{ $server }** で **{ $game }** の卓が開きました。空席{ $free }。
}
notice-open = 卓を見る
notice-stop = お知らせをやめる
notice-stopped = そのサーバーの卓のお知らせをやめました。また受け取るときは、そのサーバーで **/settings** を使ってください。
reminder = 今日の一局は **{ $game }** です。まだ遊んでいません（約{ $minutes }分、<t:{ $closes }:t>まで）。{ $days ->
    [0] { "" }
    [1] 🔥 いま1日目です。
   *[other] 🔥 いま{ $days }日連続です。
}
reminder-stop = リマインダーをやめる
reminder-stopped = リマインダーをやめました。また受け取るときは、**/settings** の「今日の一局」で選んでください。
settings-day = 今日の一局
server-day-title =
    ### ☀️ このサーバーの今日の一局
    -# このサーバーで誰かが今日の一局を終えた日に、遊んだ人の名前、上回った割合、連続日数を1つのメッセージで伝え、人が遊ぶたびに更新します。カードのことは何も伝えません。締め切りのあとは難しさを伝え、カードを見られるようにします。名前は各自が隠せます。
    -# サーバーの数字は、上回った割合（%）が高い5人の平均です。サーバー名がほかのサーバーに出るのは、ここで選んだときだけです。人の名前はほかのサーバーには出ません。
    -# 遊ぶ人がいる間は、これからの配札を確定するハッシュも、5日ごとに別のメッセージで投稿します。このメッセージは編集しません。
server-day-on = このサーバーで誰かが遊ぶと、{ $channel } に出ます。
server-day-off = オフです。
server-day-here = このチャンネルに投稿する
server-day-stop = オフにする
set-server-day-compared = ほかのサーバーにサーバー名を出す：{ $value ->
    [off] いいえ
   *[on] はい
}
my-day-title =
    ### ☀️ 自分の今日の一局
    -# 今日の一局を誰が遊んだかを伝えるサーバーがあります。リマインダーは、まだ遊んでいない日だけ、選んだタイムゾーンの18:00から20:00のあいだにDMで届きます。
my-day-refused = ⚠️ DMを送れませんでした。共通のサーバーの「プライバシー設定」でダイレクトメッセージを許可し、リマインダーをもう一度オンにしてください。
set-my-day-named = サーバーで名前を出す：{ $value ->
    [off] いいえ
   *[on] はい
}
set-my-day-reminder = リマインダー：{ $value ->
    [off] オフ
   *[on] オン
}
settings-mine = 自分の設定
settings-channels = 卓を開けるチャンネル：すべて
settings-games = 遊べるゲーム：すべて
set-server-language = 公開メッセージの言語：{ $value ->
    [en] 英語
    [ja] 日本語
   *[auto] サーバーの言語
}
set-server-threads = 卓のスレッド：{ $value ->
    [off] 作らない
    [private] 参加者だけに見せる
   *[on] 作る
}
set-server-pace = 持ち時間：{ $value }
set-server-level = 空席に入るCOM：{ $value }
set-server-tables = 同時に開ける卓：{ $value }卓まで
set-server-lobbies = 1人が参加できる開始前の卓：{ $value }卓まで
set-server-season = シーズン：{ $value ->
    [half] 半年
    [year] 1年
   *[quarter] 3か月
}
set-server-pings = メンション：{ $value ->
    [off] オフ
   *[on] オン
}
set-mine-language = 言語：{ $value ->
    [en] 英語
    [ja] 日本語
   *[auto] Discordの設定に合わせる
}
set-mine-hints = 初めてのゲームのヒント：{ $value ->
    [off] オフ
   *[on] オン
}
set-mine-coaching = 初めて出てくるルールの説明：{ $value ->
    [off] オフ
   *[on] オン
}
set-mine-plain = 読み上げ向けの表示：{ $value ->
    [off] オフ
   *[on] オン
}
set-mine-quiet = 手番の通知音：{ $value ->
    [off] 鳴らす
   *[on] 鳴らさない
}
set-mine-losses = 成績の平均損失：{ $value ->
    [on] 全員に表示
   *[off] 自分だけに表示
}
set-mine-cards = カードを1枚ずつ表示：{ $value ->
    [off] オフ
   *[on] オン
}

settings-check = 動作の確認

# ボットがサーバーでできること。サーバーの管理者に見せる
check-title = ### このサーバーでの動作の確認
check-again = もう一度確認
check-everywhere = **サーバー全体**
check-right = 「**{ $name }**」
check-give = { $purpose }には{ $permissions }の権限が必要です。{ $way }で許可してください。
check-way-role = 「サーバー設定」→「ロール」→「{ $who }」→「権限」
check-way-channel = 「チャンネルの編集」→「権限」→「{ $who }」
check-to-post = 卓を開く
check-to-threads = 卓ごとにスレッドを作る
check-to-private = 卓ごとにプライベートスレッドを作る
check-to-pictures = 画像を表示する
check-to-history = 障害のあとで自分のメッセージを見つける
check-to-events = 予約した卓をイベントで知らせる
check-hidden = ボットには、このチャンネルが見えません。
check-locked = { $places } はロックされていて、誰も書き込めません。ロックを解除してください。そのままだと、卓は次の手番からチャンネルに移ります。
check-refused = 権限は足りていますが、ここでの操作をDiscordが受け付けません。<t:{ $time }:R>、または権限が変わったときにもう一度試します。
check-timed-out = ❌ ボットは <t:{ $until }:f> までタイムアウト中で、どこにも書き込めません。メンバー一覧から解除できます。
check-banned = ❌ <t:{ $time }:t> ごろまで、Discordがボットのアドレスからの通信を受け付けません。そのあいだ卓の更新は遅れますが、ここでの対応は必要ありません。
check-refusals = ❌ Discordに断られた操作が多すぎるため、<t:{ $time }:t> ごろまで、押されたボタンへの返事だけをします。足りない権限を許可すれば、卓の更新は追いつきます。
check-limit = ⏳ Discordの通信回数の上限に達しました。卓の更新は <t:{ $time }:R>に追いつきます。
check-unreachable = ❌ <t:{ $time }:t> から、メッセージがDiscordに届いていません。送り続けているので、つながれば卓の更新は追いつきます。
check-not-stored = ❌ 今、データベースに書き込めません。原因はボットの運営者がログで確認できます。
check-fine = ✅ { $places } では、必要な権限がすべてそろっています。
check-others = ほか{ $count }件
check-more-channels = …ほか{ $count }件のチャンネルでも、足りないものがあります。
check-unseen = あなたに見えないチャンネル{ $count }件でも、足りないものがあります。
check-tables = **更新が遅れている卓**
check-table-lost = { $table }：チャンネルが見えません。ゲームは **/hand** で続けられ、**/tables** で移せます。
check-table-refused = { $table }：メッセージの1つをDiscordが受け付けません。<t:{ $time }:R>にもう一度試します。
check-table-behind = { $table }：<t:{ $time }:t> からメッセージの更新を待っています。届くまで送り続けます。
check-more-tables = …ほか{ $count }卓
check-unseen-tables = ⏳ あなたかボットに見えないチャンネルで、{ $count }卓の更新が遅れています。
check-none-behind = ✅ 更新が遅れている卓はありません。
check-unavailable = このサーバーの情報がまだDiscordから届いていません。少し待ってから、もう一度お試しください。
right-view-channel = チャンネルを見る
right-connect = 接続
right-send-messages = メッセージを送信
right-send-messages-in-threads = スレッドでメッセージを送信
right-create-public-threads = 公開スレッドの作成
right-create-private-threads = プライベートスレッドの作成
right-attach-files = ファイルを添付
right-read-message-history = メッセージ履歴を読む
right-create-events = イベントを作成

# レッスン
lesson-title = レッスン：{ $lesson }
lesson-step = -# 🎓 { $title }{ "\u00A0" }· { $step }/{ $steps }
lesson-say = 🎓 { $line }
lesson-done = ### ✅ { $title } 修了
lesson-you = あなた
lesson-leave = レッスンをやめる
lesson-left = { $lesson }のレッスンをやめました。**/learn** でいつでも最初から始められます。
lesson-go-on = レッスンを続ける
lesson-play = 弱いCOMと遊ぶ
lesson-others = ほかのレッスン
lesson-learn = 遊んで覚える
profile-losses = 直近の振り返りでの平均損失：{ $losses }
profile-loss = { $game } { $loss }点
profile-lessons = 修了したレッスン：{ $lessons }
lessons-title = **遊んで覚える：** 用意された場面で実際にカードを出しながら、3分で覚えられます。
lessons-line = - **{ $lesson }**：{ $pitch }（全{ $steps }手）
lessons-line-done = - ✅ **{ $lesson }**：修了

# 今日の一局
day-title = ### ☀️ 今日の一局
day-game = ### ☀️ 今日の一局 · { $game }
day-about = COM（コンピューター）{ $computers }人と1ラウンド、1日1回の勝負です。
day-compared = 同じ配札の人どうしで比べます。記録されるのは最初の1回だけです。
day-until = -# 約{ $minutes }分、途中で休めます。締め切りは<t:{ $closes }:R>です。
day-play = 始める
day-told-in = -# 名前と上回った割合が { $channel } に出ます。名前は **/settings** で隠せます。
day-here-line = { $compared ->
    [no] –
   *[yes] **{ $percent }%**
} { $who } · 🔥{ "\u00A0" }{ $days }
day-here-more = -# ほか{ $count }人
day-here-servers = -# 各サーバーの上位5人の平均：{ $ranks }（全{ $count }サーバー）
day-here-rank = { $whose ->
    [own] **{ $place }位 このサーバー { $mean }%**
    [named] { $place }位 { $name } { $mean }%
   *[other] { $place }位 ほかのサーバー { $mean }%
}
day-here-about = -# %は、同じ配札の全プレイのうち、上回った割合です。🔥は連続日数。締め切りは<t:{ $closes }:R>です。
day-here-pars = -# 4つの配札の基準点：{ $pars }
day-here-cards = カードと最高の一局
day-short = 今日の一局
day-practice = 今日の一局の練習
day-was-late = 昨日の一局（記録なし）
day-yesterday = 昨日の一局
day-done = ### ☀️ { $game } · { $whose ->
    [team] チームで
   *[own] { "" }
}**{ $points }点**（{ $place }/{ $count }位）
day-percentile = { $compared ->
    [no] この配札で遊んだ人がまだ少なく、比べられません。またあとで見てください。
   *[yes] この配札の全プレイのうち**{ $percent }%**を上回りました
}
day-late = -# 終わる前に日付が変わったので、記録されません。{ $compared ->
    [no] { "" }
   *[yes] { $percent }%を上回る結果でした。
}
day-par = 基準 { $par }点
day-best = 最高 { $best }点
day-best-computers = COMの最高 { $best }点
day-people = { $count }人
day-streak = 🔥 { $days ->
    [1] 1日目
   *[other] { $days }日連続
}
day-next = 次は<t:{ $opens }:R>
day-share = シェア
day-again = もう一度（練習）
day-practised = ### 練習 · { $game } · { $whose ->
    [team] チームで
   *[own] { "" }
}**{ $points }点**（{ $place }/{ $count }位）
day-scored = -# 記録された結果：{ $points }点。練習は保存されず、成績にも数えません。
day-practice-about = -# 練習は保存されず、成績にも数えません。
day-result = 自分の結果
day-ask-zone = 🔥のタイムゾーン
day-copy = コピーしてシェアできます。配札のことは何もわかりません。
day-shared = Ichiza ☀️ { $date } · { $game } · /today
day-shared-percent = 全プレイの{ $percent }%を上回りました
day-shared-streak = 🔥 { $days }
day-closed = ### 🔓 <t:{ $date }:D>の一局 · { $game }
day-own = あなたの結果：配札{ $deal }で**{ $points }点**{ $compared ->
    [no] { "" }
   *[yes] 、**{ $percent }%**を上回りました
}{ $late ->
    [yes] （日付が変わったので記録なし）
   *[no] { "" }
}
day-not-played = この一局は最後までプレイしていません。
day-difficulty = { $how ->
    [much] 実力の差がよく出る配札でした：
    [some] 実力の差がやや出る配札でした：
   *[little] 実力の差が出にくい配札でした：
}COMの「強い」の平均点は「弱い」より、標準偏差の{ $signal }倍だけ上でした。
day-deal = 配札{ $deal }{ $own ->
    [yes] （あなた）
   *[no] { "" }
}
day-secret =
    -# 秘密の値：`{ $secret }`
    -# { $posted ->
        [yes] <t:{ $at }:d>に[このメッセージ]({ $link })で公開：
       *[no] 事前に公開したコミットメント：
    }`{ $commitment }`
day-renewed = -# ⚠️ データをバックアップから復元したため、この日の配札を確定し直しました。有効なのは、いちばん新しいコミットメントだけです。
day-check = -# 確かめ方：`{ $command }`。運営者は配札を知りえましたが、変えることはできませんでした。
day-look-at = 配られたカードを見る
day-dealt = ### { $game } · { $name }：配られたカード
day-line = 最高の一局
day-line-title = 🏅 { $name }、最高のプレイ：{ $points }点
day-cards = カード
day-today = 今日の一局
day-coming = これからの一局
day-coming-title =
    ### 🔐 これからの配札は決まっています
    -# 各行は、日付とその日の秘密の値のハッシュです。秘密の値は、その日が終わると公開されます。運営者は配札を知りえますが、変えることはできません。
day-promise = -# { $renewed ->
    [yes] ⚠️
   *[no] { "" }
}<t:{ $date }:d>{ "\u00A0" }{ $commitment } · { $game }
day-promises-renewed = -# ⚠️ データをバックアップから復元したため、この印の日の配札を確定し直し、開いていた日の一局は全員が初めからになりました。有効なのは、いちばん新しいコミットメントだけです。
day-coming-posted = -# <t:{ $last }:d>の分までは、このサーバーの[編集されないメッセージ]({ $link })にあります。
commitments-title =
    ### 🔐 <t:{ $last }:d>までの一局は決まっています
    -# 各行は、日付とその日の秘密の値のハッシュです。秘密の値は、その日が終わると公開されます。運営者は配札を知りえますが、変えることはできません。このメッセージは編集されません。
commitments-replace = ⚠️ データをバックアップから復元しました。以下の日については、以前のメッセージではなく、このメッセージが有効です。
commitments-open = -# ゲームはハッシュではなく、このメッセージで決まります（土曜は、予定を立てた時点での人気ゲームです）。秘密の値から導かれる50の配札のうちどの4つを使うかは、その日が始まるまでに選びます。
puzzle-open = 次の一手
puzzle-not-made = 次の一手（準備中）
puzzle-title = 🧩 次の一手：あなたならどうしますか？
puzzle-answer-title = ### 🧩 次の一手 · { $game }
puzzle-right = ✅ 正解！ **{ $move }**{ $count ->
    [1] {""}
   *[other] （**{ $right }** はどれも正解）
}
puzzle-wrong = 選んだのは **{ $move }**。💡 { $count ->
    [1] いちばんよいのは **{ $right }**。
   *[other] **{ $right }** はどれも正解です。
}
puzzle-bars = -# ほかの人の平均に対する{ $whose ->
    [team] チームの
   *[own] {""}
}点の、最善手との差{ $sure ->
    [small] {""}
   *[about] （±{ $error }）
}
puzzle-bar = -# { $bar } { $behind } { $move }{ $whose ->
    [own] { " " }← あなた
    [usual] { " " }← ふつうの選択
   *[none] {""}
}
puzzle-found = { $count ->
    [1] 挑戦したのは、あなたが最初です。
   *[other] 挑戦した{ $count }人のうち、正解は{ $found }人です。
}

# リーグナイト
night-title = ## リーグナイト：{ $game }
night-about = **1卓{ $seats }席 · 全{ $stages }回戦 · 約{ $minutes }分**
    どの卓も同じ配札です。ほかの卓で同じ席に座った人と成績を比べます。{ $stages ->
        [1] {""}
       *[other] 1回戦ごとに、全員が席と卓を移ります。
    }
night-level-of = COM：**{ $level }**
night-at = ⏰ <t:{ $at }:f>（<t:{ $at }:R>）
night-weekly = 毎週
night-joined = **参加者（{ $count }人）：**{ $who }
night-nobody = まだ誰も参加していません。
night-start = 開始
night-start-tables = 開始（{ $tables }卓）
night-too-few = -# { $count }人から開始できます。
night-seating = -# { $people }人：{ $tables }卓{ $how ->
        [each] 、各卓にCOMが{ $computers }人
        [some] 、COMは合わせて{ $computers }人
       *[none] 、COMなし
    }
night-off = このリーグナイトは取りやめになりました。
night-over = **リーグナイトは終わりました**（全{ $stages }回戦）。
night-break = **第{ $stage }回戦が終わりました**（全{ $stages }回戦）。次は <t:{ $at }:R> に始まります。
night-begins = { $stages ->
        [1] **リーグナイトが始まります。**
       *[other] **第1回戦が始まります。**
    }
night-stage = { $stages ->
        [1] {""}
       *[other] **第{ $stage }回戦**（全{ $stages }回戦）·{ " " }
    }{ $tables }卓のうち{ $running }卓がプレイ中
night-table = 卓{ $table }
night-table-people = { $table }：{ $who }
night-table-done = { $table }{ "\u00A0" }✓
night-leave = 次の回戦から抜ける
night-back = 復帰する
night-leaving = -# 抜けると、次の回戦からCOMが代わりに座ります。
night-end = この回戦で終える
night-sure-end = { $how ->
        [off] **このリーグナイトを取りやめますか？** もう参加できなくなります。元には戻せません。
        [now] **このリーグナイトを今終わりにしますか？** 次の回戦は始まりません。元には戻せません。
       *[later] **このリーグナイトをこの回戦で終わりにしますか？** 次の回戦は始まりません。元には戻せません。
    }
night-end-done = { $how ->
        [off] リーグナイトを取りやめました。
        [over] リーグナイトを終わりにしました。
       *[playing] リーグナイトは、この回戦で終わります。
    }
night-sure-event = サーバーのイベントは毎週くり返します。いっしょに削除しなければ、イベントは残ります。
night-end-event = イベントも削除
night-event-stays = イベントは残り、毎週くり返します。「イベントの管理」の権限がある人は、サーバーのイベント一覧から削除できます。
night-no-event = リーグナイトは開きましたが、{ $why ->
        [forbidden] イベントは作れませんでした。「イベントを作成」の権限が必要です。
        [refused] イベントはDiscordに拒否されました。1つのサーバーのイベントは100件までです。
       *[unknown] Discordから時間内に返事がありませんでした。イベントができていないかもしれません。サーバーのイベント一覧を確認してください。
    }もう一度試すには、リーグナイトを取りやめて、開き直してください。
night-standings = 全員の順位
night-small = -# { $stages ->
        [1] カードは、全部の卓が終わってから公開します。
       *[other] 各回戦のカードは、全部の卓が終わってから公開します。
    }リーグナイトの結果はレーティングに入りません。
night-small-over = -# リーグナイトの結果はレーティングに入りません。
night-managers-start = -# 「開始」と「取りやめる」を押せるのはサーバーの管理者だけです。
night-managers-end = -# 「この回戦で終える」を押せるのはサーバーの管理者だけです。
night-line = { $own ->
        [yes] **{ $rank }位 { $who } · { $share }%**
       *[no] { $rank }位 { $who } · **{ $share }%**
    }
night-shares = { $shares }
night-no-share = –
night-more = -# ほか{ $count }人
night-computers = -# COM（{ $level }、順位なし）：{ $share }%
night-share-means = -# 100%：ほかの卓で同じ席に座った全員より上
night-points = { $how ->
        [team] （チーム{ $points }点）
       *[own] （{ $points }点）
    }
night-no-standings = まだ終わった回戦がありません。
night-promise = -# 🔐 リーグナイト：{ $stages ->
        [1] 配札
       *[other] 全回戦の配札
    }を事前に確定しました。終わってから確かめられます · { $short }
night-deals = ### このリーグナイトの配札
night-deals-how = -# 参加したときに控えたコミットメントと比べてください。{ $stages ->
        [1] {""}
       *[other] 回戦が終わると、
    }各卓の「リプレイ」から受け取れる記録で配札を確かめられます。
night-deals-file = リーグナイト{ $night }
night-commitment = 第{ $stage }回戦のコミットメント：{ $commitment }
night-secret = 第{ $stage }回戦の秘密の値：{ $secret }
night-event = リーグナイト：{ $game }
night-event-about = どの卓も同じ配札で遊びます。参加はチャンネルのメッセージから。

# うまくいかなかったとき
fault-unknown = エラーが発生しました。ゲームは無事なので、もう一度お試しください。
fault-busy = 混み合っているため、今の操作を受け付けられませんでした。少し待ってから、もう一度お試しください。
fault-unshown = 結果を表示できませんでした。操作が二重に実行されることはありません。/hand か /tables でもう一度ご覧ください。
fault-permissions = ここでは卓を開けません。ボットに次の権限が必要です：{ $permissions }。サーバーの管理者に頼むか、別のチャンネルを使ってください。
fault-elsewhere = このサーバーで卓を開けるのは { $places } です。そこで /play を使ってください。
fault-elsewhere-unseen = このサーバーで卓を開けるチャンネルは、あなたには見えません。サーバーの管理者に相談してください。
fault-forum = フォーラムでは、投稿の中にしかメッセージを出せません。{ $forum } の投稿を開くか、新しく投稿して、そこでもう一度お試しください。
fault-guild-only = 卓を開けるのはサーバーの中だけです。サーバーのチャンネルでこのコマンドを使ってください。
fault-not-member = このサーバーにはコマンドだけが追加されていて、まだ卓を開けません。サーバーの管理者に[ボットとしても招待]({ $link })してもらってから、もう一度 /play を使ってください。
fault-other-version = これは別のバージョンのボットが出したものなので使えません。/hand で手札を、/tables で卓の一覧を開けます。新しい卓は /play で開けます。

# Discordのコマンド一覧
command-play = ゲームの卓を開く
command-play-game = 遊ぶゲーム
command-play-seats = 人数（後で変更可）
command-play-pace = 1手の持ち時間
command-play-at = 卓を開く時刻（省略するとすぐに開きます）
command-hand = 自分の手札を見る
command-hand-table = どの卓の手札か
command-tables = 開いている卓の一覧を見る
command-replay = 終わったゲームを1手ずつ見直す
command-replay-table = どの卓のゲームか
command-rules = ゲームのルールを見る
command-rules-game = どのゲームのルールか
command-learn = 遊びながら3分でゲームを覚える
command-learn-lesson = どのゲームのレッスンか
command-night = リーグナイトを開く（同じ配札を複数の卓で。サーバー管理者用）
command-night-game = 遊ぶゲーム
command-night-stages = 何回戦か（省略すると2。1回戦ごとに席を移ります）
command-night-seats = 1卓の席の数（省略すると、このチャンネルで前にこのゲームを遊んだときの数）
command-night-pace = 1手の持ち時間（省略すると「早指し」）
command-night-level = 空いた席に座るCOMの強さ（省略するとサーバーの設定）
command-night-at = 始める予定の時刻（開始は自分で押します）
command-night-weekly = サーバーのイベントを毎週くり返す（リーグナイトは毎回自分で開きます）
command-today = 「今日の一局」：1日1回、COMと1ラウンド。同じ配札の人どうしで比べます
command-leaderboard = 順位表を見る
command-leaderboard-game = どのゲームか（省略すると、順位が出ている中で最も遊ばれているゲーム）
command-leaderboard-period = 並べ方（レーティング、通算・今シーズン・今月の勝ち数）
command-profile = レーティング、順位、バッジなどの成績を見る
command-profile-member = 誰の成績か（省略すると自分）
command-settings = 自分の設定（管理者はサーバーの設定も）を変える
command-settings-zone = タイムゾーンを設定する（都市や国の名前を英語で）
command-privacy = 自分の保存データを受け取る、または消す
command-help = Ichizaの使い方を見る
