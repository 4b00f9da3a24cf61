"""Teens: a clique of minions of power 3 who bring out the best in each other."""

from basebash.engine import (
    ANOTHER,
    HERE,
    MINION,
    ON_BASE,
    ON_YOUR_MINION,
    YOUR_TURN_START,
    YOURS,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Lasting,
    Minion,
    Minions,
)

TEENS = Faction(
    "Teens",
    set_name="Smash Up: Teens",
    intro=(
        "Five kinds of minion, all of power 3, and each likes to find one of the others at its base. "
        "Every Teen already in play does a little something the first time in a turn that you play another minion "
        "of power 3, so a second one in the same turn is worth a lot. "
        "Abe Froman makes one of them pass for everybody else."
    ),
    summary="Chain minions of power three",
    difficulty=3,
    tags=("swarm", "grow"),
    icon="school-bag",
    colours=("#005978", "#c7cb7d"),
)


def is_three(card: Card) -> bool:
    """Whether it is a minion of power 3."""
    return card.is_minion and card.power == 3


class Teen(Minion):
    """A minion that responds, once per turn, to another minion with power 3 that you have played."""

    power = 3
    scope = YOURS + ANOTHER
    once = ("after_minion_played",)

    def holds(self, me: Card, event: Event) -> bool:
        return event.power == 3


class Brain(Teen, of=TEENS, copies=2):
    """If a Slacker is here, an extra action may follow. Ongoing: Once per turn, when you have played another minion
    with power 3, you may draw a card.
    """

    mentions = ("Slacker",)

    async def on_play(self, me: Card) -> None:
        if me.named_here("Slacker"):
            await me.extra_action()

    async def after_minion_played(self, me: Card, event: Event) -> None:
        if await me.may("Draw a card?"):
            await me.draw()


class Slacker(Teen, of=TEENS, copies=2):
    """If a Rebel is here, you may move up to two of your minions, each to another base. Ongoing: Once per turn, when
    you have played another minion with power 3, you may choose a card in your discard pile and put it on the bottom of
    your deck.
    """

    mentions = ("Rebel",)

    async def on_play(self, me: Card) -> None:
        moved: list[Card] = []
        while me.named_here("Rebel") or moved:
            minions = [minion for minion in me.find_minions(yours=True) if minion not in moved]
            minion = await me.choose(minions if len(moved) < 2 else [], "Move one of your minions?", may=True)
            if minion is None:
                return
            moved.append(minion)
            await me.move(minion, await me.choose(minion.other_bases, f"Move {minion.name} where?"))

    async def after_minion_played(self, me: Card, event: Event) -> None:
        card = await me.choose(me.discard_pile, "Put a card under your deck?", may=True)
        await me.place_on_deck(card, bottom=True)


class Rebel(Teen, of=TEENS, copies=2):
    """If a Jock is here, you may play an extra minion with power 3, other than a Rebel, here. Ongoing: Once per turn,
    when you have played another minion with power 3, you may choose a minion of yours and move it to another base.
    """

    mentions = ("Jock", "Rebel")

    async def on_play(self, me: Card) -> None:
        if me.named_here("Jock"):
            await me.extra_minion(at=me.base, name="!Rebel", fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return is_three(card)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        minion = await me.choose(me.find_minions(yours=True), "Move one of your minions?", may=True)
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, f"Move {minion.name} where?"))


class Jock(Teen, of=TEENS, copies=2):
    """If a Prep is here, this minion gets two +1 power counters. Ongoing: Once per turn, when you have played another
    minion with power 3, you may put a +1 power counter on this one.
    """

    mentions = ("Prep",)

    async def on_play(self, me: Card) -> None:
        if me.named_here("Prep"):
            await me.add_counters(me, 2)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        if await me.may("Place a +1 power counter on Jock?"):
            await me.add_counters(me)


class Prep(Teen, of=TEENS, copies=2):
    """If a Brain is here, you may draw a minion with power 3 from your deck; then shuffle it. Ongoing: Once per turn,
    when you have played another minion with power 3, you may give one of yours +2 power until the turn ends.
    """

    mentions = ("Brain",)

    async def on_play(self, me: Card) -> None:
        if me.named_here("Brain"):
            await me.place_in_hand(await me.search(is_three, "Draw which minion?", may=True))

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.add_power(await me.choose(me.find_minions(yours=True), "Give a minion +2 power?", may=True), 2)


