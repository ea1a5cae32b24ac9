# 卓の主の返事（host/words.py）

no-such-table = その卓は見つからないか、もうありません。/play で新しい卓を開けます。
no-such-game = そのようなゲームはありません。/play でゲームの一覧が出ます。
wrong-seats = { $game }の人数は{ $counts }人です。
lobby-gone = ゲームが始まったか、卓が閉じられています。席と設定はもう変えられません。
not-started = ゲームはまだ始まっていません。
table-over = この卓のゲームは終わっています。
table-closed = この卓は閉じられました。
table-frozen = 古いバージョンのルールで始めたゲームなので、続きはできません。成績には記録されません。
already-seated = あなたはもうこの卓に座っています。
lobby-full = この卓は満席です。
not-seated = あなたはこの卓に座っていません。
not-opener = それができるのは、卓を開いた { $opener } だけです。
seats-taken = 座っている人が{ $count }人より多いので、先に誰かが席を立つ必要があります。
bad-option = その設定は、もうありません。設定を開き直してください。
no-human = ゲームには、人が1人以上必要です。
no-other-seat = ほかに空いている席がありません。
no-such-computer = この卓にCOMはいません。
already-played = その手はもう済んでいます。今の状況はこのとおりです。
wait-your-turn = まだあなたの番ではありません。
no-such-choice = その選択肢はもうありません。今選べるのはこちらです。
try-again = 保存できなかったので、何も変わっていません。もう一度お試しください。
too-many-lobbies = 参加者を待っている卓に{ $count }か所座っています。まずどれかを始めるか、退席するか、閉じてください。/tables で一覧が出ます。
too-many-tables = このサーバーの{ $count }卓に席があります。まずどれかを終えるか、退席してください。/tables で一覧が出ます。
server-gathers = このサーバーでは、すでに{ $count }卓が参加者を待っています。新しく開かずに、/tables の一覧から参加してください。
server-full = このサーバーでは{ $count }卓が開いていて、これ以上は開けません。どれかが終わってから、もう一度お試しください。
