"""Madness: thirty equal cards that four factions deal in, and what those factions do with them."""

from basebash.engine import MADNESS, Action, Card, Who

TO_YOUR_PILE = "The Madness card lands in your own discard pile and not in the Madness deck."
NOT_LATER = "Minions that come into play later this turn don't get the power."


async def takes_madness(me: Card, player: Who) -> bool:
    """Whether a player who may draw a Madness card does; from an empty Madness deck nobody can (M11)."""
    wants = bool(me.supply(MADNESS)) and await me.may("Draw a Madness card?", player=player)
    return wants and bool(await me.draw(from_=MADNESS, player=player))


async def draw_up_to(me: Card, most: int) -> list[Card]:
    """Let its controller draw up to this many Madness cards, as far as there are any left; return those drawn."""
    most = min(most, len(me.supply(MADNESS)))
    count = await me.choose_number(0, most, "Draw how many Madness cards?") if most else 0
    return await me.draw(count, from_=MADNESS)


def madness_in(cards: list[Card]) -> list[Card]:
    """The Madness cards among these."""
    return [card for card in cards if card.is_madness]


async def discard_madness(me: Card) -> bool:
    """Its controller discards a Madness card from their hand; whether they had one. All are alike."""
    return bool(await me.discard(await me.choose(madness_in(me.hand)[:1], "Discard which card?")))


async def pass_madness(me: Card) -> None:
    """Its controller places a Madness card from their hand into another player's, for all to see (M15, M38)."""
    madness = await me.choose(madness_in(me.hand)[:1], "Pass on which card?")
    player = await me.choose_player(me.others if madness is not None else [], "Who gets the Madness card?")
    if player is not None:
        me.reveal(await me.place_in_hand(madness, hand_of=player), player=player)


class Madness(Action, of=MADNESS, copies=30):
    """Draw two cards, OR put this card back into the Madness deck."""

    rulings = (
        "All thirty are the same: a standard action that affects no minion.",
        "While the Madness deck is empty, whatever would make somebody draw from it does nothing.",
        "Whoever controls a Madness card owns it too.",
        (
            "When the game is over, players lose 1 VP for each pair of Madness cards that their hand, deck and discard "
            "pile hold together; of those who are then tied, whoever has the fewest is ahead."
        ),
    )

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Draw two cards"):
                await me.draw(2)
            elif chosen("Put this card back into the Madness deck"):
                await me.return_to_supply(me)
