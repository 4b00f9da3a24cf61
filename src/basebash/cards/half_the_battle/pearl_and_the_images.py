"""Pearl and the Images: a band that makes everyone stronger, itself most of all."""

from basebash.engine import (
    BEFORE_SCORING,
    HERE,
    ON_BASE,
    ON_MINION,
    OTHERS,
    YOUR_TURN_START,
    Action,
    Card,
    Event,
    Faction,
    Lasting,
    Minion,
    Minions,
)

PEARL_AND_THE_IMAGES = Faction(
    "Pearl and the Images",
    set_name="Half the Battle",
    summary="Help others, grow even more",
    difficulty=4,
    tags=("grow",),
    icon="microphone",
    colours=("#6d1469", "#73d7fe"),
    intro=(
        "You hand out power and counters to everyone, and profit each time another player's minion grows. "
        "Topaz and She's Got the Power watch for it on every turn, so keep them where things happen. "
        "Before a base scores, We're Up, You're Down takes away all that the others have gained."
    ),
)

ANY_INCREASE = "It works on any player's turn, at any time, and for every way in which power goes up."


class Pearl(Minion, of=PEARL_AND_THE_IMAGES):
    """Talent: Draw, off the top of your deck, the first minion with power 2 or less OR choose a minion here:
    it gets +1 power until the turn ends.
    """

    power = 5

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Draw a minion with power 2 or less"):
                await me.draw_off_top(lambda card: card.is_minion and card.power <= 2)
            elif chosen("Give a minion +1 power"):
                await me.add_power(await me.choose(me.find_minions(here=True), "Which minion gets +1 power?"), 1)


class Crystal(Minion, of=PEARL_AND_THE_IMAGES, copies=2):
    """Talent: Put a +1 power counter on a minion of another player. If you do, a minion of yours at its base
    gets one too.
    """

    power = 4

    async def talent(self, me: Card) -> None:
        enemies = filter(me.is_enemy, me.find_minions(yours=False))
        theirs = await me.choose(enemies, "Place a +1 power counter on which minion?")
        for minion in await me.add_counters(theirs):
            yours = me.find_minions(at=minion.here, yours=True)
            await me.add_counters(await me.choose(yours, "And on which of yours there?"))


class Ruby(Minion, of=PEARL_AND_THE_IMAGES, copies=3):
    """You may give every player's minions here +1 power until the turn ends."""

    power = 2

    async def on_play(self, me: Card) -> None:
        if await me.may("Give all minions here +1 power?"):
            await me.add_power(everybodys(me.here), 1)


class Topaz(Minion, of=PEARL_AND_THE_IMAGES, copies=4):
    """Ongoing: Once per turn, when the power of another player's minion has increased, you may give this
    minion a +1 power counter OR, if you have a minion at that base, move this minion there.
    """

    power = 2
    rulings = (ANY_INCREASE,)
    scope = OTHERS
    once = ("after_power_increased",)

    async def after_power_increased(self, me: Card, event: Event) -> None:
        stronger = event.card
        where = "there" if stronger.base is None else f"to {stronger.base.name}"
        async for chosen in me.either(prompt=f"{stronger.name} is stronger now.", may=True):
            if chosen("Place a +1 power counter on it"):
                await me.add_counters(me)
            elif chosen(f"Move it {where}", self.may_join(me, stronger)):
                await me.move(me, stronger.base)

    def may_join(self, me: Card, stronger: Card) -> bool:
        """Whether the minion that has become stronger is at another base, where its controller has one."""
        there = stronger.base
        return there is not None and there is not me.base and me.has_minion_at(there)


class AllsRightWithTheWorld(Action, of=PEARL_AND_THE_IMAGES):
    """Play on a base. Talent: Give every player's minions here +1 power until the turn ends OR give one minion of each
    player here +2 power until the turn ends.
    """

    name = "All's Right with the World"
    plays_on = ON_BASE

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Give all minions +1 power"):
                await me.add_power(everybodys(me.here), 1)
            elif chosen("Give one minion of each player +2 power"):
                teams = [me.here.minions_of(player) for player in me.clockwise()]
                picked = [await me.choose(team, "Which minion gets +2 power?") for team in teams]
                await me.add_power([minion for minion in picked if minion is not None], 2)


class DressingRoom(Action, of=PEARL_AND_THE_IMAGES):
    """Every player may draw a card. You then draw a card for each player who did, yourself among them."""

    async def on_play(self, me: Card) -> None:
        count = 0
        for player in me.clockwise():
            if await me.may("Draw a card?", player=player):
                count += len(await me.draw(player=player))
        await me.draw(count)


class JamAllNightLong(Action, of=PEARL_AND_THE_IMAGES, copies=2):
    """Play on a base. Talent: Choose a player. Here they play an extra minion with power 2 or less, or reveal
    a hand without one. If another player did play one, you may either draw a card or give a minion here a +1
    power counter.
    """

    plays_on = ON_BASE
    rulings = ("You may choose yourself.",)

    async def talent(self, me: Card) -> None:
        player = await me.choose_player(me.clockwise(), "Who plays a minion here?")
        if player is None:
            return
        base = me.here  # what is played here may remove this card
        attempt = await me.demand_minion(player, max_power=2, at=base)
        if attempt.happened and me.is_other_player(player):
            modes = ["Draw a card", "Give a minion here a +1 power counter"]
            mode = await me.choose_mode(modes, "Which one?", may=True)
            if mode == 1:
                await me.draw()
            elif mode == 2:
                await me.add_counters(await me.choose(me.find_minions(at=base), "Place it on which minion?"))


