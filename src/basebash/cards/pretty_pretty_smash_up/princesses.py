"""Princesses: six mighty ladies, no two alike, and a chest full of heirlooms."""

from basebash.engine import (
    BEFORE_SCORING,
    DESTROY,
    ON_BASE,
    ON_MINION,
    PLACE,
    PLAYED,
    SHUFFLE,
    TO_BOTTOM,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Instead,
    Minion,
    Minions,
    Scoring,
    Who,
)

PRINCESSES = Faction(
    "Princesses",
    set_name="Pretty Pretty Smash Up",
    intro=(
        "Only six minions, but every one of them has 5 power and a gift of her own. "
        "Move them where they are needed, shuffle the fallen back in with Direct to DVD Sequel, and let one lady wear "
        "all three Heirlooms for +9 power. "
        "You won't swamp anybody with numbers, so make each minion count."
    ),
    summary="Few minions, all of them strong",
    difficulty=3,
    tags=("grow", "draw", "smash"),
    icon="tiara",
    colours=("#813e4f", "#c6d894"),
)


class Apricot(Minion, of=PRINCESSES):
    """Talent: Destroy a minion of another player here with power 2 or less."""

    power = 5

    async def talent(self, me: Card) -> None:
        await me.destroy(await me.choose(me.find_minions(here=True, yours=False, max_power=2), "Destroy which minion?"))


class Eliza(Minion, of=PRINCESSES):
    """Ongoing: In any one turn, no other player can play more than one extra card."""

    power = 5
    rulings = ("What a player plays on somebody else's turn, or outside their own Play Cards, is an extra card too.",)

    def forbids_extra(self, me: Card, player: Who, card: Card, base: Card | None) -> bool:
        extra = [deed for deed in me.deeds(PLAYED, player=player) if not deed.regular]
        return me.is_other_player(player) and bool(extra)


class Griselda(Minion, of=PRINCESSES):
    """Talent: Place an Heirloom from your discard pile into your hand."""

    power = 5
    mentions = ("Heirloom",)

    async def talent(self, me: Card) -> None:
        heirlooms = [card for card in me.discard_pile if card.is_a("Heirloom")]
        await me.place_in_hand(await me.choose(heirlooms, "Take which Heirloom?"))


class MarieDeGraw(Minion, of=PRINCESSES):
    """Talent: Reveal your deck's top card. Draw it if it is a minion; otherwise put it on the bottom of your deck."""

    name = "Marie DeGraw"
    power = 5

    async def talent(self, me: Card) -> None:
        for card in me.reveal_top():
            if card.is_minion:
                await me.draw()
            else:
                await me.place_on_deck(card, bottom=True)


class SleepingBeauty(Minion, of=PRINCESSES):
    """Ongoing: Whenever she would go from play to the discard pile, shuffle her into your deck instead."""

    power = 5

    def would_replace(self, me: Card, card: Card) -> bool:
        return card is me

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        return me.instead(me, SHUFFLE)


class SnowWhite(Minion, of=PRINCESSES):
    """Talent: Move any minion from another base to this one."""

    power = 5

    async def talent(self, me: Card) -> None:
        await me.move(await me.choose(me.find_minions(elsewhere=True), "Move which minion here?"), me.base)


class DirectToDVDSequel(Action, of=PRINCESSES, copies=2):
    """Choose a minion in your discard pile and shuffle it into your deck. Draw a card."""

    name = "Direct to DVD Sequel"

    async def on_play(self, me: Card) -> None:
        minions = [card for card in me.discard_pile if card.is_minion]
        await me.shuffle_into_deck(await me.choose(minions, "Shuffle which minion into your deck?"))
        await me.draw()


class FairyGodmother(Action, of=PRINCESSES):
    """Draw a card OR give any minion +2 power until the turn ends."""

    boosts = Minions()

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Draw a card", not me.must_aim):
                await me.draw()
            elif chosen("A minion gets +2 power"):
                await me.add_power(await me.choose(self.boosts(me), "Which minion gets +2 power?"), 2)


class HappilyEverAfter(Action, of=PRINCESSES):
    """Play on a base. Ongoing: If you win this base when it scores, gain 1 VP more."""

    plays_on = ON_BASE
    ongoing = True

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        if me.controller in scoring.winners:
            await me.gain_vp()


class Heirloom(Action, of=PRINCESSES, copies=3):
    """Play on a minion. Ongoing: The minion gets +1 power from this card for every Heirloom on it. This card can't be
    destroyed.
    """

    plays_on = ON_MINION
    boosts = Minions()
    rulings = ("One gives +1 power, two on the same minion give +4 together, all three +9.",)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return len([card for card in minion.actions if card.is_a("Heirloom")]) if me.is_on(minion) else 0

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return card is me and act.how == DESTROY


class Skillet(Action, of=PRINCESSES, copies=2):
    """Destroy any minion with power 2 or less. Draw a card."""

    targets = Minions(max_power=2)

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(self.targets(me), "Destroy which minion?"))
        await me.draw()


class SomeDayMyPrinceWillCome(Action, of=PRINCESSES):
    """Special: Before a base scores, move any minion from it to another base."""

    targets = Minions()

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        minion = await me.choose(self.targets(me, at=base), "Move which minion away?")
        if minion is not None:
            await me.move(minion, await me.choose(base.other_bases, "Move it to which base?"))


class TaleAsOldAsTime(Action, of=PRINCESSES):
    """Choose a base. All your minions move there."""

    name = "Tale as Old as Time"
    targets = Minions(yours=True)
    calls_minions = True

    async def on_play(self, me: Card) -> None:
        await me.move(self.targets(me), await me.choose(me.bases, "Move your minions to which base?"))


class TrueLovesKiss(Action, of=PRINCESSES, copies=2):
    """Move any minion to another base."""

    name = "True Love's Kiss"
    targets = Minions()

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, "Move it to which base?"))


class WoodlandHelpers(Action, of=PRINCESSES):
    """Play on a base. Ongoing: Once a standard action that you played is done, you may place it at the bottom of your
    deck rather than in your discard pile.
    """

    plays_on = ON_BASE

    def would_replace(self, me: Card, card: Card) -> bool:
        return card.is_standard and not card.in_play and card.controller == me.controller

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        helped = await me.choose([card], f"Place {card.name} on the bottom of your deck?", may=True)
        return None if helped is None else me.instead(card, PLACE, to=TO_BOTTOM)
