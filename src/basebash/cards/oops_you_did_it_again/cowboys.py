"""Cowboys: they settle it in a duel."""

from basebash.engine import (
    ASIDE,
    BEFORE_SCORING,
    BESIDE,
    DECK,
    DESTROY,
    HAND,
    HERE,
    MOVE,
    NOBODY,
    ON_BASE,
    RETURN,
    YOURS,
    Act,
    Action,
    Card,
    Duel,
    Event,
    Faction,
    Lasting,
    Minion,
    Minions,
    Printed,
    Titan,
)

COWBOYS = Faction(
    "Cowboys",
    set_name="Oops, You Did It Again",
    intro=(
        "Your minions challenge others to duels: both sides may lay an action face down, and the stronger minion wins. "
        "Keep a Quick Draw or a Deputy in hand, or let the others believe you have one. "
        "Most losers are destroyed, and in a tie both minions lose, so pick your fights."
    ),
    summary="Duel minions, bluff with cards",
    difficulty=4,
    tags=("smash", "grow"),
    icon="cowboy-holster",
    colours=("#6a3b26", "#feb279"),
)


async def challenge(me: Card, minion: Card, *, may: bool) -> Duel:
    """A minion duels with another player's minion at its base."""
    return await me.duel(minion, await me.choose(me.rivals_of(minion), "Duel with which minion?", may=may))


def has_rival(me: Card, minion: Card) -> bool:
    """Whether a minion can duel with somebody."""
    return bool(me.rivals_of(minion))


def is_duelist(me: Card, minion: Card) -> bool:
    """Whether a minion can duel for its controller, or against them."""
    return any(minion is mine or minion in me.rivals_of(mine) for mine in minion.here.minions_of(me.controller))


async def challenge_somebody(me: Card, action: Printed) -> Duel:
    """One of its controller's minions duels with another player's minion at its base."""
    mine = await me.choose_hunter(action, "Which of your minions duels?", is_affected=True)
    return await me.duel(None, None) if mine is None else await challenge(me, mine, may=False)


class Sheriff(Minion, of=COWBOYS):
    """Special: When this base is about to score, the sheriff may duel with a minion of another player here; destroy
    the loser.
    """

    power = 5

    async def before_scoring(self, me: Card, base: Card) -> None:
        duel = await challenge(me, me, may=True)
        await me.destroy(duel.losers)


class Pinkerton(Minion, of=COWBOYS, copies=2):
    """Ongoing: A minion of yours here that is in a duel gets a +1 power counter."""

    power = 4
    rulings = ("That may be Pinkerton itself, and the counter comes before any card is laid down.",)

    async def when_dueling(self, me: Card, duel: Duel) -> None:
        await me.add_counters([m for m in duel.minions if m.base is me.base and m.controller == me.controller])


class Gunfighter(Minion, of=COWBOYS, copies=3):
    """This minion may duel with another player's minion here; destroy the loser."""

    power = 3

    async def on_play(self, me: Card) -> None:
        duel = await challenge(me, me, may=True)
        await me.destroy(duel.losers)


class Deputy(Minion, of=COWBOYS, copies=4):
    """Special: On your turn, or in a duel that one of your minions fights, you may discard this card from
    your hand. If you do, a minion gets +2 power until the turn ends.
    """

    power = 2
    rulings = ("In a duel you may wait until the other side's card has been turned up.",)
    speaks = {"use": HAND}

    def may_use(self, me: Card, player: int) -> bool:
        duel = me.current_duel
        return player in duel.sides if duel is not None else me.is_your_play_cards

    async def use(self, me: Card, player: int) -> None:
        await me.discard(me)
        await me.add_power(await me.choose(me.all_minions, "Give which minion +2 power?"), 2)


class DynamiteSurprise(Action, of=COWBOYS):
    """Special: When a base is about to score at which you have a minion without winning there, destroy a minion at that
    base with power 4 or less. Special: After another player's card looks at or reveals a card of your hand or deck,
    destroy one of that player's minions with power 4 or less.
    """

    targets = Minions(max_power=4)
    window = BEFORE_SCORING
    only_special = True
    rulings = ("It answers from your hand, or from your deck if it is revealed there; not if it is only looked at.",)
    speaks = {"after_seen": (HAND, DECK)}

    def can_be_special(self, me: Card, base: Card) -> bool:
        return me.has_minion_at(base) and not me.is_winning(base)

    async def on_special(self, me: Card, base: Card) -> None:
        await me.destroy(await me.choose(self.targets(me, at=base), "Destroy which minion?"))

    def hears(self, me: Card, event: Event) -> bool:
        spied_on = event.player == me.controller and event.source is not None and me.is_enemy(event.source)
        return spied_on and (me.zone == HAND or (me in event.batch and event.by is NOBODY))

    async def after_seen(self, me: Card, event: Event) -> None:
        if me.zone == HAND or (me.zone == DECK and await me.may("Play Dynamite Surprise from your deck?")):
            await me.play_in_answer("after_seen", event)
        elif me.zone == ASIDE and event.source is not None:
            small = [minion for minion in self.targets(me) if minion.controller == event.source.controller]
            await me.destroy(await me.choose(small, "Destroy which minion?"))