class LoveUnitesUs(Action, of=PEARL_AND_THE_IMAGES):
    """Every player shuffles all minions with power 2 or less of their discard pile into their deck."""

    async def on_play(self, me: Card) -> None:
        for player in me.clockwise():
            small = [card for card in me.discard_pile_of(player) if card.is_minion and card.power <= 2]
            await me.shuffle_into_deck(small, player=player)


class NowYouKnowBikeSafety(Action, of=PEARL_AND_THE_IMAGES):
    """Choose one of your minions. Move it and a minion of another player at its base together to another
    base. Special: When a base is about to score, you may play this card; then the two move to that base.
    """

    name = "Now You Know: Bike Safety"
    window = BEFORE_SCORING
    rulings = (
        "If no other player has a minion there, yours moves alone.",
        "The Special is used in place of what the card does when it is played normally.",
    )

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return [hunter, *me.find_minions(at=hunter.base, yours=False)]

    async def on_play(self, me: Card) -> None:
        await self.ride(me, me.bases)

    async def on_special(self, me: Card, base: Card) -> None:
        await self.ride(me, [base])

    async def ride(self, me: Card, bases: list[Card]) -> None:
        """Moves one of your minions and one of another player's together to one of the bases."""
        riders = [minion for minion in me.find_minions(yours=True) if any(base is not minion.base for base in bases)]
        rider = await me.choose_hunter(self, "Move which of your minions?", among=riders, is_affected=True)
        if rider is not None:
            other = await me.choose(self.prey_of(me, rider)[1:], "And which of another player's?")
            to = await me.choose([base for base in bases if base is not rider.base], "Move them where?")
            await me.move([rider] if other is None else [rider, other], to)


class ShesGotThePower(Action, of=PEARL_AND_THE_IMAGES, copies=2):
    """Play on a minion. Ongoing: Once per turn, when the power of another player's minion here has increased,
    this minion may get +3 power until the turn ends.
    """

    name = "She's Got the Power"
    plays_on = ON_MINION
    rulings = (ANY_INCREASE,)
    scope = HERE + OTHERS
    once = ("after_power_increased",)

    async def after_power_increased(self, me: Card, event: Event) -> None:
        minions = [] if me.host is None else [me.host]
        await me.add_power(await me.choose(minions, "Give it +3 power?", may=True), 3)


def has_rivals(me: Card, _minion: Card) -> bool:
    """Whether other players have minions."""
    return bool(me.find_minions(yours=False))


class TrulyOutstanding(Action, of=PEARL_AND_THE_IMAGES):
    """Place a +1 power counter on each of any number of other players' minions. For each of these counters, you may
    place one on a minion of yours.
    """

    boosts = Minions(yours=False) | Minions(has_rivals, yours=True)
    rulings = ("Several of yours may go on one minion, and your minions may be at any bases.",)

    async def on_play(self, me: Card) -> None:
        theirs = [minion for minion in self.boosts(me) if me.is_enemy(minion)]
        low = 1 if me.must_aim else 0
        prompt = "Place +1 power counters on which minions?"
        for _ in await me.add_counters(await me.choose_some(theirs, prompt, low=low)):
            yours = me.find_minions(yours=True)
            await me.add_counters(await me.choose(yours, "Place a +1 power counter on which of yours?", may=True))


class OnlyWhatIsPrinted(Lasting):
    """At the base, other players' minions add no more than what is printed on them."""

    def counted_power_of(self, me: Card, card: Card) -> int | None:
        return card.printed_power if card.base is me.host and me.is_enemy(card) else None


class WereUpYoureDown(Action, of=PEARL_AND_THE_IMAGES):
    """Choose a base. Until your next turn starts, other players' minions there add only their printed power to
    their players' totals. Special: You may play this card when a base is about to score and nobody has more minions
    there than you, for that base.
    """

    name = "We're Up, You're Down"
    targets = Minions(yours=False)
    window = BEFORE_SCORING
    rulings = (
        (
            "Their real power still counts for breaking the base and for all that asks a minion's power. Minions that "
            "come to the base later are covered, those that go away aren't, and it ends with the base."
        ),
    )

    async def on_play(self, me: Card) -> None:
        await self.dim(me, await me.choose(me.bases, "At which base?"))

    def can_be_special(self, me: Card, base: Card) -> bool:
        yours = len(base.minions_of(me.controller))
        return yours > 0 and all(len(base.minions_of(player)) <= yours for player in me.others)

    async def on_special(self, me: Card, base: Card) -> None:
        await self.dim(me, base)

    async def dim(self, me: Card, base: Card | None) -> None:
        """The effect at a base."""
        if base is not None:
            await me.lay(OnlyWhatIsPrinted, on=base, until=YOUR_TURN_START)
            me.changes(self.targets(me, at=base))


def everybodys(base: Card) -> list[Card]:
    """The minions at a base that players control."""
    return [minion for minion in base.minions if minion.is_controlled]
