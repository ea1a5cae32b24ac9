# English for the engine's sentences whose own plain English stumbles over one and many, or is long for a phone.
# The keys are the Phrases'.

tricks-won = { $count ->
    [one] 1 trick won
   *[other] { $count } tricks won
}
follow = Follow { $suit }: { $count ->
    [one] only 1 of your cards can
   *[other] { $count } of your cards can
}

saizen-cards-left = { $count ->
    [one] 1 card in hand
   *[other] { $count } cards in hand
}

square-market = Market: { $cards }, or the top of the stock ({ $stock ->
    [one] 1 card
   *[other] { $stock } cards
})
square-row = row { $row } ({ $points ->
    [one] runs now worth 1 point
   *[other] runs now worth { $points } points
})

tezuma-in-hand = { $count ->
    [one] 1 card in hand
   *[other] { $count } cards in hand
}
tezuma-open-ability = { $ability } ({ $uses ->
    [one] 1 use
   *[other] { $uses } uses
}): { $effect }
tezuma-score-bid = { $count ->
    [one] 1 trick
   *[other] { $count } tricks
} on the bid { $table }
tezuma-score-pain = pain suit { $suit }: { $count } captured
tezuma-open-bid = no.{ "\u00A0" }{ $number }{ "\u00A0" }({ $table })
