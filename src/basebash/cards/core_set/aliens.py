"""Aliens: they beam minions back to hand and pocket stray victory points."""

from basebash.engine import ON_BASE, Action, Card, Faction, Minion, Minions, Scoring

ALIENS = Faction(
    "Aliens",
    set_name="Core Set",
    summary="Return minions to their hands",
    difficulty=2,
    tags=("move", "draw"),
    icon="ufo",
    colours=("#4a2f7c", "#b4f25e"),
    intro=(
        "Aliens win bases by emptying them: whatever stands in your way goes back to its owner's hand. "
        "Beam up your own Invaders and play them again, and every landing is another VP. "
        "Beware of rivals with strong on-play abilities, who will thank you for handing them a second go."
    ),
)


class SupremeOverlord(Minion, of=ALIENS):
    """You may return any one minion in play to its owner's hand."""

    power = 5

    async def on_play(self, me: Card) -> None:
        await me.return_to_hand(await me.choose(me.find_minions(), "Return which minion?", may=True))


class Invader(Minion, of=ALIENS, copies=2):
    """You gain 1 VP."""

    power = 3
    rulings = ("The VP stays yours even if Invader is destroyed or its ability is cancelled afterwards.",)

    async def on_play(self, me: Card) -> None:
        await me.gain_vp()


class Scout(Minion, of=ALIENS, copies=3):
    """Special: You may return this minion to your hand after this base scores."""

    power = 3

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        if await me.may(f"Return {me.name} to your hand?"):
            await me.return_to_hand(me)


class Collector(Minion, of=ALIENS, copies=4):
    """You may return a minion here with power 3 or less to its owner's hand."""

    power = 2

    async def on_play(self, me: Card) -> None:
        small = me.find_minions(here=True, max_power=3)
        await me.return_to_hand(await me.choose(small, "Return which minion?", may=True))


class Abduction(Action, of=ALIENS):
    """Return a minion to its owner's hand, and play an extra minion."""

    targets = Minions()

    async def on_play(self, me: Card) -> None:
        await me.return_to_hand(await me.choose(self.targets(me), "Return which minion?"))
        await me.extra_minion()


class BeamUp(Action, of=ALIENS, copies=2):
    """Choose a minion and return it to its owner's hand."""

    targets = Minions()

    async def on_play(self, me: Card) -> None:
        await me.return_to_hand(await me.choose(self.targets(me), "Return which minion?"))


class CropCircles(Action, of=ALIENS):
    """Choose a base. All minions there return to their owners' hands."""

    targets = Minions()

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Return all minions of which base?")
        if base is not None:
            await me.return_to_hand(self.targets(me, at=base))


class Disintegrator(Action, of=ALIENS, copies=2):
    """Place a minion with power 3 or less at the bottom of its owner's deck."""

    targets = Minions(max_power=3)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Place which minion under its owner's deck?")
        await me.place_on_deck(minion, bottom=True)


class Invasion(Action, of=ALIENS):
    """Choose any minion and move it to another base."""

    targets = Minions()

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, "Move it where?"))


class JammedSignal(Action, of=ALIENS):
    """Play on a base. Ongoing: Cancel the abilities of this base."""

    plays_on = ON_BASE
    rulings = (
        (
            "While its ability is cancelled, the base gives nobody orders, forbids nothing, and neither "
            "helps, harms nor protects any card."
        ),
    )

    def cancels(self, me: Card, card: Card) -> bool:
        return me.is_on(card)


class Probe(Action, of=ALIENS):
    """Look at another player's hand. You choose a minion in it, and they discard that minion."""

    async def on_play(self, me: Card) -> None:
        player = await me.choose_player(me.others, "Look at whose hand?")
        if player is not None:
            minions = [card for card in me.look_at_hand(player) if card.is_minion]
            await me.discard(await me.choose(minions, "Which minion is discarded?"), player=player)


class Terraforming(Action, of=ALIENS):
    """Swap a base in play with one that you search the base deck for.
    You may play an extra minion on the new base.
    """

    rulings = (
        (
            "Everything on the old base stays where it is and is now on the new one: minions, actions on "
            "them and actions on the base."
        ),
        "The base you swap out goes into the base deck, which is shuffled as after any search.",
    )

    async def on_play(self, me: Card) -> None:
        found = await me.choose(me.search_through_bases(), "Bring which base into play?")
        old = await me.choose(me.bases, f"Swap which base with {found.name}?") if found else None
        if await me.swap_base(old, found):
            await me.extra_minion(at=found)
