"""Backtimers: they send their cards ahead in time and meet them there."""

from basebash.engine import ACTION, STASIS, THAWED, Action, Allowance, Card, Event, Faction, Minion, Minions

BACKTIMERS = Faction(
    "Backtimers",
    hyphenated="Back|timers",
    set_name="Excellent Movies, Dudes!",
    intro=(
        "Put cards into stasis with counters on them; one counter comes off each of your turns, and a card "
        "without any is an extra card. "
        "Plan two or three turns ahead, so that a whole crowd steps out of time at once. "
        "Zany Prof and Will Have to Do hurry things along, and Lightning Strike turns what is left over into "
        "a broken base."
    ),
    summary="Cards wait in stasis, then strike",
    difficulty=5,
    tags=("draw",),
    icon="alarm-clock",
    colours=("#004b62", "#ebc196"),
)

EACH_COUNTER = "It happens for every counter, even if several are removed at once."


def is_removal(event: Event) -> bool:
    """Whether stasis counters were removed from a card."""
    return event.card.zone == STASIS and event.number < 0


async def look_ahead(me: Card, cards: list[Card]) -> None:
    """One of the top cards of a deck may go into stasis with two counters; the rest are put back in any
    order.
    """
    card = await me.choose(cards, "Place two stasis counters on which card?", may=True)
    await me.put_in_stasis(card, 2)
    rest = [other for other in cards if other is not card]
    await me.put_back(rest, "In which order on top of your deck? The first is uppermost.")


class AlexPMcGlide(Minion, of=BACKTIMERS):
    """You may choose a card in your hand and place two stasis counters on it. Talent: If any card lost its
    last stasis counter this turn, you may put a +1 power counter on a minion of yours.
    """

    name = "Alex P. McGlide"
    power = 5

    async def on_play(self, me: Card) -> None:
        await me.put_in_stasis(await me.choose(me.hand, "Place two stasis counters on which card?", may=True), 2)

    async def talent(self, me: Card) -> None:
        if me.deeds(THAWED):
            minion = await me.choose(me.find_minions(yours=True), "Place a +1 power counter on which minion?", may=True)
            await me.add_counters(minion)


class ZanyProf(Minion, of=BACKTIMERS, copies=2):
    """Ongoing: When your turn starts, you may choose one of your cards in stasis and remove a stasis
    counter from it or add one to it.
    """

    power = 4

    async def start_of_turn(self, me: Card, player: int) -> None:
        card = await me.choose(me.in_stasis, "Change the stasis counters of which card?", may=True)
        if card is None:
            return
        if card.counters and await me.choose_mode(["Remove a counter", "Add a counter"], "Remove or add?") == 1:
            await me.thaw(card)
        else:
            await me.put_in_stasis(card)


class LifelongBully(Minion, of=BACKTIMERS, copies=3):
    """Choose one of your cards in stasis and add a stasis counter to it, OR look at your deck's top two
    cards. One of those may get two stasis counters; what's left goes back in any order.
    """

    power = 3

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either(prompt="Which?"):
            if chosen("Add a stasis counter to a card in stasis", me.in_stasis):
                await me.put_in_stasis(await me.choose(me.in_stasis, "Add a stasis counter to which card?"))
            elif chosen("Look at your deck's top two cards"):
                await look_ahead(me, me.look_at_top(2))


class SidelinedGirlfriend(Minion, of=BACKTIMERS, copies=4):
    """You may place one stasis counter on this card. Special: Each time a stasis counter has come off this
    card, you may put a +1 power counter on a minion of yours on a base. Played from stasis, this is an extra
    minion and gets a +1 power counter.
    """

    power = 2
    rulings = (EACH_COUNTER,)
    speaks = {"after_counters": STASIS}

    async def on_play(self, me: Card) -> None:
        if await me.may(f"Place a stasis counter on {me.name}?"):
            await me.put_in_stasis(me)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card is me and is_removal(event)

    async def after_counters(self, me: Card, event: Event) -> None:
        minion = await me.choose(me.find_minions(yours=True), "Place a +1 power counter on which minion?", may=True)
        await me.add_counters(minion)

    async def from_stasis(self, me: Card) -> None:
        await me.add_counters(me)


class NinetyNineMPH(Action, of=BACKTIMERS, copies=2):
    """Choose a card in your hand and place two stasis counters on it. Draw a card."""

    name = "99 MPH"

    async def on_play(self, me: Card) -> None:
        await me.put_in_stasis(await me.choose(me.hand, "Place two stasis counters on which card?"), 2)
        await me.draw()


class BackFromTheFuture(Action, of=BACKTIMERS, copies=2):
    """Reveal your deck's top three cards. You may choose one and place two stasis counters on it. The others
    go back on top in any order.
    """

    name = "Back From the Future"

    async def on_play(self, me: Card) -> None:
        await look_ahead(me, me.reveal_top(3))


