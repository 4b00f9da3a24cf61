"""Innsmouth: ten neighbours who all have the same name."""

from basebash.cards.the_obligatory_cthulhu_set.madness import NOT_LATER, draw_up_to
from basebash.engine import AFTER_SCORING, MADNESS, ON_BASE, Act, Action, Card, Faction, Minion, Minions, Titan

INNSMOUTH = Faction(
    "Innsmouth",
    hyphenated="Inns|mouth",
    set_name="The Obligatory Cthulhu Set",
    summary="Many minions with one name",
    difficulty=4,
    tags=("swarm", "grow"),
    icon="fish-monster",
    colours=("#005054", "#d8ed84"),
    intro=(
        "All your minions are The Locals, and each of them finds more of them in your deck. "
        "Gather three on one base and your actions begin to pay: cards, extra minions, a way home after scoring. "
        "They are small, so keep them safe and let Dagon or the Deep Ones lift the whole village at once."
    ),
)


def namesakes(minion: Card, cards: list[Card]) -> list[Card]:
    """The others among these cards that have the name of this minion."""
    return [card for card in cards if card is not minion and card.is_a(minion.name)]


def has_namesake(minion: Card, cards: list[Card]) -> bool:
    """Whether another of these cards has a name in common with this minion."""
    return any(card.shares_name(minion) for card in cards if card is not minion)


class TheLocals(Minion, of=INNSMOUTH, copies=10):
    """Reveal your deck's top three cards. The Locals among them go to your hand, the others to the bottom of your
    deck.
    """

    name = "The Locals"
    power = 2
    mentions = ("The Locals",)

    async def on_play(self, me: Card) -> None:
        # Only an empty deck is refilled: with fewer than three cards left, those are all that is revealed.
        revealed = me.reveal_top(min(3, me.deck_size_of(me.controller) or 3))
        locals_ = [card for card in revealed if card.is_a(self.name)]
        await me.place_in_hand(locals_)
        rest = [card for card in revealed if card not in locals_]
        await me.put_back(rest, "In which order on the bottom? The first is lowest.", bottom=True)


class InPlainSight(Action, of=INNSMOUTH):
    """Play on a base. Ongoing: Other players' cards don't affect your minions with power 2 or less here."""

    plays_on = ON_BASE

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        yours = card.is_minion and card.controller == me.controller and card.base is me.base
        return yours and me.is_enemy(act.source) and card.power <= 2


class MysteriesOfTheDeep(Action, of=INNSMOUTH):
    """If three or more of your minions on a base share one name, draw three cards; then you may draw two more,
    together with two Madness cards.
    """

    name = "Mysteries of the Deep"
    rulings = ("All three must be on one and the same base.",)

    async def on_play(self, me: Card) -> None:
        crowds = [base.minions_of(me.controller) for base in me.bases]
        if any(len(namesakes(minion, crowd)) >= 2 for crowd in crowds for minion in crowd):
            await me.draw(3)
            if await me.may("Draw two more cards and two Madness cards?"):
                await me.draw(2)
                await me.draw(2, from_=MADNESS)


class NewAcolytes(Action, of=INNSMOUTH):
    """Every player, you too, shuffles the minions of their discard pile into their deck."""

    async def on_play(self, me: Card) -> None:
        piles = [me.discard_pile_of(player) for player in me.clockwise()]
        await me.shuffle_into_deck([card for pile in piles for card in pile if card.is_minion])


class Recruitment(Action, of=INNSMOUTH):
    """Draw up to three Madness cards. You may play an extra minion for each one you drew."""

    async def on_play(self, me: Card) -> None:
        for _ in await draw_up_to(me, 3):
            await me.extra_minion()


class ReturnToTheSea(Action, of=INNSMOUTH):
    """Special: After a base scores, choose any number of your minions there that share one name. Place them into
    your hand, not into the discard pile.
    """

    name = "Return to the Sea"
    targets = Minions(yours=True)

    window = AFTER_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        yours = self.targets(me, at=base)
        first = await me.choose(yours, "Place which minion into your hand?", may=True)
        if first is None:
            return
        names = [name for name in dict.fromkeys(minion.name for minion in yours) if first.is_a(name)]
        group = [first]
        while len(names) > 1:  # it has several names (Abe Froman), and the whole group must share one
            fitting = [m for m in yours if m not in group and any(m.is_a(name) for name in names)]
            other = await me.choose(fitting, "And which other of one of its names?", may=True)
            if other is None:
                break
            group.append(other)
            names = [name for name in names if other.is_a(name)]
        if len(names) == 1:
            rest = [minion for minion in yours if minion not in group and minion.is_a(names[0])]
            group += await me.choose_some(rest, "And which others of that name?")
        await me.place_in_hand(group)


class SacredCircle(Action, of=INNSMOUTH):
    """Play on a base. Talent: You may play here an extra minion that shares its name with a minion here."""

    plays_on = ON_BASE

    async def talent(self, me: Card) -> None:
        await me.extra_minion(at=me.here, fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return target is not None and bool(namesakes(card, target.minions))


class SpreadingTheWord(Action, of=INNSMOUTH, copies=2):
    """Choose any minion in play. You may play up to two minions of that name as extra minions."""

    name = "Spreading the Word"

    async def on_play(self, me: Card) -> None:
        prompt = "Whose name? If you choose nobody, the first extra minion decides."
        minion = await me.choose(me.minions_in_play(), prompt, may=True)
        name = "*" if minion is None else minion.name
        for _ in range(2):
            attempt = await me.extra_minion(name=name, fine_print=self)
            name = name if attempt.card is None else attempt.card.name

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return bool(namesakes(card, me.minions_in_play()))


class TheDeepOnes(Action, of=INNSMOUTH, copies=2):
    """Your minions with power 2 or less each get +1 power until the turn ends."""

    name = "The Deep Ones"
    rulings = (NOT_LATER,)
    boosts = Minions(yours=True, max_power=2)

    async def on_play(self, me: Card) -> None:
        await me.add_power(self.boosts(me), 1)


class Dagon(Titan, of=INNSMOUTH):
    """Special: On your turn, you may play it where two or more of your minions share one name. Ongoing: You
    have +1 power here for every minion of yours here that has a namesake here. Talent: Play an extra minion.
    """

    def where(self, me: Card, player: int) -> list[Card]:
        crowds = {base: base.minions_of(player) for base in me.bases}
        return [base for base, crowd in crowds.items() if any(has_namesake(minion, crowd) for minion in crowd)]

    def side_power(self, me: Card, base: Card, player: int) -> int:
        if base is not me.base or not me.is_yours(player):
            return 0
        return sum(has_namesake(minion, base.minions) for minion in base.minions_of(player))

    async def talent(self, me: Card) -> None:
        await me.extra_minion()
