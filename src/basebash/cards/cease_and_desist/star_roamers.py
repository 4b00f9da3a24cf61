"""Star Roamers: they beam their crew home, elsewhere, or straight back into action."""

from basebash.engine import (
    AFTER_SCORING,
    MINION,
    MOVE,
    ON_BASE,
    PLAYERS_MINIONS,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Instead,
    Minion,
    Minions,
    Scoring,
    is_minion,
)

STAR_ROAMERS = Faction(
    "Star Roamers",
    set_name="Cease and Desist",
    summary="Beam home and play again",
    difficulty=4,
    tags=("move", "swarm"),
    icon="spaceship",
    colours=("#11607f", "#ffe494"),
    intro=(
        "Beam your minions back to your hand and play them again, or let an Engineer or Whiplash Maneuver "
        "turn each trip home into a move. "
        "Keep Ensigns beside your officers: they step in front of whatever the others throw at you. "
        "Port Me Up rescues your best minion from a base that has just scored."
    ),
)

NOT_TO_YOUR_HAND = "A minion you don't own returns to its owner's hand, not yours, so this doesn't apply."
OWNED_BY_OTHERS = "You may return a minion of yours that somebody else owns and still do the rest."


def goes_to_your_hand(me: Card, card: Card) -> bool:
    """Whether it is another of your minions that would return to your hand, not to somebody else's."""
    return card is not me and card.is_minion and card.controller == card.owner == me.controller


class ShipsCaptain(Minion, of=STAR_ROAMERS):
    """Search your deck for a minion and reveal it. It goes into your hand, and you shuffle your deck. If
    that minion's power is 3 or less, you play it here as an extra minion.
    """

    name = "Ship's Captain"
    power = 5

    async def on_play(self, me: Card) -> None:
        minion = await me.search(is_minion, "Take which minion?")
        await me.place_in_hand(minion)
        if minion is not None and minion.power <= 3:
            await me.play_card(minion, at=me.here, may=True)


class MedicalOfficer(Minion, of=STAR_ROAMERS):
    """Ongoing: When other minions of yours, one or several at once, would return to your hand, you may
    leave one of them in play and draw a card instead.
    """

    power = 4

    async def instead_of_one_returned(self, me: Card, cards: list[Card]) -> Card | None:
        yours = [card for card in cards if goes_to_your_hand(me, card)]
        kept = await me.choose(yours, "Draw a card instead of returning which minion?", may=True)
        if kept is not None:
            await me.draw()
        return kept


class ScienceOfficer(Minion, of=STAR_ROAMERS):
    """Talent: Return one of your minions with power 4 or less to its owner's hand. Then play, as an extra
    minion, one with a different name.
    """

    power = 4
    rulings = (OWNED_BY_OTHERS,)

    async def talent(self, me: Card) -> None:
        you = me.controller
        minion = await me.choose(me.find_minions(yours=True, max_power=4), "Return which minion?")
        await me.return_to_hand(minion)
        await me.extra_minion(name="" if minion is None else f"!{minion.name}", player=you)


class ShipsEngineer(Minion, of=STAR_ROAMERS, copies=3):
    """Ongoing: Whenever another of your minions would return to your hand, you may instead move it to
    another base.
    """

    name = "Ship's Engineer"
    power = 3
    rulings = (NOT_TO_YOUR_HAND,)

    def would_replace(self, me: Card, card: Card) -> bool:
        return goes_to_your_hand(me, card)

    async def instead_of_returned(self, me: Card, card: Card, event: Event) -> Instead | None:
        base = await me.choose(card.other_bases, f"Move {card.name} to which base instead?", may=True)
        return me.instead(card, MOVE, onto=base)


class Ensign(Minion, of=STAR_ROAMERS, copies=4):
    """Ongoing: When another player plays a card that directly affects a different minion of yours here, you
    may let this minion take the effect instead.
    """

    power = 2
    rulings = (
        "Ensign can take Ongoing and Special effects too, but nothing from a card that is already in play.",
        (
            "It can take several effects where that makes sense: many times -1 power, but not many "
            "destructions unless it can't be destroyed."
        ),
        "An action that was meant for the other minion is played on Ensign.",
        "If the other minion was to change control, Ensign changes control in its place.",
        "One Ensign can't pass on to another Ensign what it has taken for a third minion.",
        "Ensign needn't meet the conditions for the first target, such as having power 3 or more.",
    )

    def would_intercept(self, me: Card, target: Card, act: Act) -> bool:
        play = act.source.resolving
        yours_here = target.base is me.base and target.controller == me.controller
        return (
            play is not None
            and me.is_other_player(play.player)
            and yours_here
            and target.is_minion
            and target is not me
        )

    async def intercept(self, me: Card, target: Card, act: Act) -> Card | None:
        prompt = f"Who takes the effect of {act.source.name} instead of {target.name}?"
        return await me.choose([me], prompt, may=True) or target


