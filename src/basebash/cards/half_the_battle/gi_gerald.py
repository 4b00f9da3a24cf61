"""G.I. Gerald: soldiers who fight as minions or help as actions."""

from basebash.engine import BEFORE_SCORING, PLAYED, YOURS, Action, Card, Event, Faction, Fusion, Minion, Minions

GI_GERALD = Faction(
    "G.I. Gerald",
    set_name="Half the Battle",
    summary="Every soldier is also action",
    difficulty=3,
    tags=("swarm", "draw"),
    icon="sergeant",
    colours=("#3c3602", "#f3e8b6"),
    intro=(
        "Nearly all your cards are fusions: play each as a minion or as an action, whichever helps more now. "
        "Two fusions a turn are the rule, one with the minion play and one with the action play. "
        "Keep strong Action abilities on the table for Shellback and Home Safety to use again."
    ),
)

COPIED = (
    "A copied ability happens as if the copying card had it, this one time; nothing more is gained, and it isn't that "
    "card's ability otherwise."
)
INSTEAD = "The Special is used in place of what the card does when it is played normally."


class Viscount(Minion, of=GI_GERALD):
    """Ongoing: Once per turn, when you have played a fusion and used its Action ability, this minion may get
    +2 power until the turn ends OR a +1 power counter.
    """

    power = 5
    rulings = (
        "Using the Action ability of a fusion that is already in play doesn't count, nor does Home Safety's Special.",
    )

    scope = YOURS
    once = ("after_fusion_used",)

    async def after_fusion_used(self, me: Card, event: Event) -> None:
        async for chosen in me.either(may=True):
            if chosen("Give it +2 power"):
                await me.add_power(me, 2)
            elif chosen("Place a +1 power counter on it"):
                await me.add_counters(me)


class CanDo(Fusion, of=GI_GERALD, copies=2):
    """Minion: You may play one of these as an extra card: a minion with power 2 or less here, or an action. Action: You
    may play both, and the minion may go anywhere.
    """

    name = "Can-Do"
    power = 4

    async def on_play(self, me: Card) -> None:
        mode = await me.choose_mode(["Play an extra minion here", "Play an extra action"], "Which one?", may=True)
        if mode == 1:
            await me.extra_minion(max_power=2, at=me.here)
        elif mode == 2:
            await me.extra_action()

    async def as_action(self, me: Card) -> None:
        await me.extra_minion(max_power=2)
        await me.extra_action()