class Posse(Lasting):
    """The minion can't be destroyed, moved or returned to a hand."""

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and act.how in (DESTROY, MOVE, RETURN)


class FormAPosse(Action, of=COWBOYS):
    """Until the turn ends, each of your minions has +1 power and can't be destroyed, moved or returned to a hand."""

    name = "Form a Posse"
    boosts = Minions(yours=True)
    rulings = ("This goes for the minions you control when you play it, not for later ones.",)

    async def on_play(self, me: Card) -> None:
        minions = self.boosts(me)
        await me.add_power(minions, 1)
        await me.lay(Posse, on=minions)


class GoldInThemTharHills(Action, of=COWBOYS):
    """Look at your deck's top three cards. Reveal one of them and draw it; you may play it as an extra card.
    Put the others back in any order.
    """

    name = "Gold in Them Thar Hills"

    async def on_play(self, me: Card) -> None:
        cards = me.look_at_top(3)
        nugget = await me.choose(cards, "Draw which card?")
        me.reveal(nugget)
        await me.place_in_hand(nugget, hand_of=me.controller)
        rest = [card for card in cards if card is not nugget]
        for card in rest:
            card.lift()
        await me.play_card(nugget, may=True)
        await me.put_back(rest, "In which order? The first is uppermost.", deck_of=me.controller)


class GoldStrike(Action, of=COWBOYS):
    """Play on a base. Ongoing: Each time you have played a minion here, draw a card."""

    plays_on = ON_BASE
    scope = HERE + YOURS

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.draw()


class HighNoon(Action, of=COWBOYS, copies=2):
    """A minion of yours duels with another player's minion at its base; destroy the loser. If yours won, you may
    play an extra minion there.
    """

    hunters = Minions(has_rival, yours=True)
    rulings = (
        (
            "Only you can get the extra minion, not if your own minion was destroyed, and it comes where the winner is "
            "when the duel is over."
        ),
    )

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return [hunter, *me.rivals_of(hunter)]

    async def on_play(self, me: Card) -> None:
        duel = await challenge_somebody(me, self)
        await me.destroy(duel.losers)
        for mine in duel.minions[:1]:
            if mine in duel.winners and mine.in_play:
                await me.extra_minion(at=mine.base)


class QuickDraw(Action, of=COWBOYS, copies=2):
    """A minion of yours has +2 power until the turn ends, or +4 if it is in a duel."""

    boosts = Minions(yours=True)
    rulings = ("It is decided when the card is played and stays so, duel or not.",)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Which minion gets stronger?")
        duel = me.current_duel
        await me.add_power(minion, 4 if duel is not None and minion in duel.minions else 2)


class RunEmOff(Action, of=COWBOYS):
    """A minion of yours duels with another player's minion at its base. The winner has +3 power until the turn ends,
    and its controller moves the loser to another base.
    """

    name = "Run 'Em Off"
    hunters = Minions(has_rival, yours=True)
    boosts = Minions(is_duelist)

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return [hunter, *me.rivals_of(hunter)]

    async def on_play(self, me: Card) -> None:
        duel = await challenge_somebody(me, self)
        await me.add_power(duel.winners, 3)
        for player, loser in duel.spoils():
            if loser.in_play:
                to = await me.choose(loser.other_bases, f"Move {loser.name} where?", player=player)
                await me.move(loser, to, player=player)


class Stagecoach(Action, of=COWBOYS):
    """Choose up to two cards of yours at one base and take them to another base: minions, titans, actions on the base
    or buried cards.
    """

    rulings = ("The two cards may be of different kinds.",)
    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        bases = [base for base in me.bases if self._luggage(me, base)]
        base = await me.choose(bases, "From which base?", may=True)
        if base is not None:
            cards = await me.choose_some(self._luggage(me, base), "Take which cards along?", high=2)
            to = await me.choose(base.other_bases if cards else [], "To which base?")
            await me.carry(cards, to)

    def _luggage(self, me: Card, base: Card) -> list[Card]:
        cards = [*base.on_it, *me.buried(at=base)]
        return [card for card in cards if card.controller == me.controller]


class PecosBill(Titan, of=COWBOYS):
    """Special: When you challenge to a duel, you may discard a card. If you do, play this titan at that base;
    clashes wait until the duel is over. Ongoing: In duels here, other players can't move minions away or
    return them to a hand. Ongoing: When you have won a duel, draw a card.
    """

    speaks = {"when_dueling": BESIDE}

    async def when_dueling(self, me: Card, duel: Duel) -> None:
        may = duel.challenger == me.controller and me.can_play_titan(me, duel.base)
        if may and await me.discard_cards(1, "Discard a card to play Pecos Bill?", may=True):
            duel.postpone_clashes()
            await me.play_titan(duel.base, may=False)

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        duel = me.current_duel
        if duel is None or duel.base is not me.base or not me.is_other_player(act.by):
            return False
        return act.how in (MOVE, RETURN) and card.is_minion and card.base is me.base

    async def after_duel(self, me: Card, duel: Duel) -> None:
        if me.controller in duel.victors:
            await me.draw()
