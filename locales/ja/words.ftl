# 同じものを、ゲームの説明書に合わせて呼び分ける（$kind はゲームのID）

word-round = { $kind ->
    [tennos-square] ディール
    [tezumashi] ディール
   *[other] ラウンド
}
word-pain = { $kind ->
    [tezumashi] マイナスカード
   *[other] ペインスート
}
word-pain-suit = { $kind ->
    [tezumashi] マイナスのスート
   *[other] ペインスート
}
word-pain-short = { $kind ->
    [tezumashi] マイナス
   *[other] ペイン
}
word-bid = { $kind ->
    [tezumashi] 得点表
   *[other] ビッド
}