class DisruptTheSpaceTimeContinuum(Action, of=BACKTIMERS):
    """Choose up to two cards in your hand. If you chose one, place one stasis counter on it; if you chose
    two, place two stasis counters on each.
    """

    name = "Disrupt the Space-Time Continuum"

    async def on_play(self, me: Card) -> None:
        cards = await me.choose_some(me.hand, "Put up to two cards into stasis", high=2)
        await me.put_in_stasis(cards, len(cards))


class FutureAlmanac(Action, of=BACKTIMERS):
    """Place three stasis counters on this card. Special: Each time you have removed a stasis counter
    from it, draw a card. Played from stasis, it is discarded.
    """

    name = "Future Almanac?"
    rulings = (EACH_COUNTER,)
    speaks = {"after_counters": STASIS}

    async def on_play(self, me: Card) -> None:
        await me.put_in_stasis(me, 3)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card is me and is_removal(event) and event.by == me.controller

    async def after_counters(self, me: Card, event: Event) -> None:
        await me.draw()

    async def from_stasis(self, me: Card) -> None:
        await me.discard(me)


class HelpFromThePast(Action, of=BACKTIMERS):
    """Place three stasis counters on this card. Special: As it enters stasis, store under it a card
    from your discard pile. Played from stasis, it is discarded, and you may play a card that was stored
    under it as an extra card.
    """

    name = "Help From the Past"

    async def on_play(self, me: Card) -> None:
        await me.put_in_stasis(me, 3)

    async def on_stasis(self, me: Card) -> None:
        await me.store(await me.choose(me.discard_pile, "Store which card?"), under=me)

    async def from_stasis(self, me: Card) -> None:
        stored = me.stored
        await me.discard(me)
        await me.play_one(stored)


class LetterFromAnotherTime(Action, of=BACKTIMERS):
    """Place three stasis counters on this card. Special: As it enters stasis, search your deck for any
    card and store it under this one. Played from stasis, this is discarded, and you may play a card
    that was stored under it as an extra card.
    """

    name = "Letter From Another Time"
    rulings = ("The card you find is shown to everybody, though it may be any card.",)

    async def on_play(self, me: Card) -> None:
        await me.put_in_stasis(me, 3)

    async def on_stasis(self, me: Card) -> None:
        await me.store(await me.search(lambda _: True, "Store which card?"), under=me)

    async def from_stasis(self, me: Card) -> None:
        stored = me.stored
        await me.discard(me)
        await me.play_one(stored)


class LightningStrike(Action, of=BACKTIMERS):
    """Place two stasis counters on this card. Special: Stasis counters that you remove from other cards
    may be placed on this one. Spend an action play on your turn to lower a base's breakpoint, until the
    turn ends, by the stasis counters on this card, though never by more than 5; then discard it. Played
    from stasis, it is discarded.
    """

    rulings = ("The breakpoint stays lower until the turn ends, though this card is gone.",)
    speaks = {"after_counters": STASIS, "use": STASIS, "stands_in": STASIS}

    async def on_play(self, me: Card) -> None:
        await me.put_in_stasis(me, 2)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card is not me and is_removal(event) and event.by == me.controller

    async def after_counters(self, me: Card, event: Event) -> None:
        if await me.may(f"Place the counter of {event.card.name} on {me.name}?"):
            await me.put_in_stasis(me)

    def stands_in(self, me: Card, player: int, right: Allowance) -> bool:
        return bool(right.kind & ACTION) and right.card < 0

    async def use(self, me: Card, player: int) -> None:
        me.change_breakpoint(await me.choose(me.bases, "Lower which breakpoint?"), -min(me.counters, 5))
        await me.discard(me)

    async def from_stasis(self, me: Card) -> None:
        await me.discard(me)


class WillHaveToDo(Action, of=BACKTIMERS):
    """Place up to two +1 power counters, both on one of your minions or one each on two, OR remove up
    to two stasis counters in all from your cards in stasis.
    """

    name = "Will Have to Do"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either(prompt="Which?"):
            if chosen("Place up to two +1 power counters", self.boosts(me)):
                await self.place(me)
            elif chosen("Remove up to two stasis counters", not me.must_aim and any(c.counters for c in me.in_stasis)):
                await self.remove(me)

    async def place(self, me: Card) -> None:
        """Up to two +1 power counters, placed together."""
        minions: list[Card] = []
        while len(minions) < 2:
            minion = await me.choose(self.boosts(me), "Place a +1 power counter on which minion?", may=True)
            if minion is None:
                break
            minions.append(minion)
        await me.add_counters(minions)

    async def remove(self, me: Card) -> None:
        """Up to two stasis counters, one after the other."""
        for _ in range(2):
            cards = [card for card in me.in_stasis if card.counters]
            card = await me.choose(cards, "Remove a stasis counter from which card?", may=True)
            await me.thaw(card)