class EveryName(Lasting):
    """The minion has the names of all minions that its player owns."""

    def also_named(self, me: Card, card: Card, name: str) -> bool:
        return me.is_on(card) and me.owns_minion_named(me.controller, name)


class AbeFroman(Action, of=TEENS, copies=2):
    """Play on one of your minions. Talent: Until your next turn starts, that minion has, besides its own name,
    the name of each minion you own. What it does uses up none of their limits.
    """

    plays_on = ON_YOUR_MINION

    async def talent(self, me: Card) -> None:
        await me.lay(EveryName, on=me.host, until=YOUR_TURN_START)


class Babysitter(Action, of=TEENS):
    """Play on one of your minions. Ongoing: Other players' abilities don't affect your minions here."""

    plays_on = ON_YOUR_MINION

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return yours_here and me.is_enemy(act.source)


class BootyTrap(Action, of=TEENS):
    """Play on a base. Ongoing: When you have played or moved a minion whose printed power is 3 here, draw a
    card.
    """

    plays_on = ON_BASE
    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.brought_by == me.controller and event.card.printed_power == 3

    async def after_arrived(self, me: Card, event: Event) -> None:
        await me.draw()


class BrunchBunch(Action, of=TEENS):
    """Choose a base and count the names among your minions there whose printed power is 3. You may do that many of
    these, each once: move one of your minions there; draw a card; play there an extra minion with power 3; a minion
    there gets +2 power until the turn ends; place a card of your discard pile at the bottom of your deck.
    """

    targets = Minions(yours=True)
    boosts = Minions()

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Choose a base")
        if base is None:
            return
        threes = [minion for minion in me.find_minions(at=base, yours=True) if minion.printed_power == 3]
        names = {printed.name for printed in me.all_printed if printed.kind & MINION}
        count = len([name for name in names if any(minion.is_a(name) for minion in threes)])
        async for chosen in me.up_to(count, "Do which of these?"):
            if chosen("Bring one of your minions there"):
                elsewhere = [minion for minion in self.targets(me) if minion.base is not base]
                await me.move(await me.choose(elsewhere, "Move which minion there?"), base)
            elif chosen("Draw a card"):
                await me.draw()
            elif chosen("Play there an extra minion of power 3"):
                await me.extra_minion(at=base, fine_print=self)
            elif chosen("A minion there gets +2 power"):
                await me.add_power(await me.choose(self.boosts(me, at=base), "Which minion gets +2 power?"), 2)
            elif chosen("Put a card of your discard pile under your deck"):
                card = await me.choose(me.discard_pile, "Put which card under your deck?")
                await me.place_on_deck(card, bottom=True)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return is_three(card)


class ExplosionAtSchool(Action, of=TEENS):
    """Choose any number of minions with power 3, no two of the same name, in your discard pile and shuffle them into
    your deck. Draw a card.
    """

    name = "Explosion at School"

    async def on_play(self, me: Card) -> None:
        minions = {card.name: card for card in me.discard_pile if is_three(card)}
        await me.shuffle_into_deck(await me.choose_some(minions.values(), "Shuffle which minions into your deck?"))
        await me.draw()


class NewKid(Action, of=TEENS, copies=2):
    """Search your deck for a minion that has power 3, play it as an extra minion, and shuffle."""

    async def on_play(self, me: Card) -> None:
        await me.play_card(await me.search_to_play(is_three, "Play which minion?"), kind=MINION)


class PrincipalsOffice(Action, of=TEENS):
    """Choose one of your minions and return it to its owner's hand. You may play, as an extra minion, one whose printed
    power is 3.
    """

    name = "Principal's Office"
    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        await me.return_to_hand(await me.choose(self.targets(me), "Return which minion?"))
        await me.extra_minion(fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return card.printed_power == 3


class StrangeScience(Action, of=TEENS):
    """Choose a minion with power 3 in your discard pile and play it as an extra minion."""

    async def on_play(self, me: Card) -> None:
        await me.play_one([card for card in me.discard_pile if is_three(card)], kind=MINION)