class DiceNinja(Fusion, of=GI_GERALD, copies=3):
    """Minion: Draw a card. Action: Draw 2 cards."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await me.draw()

    async def as_action(self, me: Card) -> None:
        await me.draw(2)


class Rosie(Fusion, of=GI_GERALD, copies=4):
    """Minion: You may give another minion here a +1 power counter. Action: Put two +1 power counters on your
    minions, both on one or one each.
    """

    power = 2
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        others = me.find_minions(here=True, another=True)
        await me.add_counters(await me.choose(others, "Place a +1 power counter on which minion?", may=True))

    async def as_action(self, me: Card) -> None:
        for _ in range(2):
            await me.add_counters(await me.choose(self.boosts(me), "Place a +1 power counter on which minion?"))


class MabelLean(Fusion, of=GI_GERALD, copies=2):
    """Minion: If you have no other minion here, you may give this one a +1 power counter. Action: Play an
    extra minion with power 2 or less.
    """

    power = 2

    async def on_play(self, me: Card) -> None:
        alone = not me.find_minions(here=True, yours=True, another=True)
        if alone and await me.may(f"Place a +1 power counter on {me.name}?"):
            await me.add_counters(me)

    async def as_action(self, me: Card) -> None:
        await me.extra_minion(max_power=2)


class Mowat(Fusion, of=GI_GERALD):
    """Minion: Another minion may become 1 stronger until the turn ends. Action: A minion becomes 3 stronger until
    the turn ends.
    """

    name = "M.O.W.A.T."
    power = 2
    boosts = Minions()

    async def on_play(self, me: Card) -> None:
        await me.add_power(await me.choose(me.find_minions(another=True), "Which minion gets +1 power?", may=True), 1)

    async def as_action(self, me: Card) -> None:
        await me.add_power(await me.choose(self.boosts(me), "Which minion gets +3 power?"), 3)


class Obstruction(Fusion, of=GI_GERALD):
    """Minion: Each of your minions here gets +1 power until the turn ends. Action: Place a minion with power 3 or less
    at the bottom of its owner's deck.
    """

    power = 2
    targets = Minions(max_power=3)

    async def on_play(self, me: Card) -> None:
        await me.add_power(me.find_minions(here=True, yours=True), 1)

    async def as_action(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Place which minion at the bottom of its owner's deck?")
        await me.place_on_deck(minion, bottom=True)


class Sawbones(Fusion, of=GI_GERALD):
    """Minion: Choose an action in your discard pile and shuffle it into your deck. Action: Choose a minion in
    your discard pile and shuffle it into your deck.
    """

    power = 2

    async def on_play(self, me: Card) -> None:
        actions = [card for card in me.discard_pile if card.is_action]
        await me.shuffle_into_deck(await me.choose(actions, "Shuffle which action into your deck?"))

    async def as_action(self, me: Card) -> None:
        minions = [card for card in me.discard_pile if card.is_minion]
        await me.shuffle_into_deck(await me.choose(minions, "Shuffle which minion into your deck?"))


class Shellback(Fusion, of=GI_GERALD, copies=2):
    """Minion: You may return one of your fusions in play, other than a Shellback, to your hand. Action: Copy the Action
    ability of another of your fusions in play.
    """

    power = 2
    mentions = ("Shellback",)
    rulings = (COPIED,)

    async def on_play(self, me: Card) -> None:
        others = [minion for minion in me.find_minions(yours=True) if minion.is_fusion and not minion.is_a(self.name)]
        await me.return_to_hand(await me.choose(others, "Return which fusion to your hand?", may=True))

    def models(self, me: Card) -> list[Card]:
        # To copy a Shellback would only mean to choose again.
        in_play = me.minions_in_play(yours=True)
        return [minion for minion in in_play if minion.is_fusion and not minion.is_a(self.name)]

    async def as_action(self, me: Card) -> None:
        await me.copy_action(await me.choose_model(self, "Copy the Action ability of which fusion?"))


class SkiLift(Fusion, of=GI_GERALD):
    """Minion: You may move one of your minions here from another base. Action: Move a minion."""

    power = 2
    targets = Minions()

    async def on_play(self, me: Card) -> None:
        elsewhere = me.find_minions(yours=True, elsewhere=True)
        await me.move(await me.choose(elsewhere, "Move which minion here?", may=True), me.here)

    async def as_action(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, f"Move {minion.name} where?"))


class NowYouKnowHomeSafety(Action, of=GI_GERALD):
    """Play, at once, an extra minion with power 2 or less. You may use the Action ability of a fusion played so,
    too. Special: When a base is about to score, you may play this card to copy what one of your fusions there does
    as an action.
    """

    name = "Now You Know: Home Safety"
    window = BEFORE_SCORING
    rulings = (COPIED, INSTEAD)

    async def on_play(self, me: Card) -> None:
        minion = (await me.extra_minion(max_power=2, now=True)).played
        if minion is not None and minion.is_fusion and await me.may(f"Use the Action ability of {minion.name} too?"):
            await minion.copy_action(minion, played=True)

    def models(self, me: Card) -> list[Card]:
        fusions = [minion for minion in me.find_minions(yours=True) if minion.is_fusion]
        return [fusion for fusion in fusions if fusion.here.is_scoring]

    async def on_special(self, me: Card, base: Card) -> None:
        await me.copy_action(await me.choose_model(self, "Copy the Action ability of which fusion?"))


def is_fresh(me: Card, minion: Card) -> bool:
    """Whether a minion was played this turn."""
    return bool(me.deeds(PLAYED, card=minion))


class GoGerald(Action, of=GI_GERALD):
    """Choose a base. Each of your minions that was played there this turn gets +2 power until the turn ends."""

    name = "Go, Gerald!"
    boosts = Minions(is_fresh, yours=True)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Choose a base")
        if base is not None:
            await me.add_power([m for m in self.boosts(me) if me.deeds(PLAYED, card=m, at=base)], 2)