class Hyperspeed10(Action, of=STAR_ROAMERS):
    """Choose a base and move every minion there, whoever controls it, to one other base."""

    targets = Minions()

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Move all minions from which base?")
        if base is not None:
            to = await me.choose(base.other_bases, "Move them to which base?")
            await me.move(self.targets(me, at=base), to)


class MassTeleport(Action, of=STAR_ROAMERS, copies=2):
    """Every player chooses one of their minions and returns it to its owner's hand."""

    targets = PLAYERS_MINIONS

    async def on_play(self, me: Card) -> None:
        returning: dict[Card, int] = {}
        for player in me.clockwise():
            minion = await me.choose(self.targets(me, of=player), "Return which minion?", player=player)
            returning |= {} if minion is None else {minion: player}
        await me.return_to_hand(returning, credit=returning)


class PortMeUp(Action, of=STAR_ROAMERS, copies=2):
    """Choose one of your minions and return it to its owner's hand. Special: You may also play this after a
    base scores, but then the minion has to be at that base.
    """

    targets = Minions(yours=True)
    window = AFTER_SCORING

    async def on_play(self, me: Card) -> None:
        await me.return_to_hand(await me.choose(self.targets(me), "Return which minion?"))

    async def on_special(self, me: Card, base: Card) -> None:
        await me.return_to_hand(await me.choose(self.targets(me, at=base), "Return which minion?"))


class ProtectorFields(Action, of=STAR_ROAMERS):
    """Play on a base that has a minion of yours. Ongoing: Other players' cards don't affect your minions
    here.
    """

    plays_on = ON_BASE

    def can_be_played_on(self, me: Card, player: int, target: Card) -> bool:
        return bool(target.minions_of(player))

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return yours_here and me.is_enemy(act.source)


class TeleportError(Action, of=STAR_ROAMERS):
    """Choose a minion and move it to a different base, picked at random."""

    targets = Minions()

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            for base in me.random_cards(minion.other_bases, 1):
                await me.move(minion, base)


class TeleportOverflow(Action, of=STAR_ROAMERS):
    """Choose one of your minions and return it to its owner's hand. Then reveal any number of minions from
    your hand that all share one name, and play them as extra minions.
    """

    targets = Minions(yours=True)
    rulings = (
        OWNED_BY_OTHERS,
        "The revealed minions share a name with each other, which needn't be the name of the returned one.",
        "You may reveal just one minion.",
    )

    async def on_play(self, me: Card) -> None:
        await me.return_to_hand(await me.choose(self.targets(me), "Return which minion?"))
        minions = [card for card in me.hand if card.is_minion]
        first = await me.choose(minions, "Reveal and play which minion?", may=True, secret=True)
        if first is None:
            return
        others = [card for card in minions if card.name == first.name and card is not first]
        group = [first, *await me.choose_some(others, "Which others of that name?", secret=True)]
        me.reveal(group)
        for minion in group:
            if minion in me.hand:
                await me.play_card(minion, kind=MINION)


class WeirdNewWorlds(Action, of=STAR_ROAMERS):
    """Play a new base. On it, you may play an extra minion."""

    rulings = (
        (
            "In the 2016 printing you play this on a base: while it is in play there is one base more, and "
            "the next base that scores isn't replaced."
        ),
        "In the 2016 printing, if this leaves play earlier than that, the added base is kept for good.",
    )

    plays_on_once = ON_BASE
    ongoing = True

    async def on_play(self, me: Card) -> None:
        base = await me.add_base()
        if base is not None:
            await me.extra_minion(at=base)

    # In play, it is the 2016 printing.
    def in_window(self, me: Card, base: Card) -> bool:
        return True

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        if scoring.replaces:
            scoring.replaces = False
            await me.destroy(me)


class WhiplashManeuver(Action, of=STAR_ROAMERS):
    """Play on a base. Ongoing: When any of your minions on other bases would return to your hand, you may
    instead move them here.
    """

    plays_on = ON_BASE
    rulings = (NOT_TO_YOUR_HAND,)

    def would_replace(self, me: Card, card: Card) -> bool:
        return goes_to_your_hand(me, card) and card.base is not me.base

    async def instead_of_returned(self, me: Card, card: Card, event: Event) -> Instead | None:
        base = await me.choose([me.here], f"Move {card.name} to which base instead?", may=True)
        return me.instead(card, MOVE, onto=base)
