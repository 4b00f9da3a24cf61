"""Adolescent Epic Geckos: brothers who tag each other in, and one action that leads to the next."""

from basebash.engine import (
    ACTION,
    AFTER_SCORING,
    NEWCOMER,
    ON_MINION,
    PLACE,
    PLAYED,
    UNDER_CARD,
    Action,
    Allowance,
    Card,
    Event,
    Faction,
    Fusion,
    Instead,
    Minion,
    Minions,
    Scoring,
    Who,
)

ADOLESCENT_EPIC_GECKOS = Faction(
    "Adolescent Epic Geckos",
    hyphenated="Ado|lescent Epic Geckos",
    set_name="Half the Battle",
    summary="Tag in brothers, chain actions",
    difficulty=4,
    tags=("move", "draw", "grow"),
    icon="gecko",
    colours=("#034f03", "#ffae8b"),
    intro=(
        "Your first action each turn mostly lets you play a second, and the second is better for it. "
        "The four brothers have strong talents for turns with two actions; June swaps the wrong one for the right one. "
        "Keep the order in mind: what comes first gives the extra play, what comes later gives the strength."
    ),
)


def actions_played(me: Card, player: Who | None = None) -> int:
    """How many actions a player has played this turn."""
    who = me.controller if player is None else player
    return sum(bool(deed.value & ACTION) for deed in me.deeds(PLAYED, player=who))


def is_first_action(me: Card) -> bool:
    """Whether this action is its player's first of the turn, or would be."""
    return actions_played(me) == (0 if me.resolving is None else 1)


def is_later(me: Card, _minion: Card) -> bool:
    """Whether this action is not its player's first of the turn."""
    return not is_first_action(me)


def is_brother(card: Card) -> bool:
    """Whether a card is a minion of printed power 4."""
    return card.is_minion and card.printed_power == 4


class Hokusai(Minion, of=ADOLESCENT_EPIC_GECKOS):
    """You may give a minion of yours a +1 power counter. Talent: If you have played two or more actions this
    turn, you may put a +1 power counter on one minion at each base.
    """

    power = 4

    async def on_play(self, me: Card) -> None:
        yours = me.find_minions(yours=True)
        await me.add_counters(await me.choose(yours, "Place a +1 power counter on which minion?", may=True))

    async def talent(self, me: Card) -> None:
        if actions_played(me) >= 2:
            for base in me.bases:
                prompt = f"Place a +1 power counter on which minion at {base.name}?"
                await me.add_counters(await me.choose(base.minions, prompt, may=True))


class Kandinsky(Minion, of=ADOLESCENT_EPIC_GECKOS):
    """This minion gets +1 power until the turn ends. Talent: If you have played 2 or more actions this turn,
    this minion gets +2 power until the turn ends OR you move another of your minions to this base.
    """

    power = 4

    async def on_play(self, me: Card) -> None:
        await me.add_power(me, 1)

    async def talent(self, me: Card) -> None:
        if actions_played(me) < 2:
            return
        async for chosen in me.either():
            if chosen("Give it +2 power"):
                await me.add_power(me, 2)
            elif chosen("Move a minion here", elsewhere := me.find_minions(yours=True, elsewhere=True)):
                await me.move(await me.choose(elsewhere, "Move which minion here?"), me.here)


class Monet(Minion, of=ADOLESCENT_EPIC_GECKOS):
    """Draw a card. Ongoing: Whenever you could play an action, you may draw a card in its place. For all that asks
    whether you played an action, you did.
    """

    power = 4
    rulings = (
        (
            "It stands in for your regular action, for an extra action and for an extra action of a certain kind, but "
            "not for one named card, nor for a card from a place other than your hand. No card is played: what asks "
            "about the card, such as what it was played on, finds nothing."
        ),
    )

    async def on_play(self, me: Card) -> None:
        await me.draw()

    def stands_in(self, me: Card, player: int, right: Allowance) -> bool:
        named = right.card >= 0 or right.name not in ("", "*")
        return player == me.controller and bool(right.kind & ACTION) and not named

    async def use(self, me: Card, player: int) -> None:
        await me.draw()
        me.count_as_action()


class VanGogh(Minion, of=ADOLESCENT_EPIC_GECKOS):
    """From your discard pile, you may choose a standard action and shuffle it into your deck. Ongoing: A
    standard action that you have played may be stored under this card instead of being discarded. When your
    turn starts, or when you have won this base, all cards stored here are shuffled into your deck.
    """

    power = 4
    ongoing = True
    rulings = ("An action that its own text puts somewhere else than the discard pile can't be stored.",)

    async def on_play(self, me: Card) -> None:
        standard = [card for card in me.discard_pile if card.is_standard]
        await me.shuffle_into_deck(await me.choose(standard, "Shuffle which action into your deck?", may=True))

    def would_replace(self, me: Card, card: Card) -> bool:
        return not card.in_play and card.is_standard and card.controller == me.controller

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        if not await me.may(f"Store {card.name} under {me.name}?"):
            return None
        return me.instead(card, PLACE, to=UNDER_CARD, onto=me)

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.shuffle_into_deck(me.stored)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        if me.controller in scoring.winners:
            await me.shuffle_into_deck(me.stored)


class KCSmith(Fusion, of=ADOLESCENT_EPIC_GECKOS, copies=2):
    """Minion: You may play an extra action. Action: You may play one extra minion."""

    name = "K.C. Smith"
    power = 3

    async def on_play(self, me: Card) -> None:
        await me.extra_action()

    async def as_action(self, me: Card) -> None:
        await me.extra_minion()


class June(Minion, of=ADOLESCENT_EPIC_GECKOS, copies=4):
    """You may swap a minion of yours in play, with printed power 4, for one of another name from your hand or deck.
    With none in play, you may instead draw one off the top of the deck.
    """

    power = 2
    rulings = ("The minion that comes, or that you draw, has printed power 4 too.",)

    async def on_play(self, me: Card) -> None:
        if not any(is_brother(minion) for minion in me.minions_in_play(yours=True)):
            if await me.may("Draw a minion with printed power 4 off the top of your deck?"):
                await me.draw_off_top(is_brother)
            return
        brothers = [minion for minion in me.find_minions(yours=True) if is_brother(minion)]
        tired = await me.choose(brothers, "Swap which minion?", may=True)
        if tired is not None:
            await me.swap_for(
                tired, lambda card: is_brother(card) and not card.shares_name(tired), hand=True, deck=True
            )


class BreakingNews(Action, of=ADOLESCENT_EPIC_GECKOS):
    """Look at your deck's top 4 cards. Draw one of them and put the others back in the order you like. If this is the
    first action you have played this turn, play an extra action.
    """

    async def on_play(self, me: Card) -> None:
        cards = me.look_at_top(4)
        drawn = await me.choose(cards, "Draw which card?")
        await me.place_in_hand(drawn, hand_of=me.controller)
        rest = [card for card in cards if card is not drawn]
        await me.put_back(rest, "In which order? The first is uppermost.", deck_of=me.controller)
        if is_first_action(me):
            await me.extra_action()


class FlipKick(Action, of=ADOLESCENT_EPIC_GECKOS):
    """Draw a card. If this is the first action you have played this turn, play an extra action; otherwise draw 2 more
    cards.
    """

    async def on_play(self, me: Card) -> None:
        await me.draw()
        if is_first_action(me):
            await me.extra_action()
        else:
            await me.draw(2)


class GeckoBlimp(Action, of=ADOLESCENT_EPIC_GECKOS):
    """If this is the first action you have played this turn, move a minion of yours, and you may play an
    extra action. Otherwise move any minion.
    """

    targets = Minions(yours=True) | Minions(is_later)

    async def on_play(self, me: Card) -> None:
        first = is_first_action(me)
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, f"Move {minion.name} where?"))
        if first:
            await me.extra_action()


class GeckoPower(Action, of=ADOLESCENT_EPIC_GECKOS):
    """Play on a minion. Talent: If two or more other actions have been played by you this turn, do one of
    these for this minion: move it OR give it a +1 power counter OR give it +2 power until the turn ends.
    """

    plays_on = ON_MINION
    rulings = ("If something lets you use both parts of an OR, pick any 2 of the 3, in the order you like.",)

    async def talent(self, me: Card) -> None:
        minion = me.host
        others = [deed for deed in me.deeds(PLAYED, player=me.controller) if deed.value & ACTION]
        if minion is None or sum(deed.card != me.id for deed in others) < 2:
            return
        async for chosen in me.either():
            if chosen("Move it"):
                await me.move(minion, await me.choose(minion.other_bases, f"Move {minion.name} where?"))
            elif chosen("Place a +1 power counter on it"):
                await me.add_counters(minion)
            elif chosen("Give it +2 power"):
                await me.add_power(minion, 2)


class GeckoRap(Action, of=ADOLESCENT_EPIC_GECKOS):
    """Swap a minion of yours in play for one with another name and the same power or less, which comes from
    hand, deck or discard pile. If this is the first action you have played this turn, play an extra action.
    Otherwise the new minion gets a +1 power counter.
    """

    targets = Minions(yours=True) | NEWCOMER

    async def on_play(self, me: Card) -> None:
        first = is_first_action(me)
        minion = await me.choose(self.targets(me), "Swap which minion?")
        if minion is not None:
            power = minion.power
            newcomer = await me.swap_for(
                minion,
                lambda card: card.is_minion and not card.shares_name(minion) and card.power <= power,
                hand=True,
                deck=True,
                discard=True,
            )
            if not first:
                await me.add_counters(newcomer)
        if first:
            await me.extra_action()


class LasagnaParty(Action, of=ADOLESCENT_EPIC_GECKOS, copies=2):
    """Play at once an extra minion with power 2 or less. If this is the first action you have played this
    turn, play an extra action. Otherwise a minion at the base where you played gets two +1 power counters.
    """

    boosts = Minions(is_later)

    async def on_play(self, me: Card) -> None:
        first = is_first_action(me)
        prey = me.must_affect
        at = None if prey is None else prey.base
        attempt = await me.extra_minion(max_power=2, at=at, now=True, must=prey is not None)
        there = attempt.base if attempt.happened else None
        if first:
            await me.extra_action()
        elif there is not None and there.in_play:
            minions = self.boosts(me, at=there)
            await me.add_counters(await me.choose(minions, "Place two +1 power counters on which minion?"), 2)


class NowYouKnowBullying(Action, of=ADOLESCENT_EPIC_GECKOS):
    """A minion of yours moves to another base. Special: When a base has scored that you didn't win, you may play
    this card so that one of your minions there returns to your hand.
    """

    name = "Now You Know: Bullying"
    targets = Minions(yours=True)
    window = AFTER_SCORING

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, f"Move {minion.name} where?"))

    def can_be_special(self, me: Card, base: Card) -> bool:
        scoring = me.scoring
        return scoring is not None and not any(map(me.is_yours, scoring.winners))

    async def on_special(self, me: Card, base: Card) -> None:
        await me.return_to_hand(await me.choose(self.targets(me, at=base), "Return which minion to your hand?"))


class TheMastersTeachings(Action, of=ADOLESCENT_EPIC_GECKOS, copies=2):
    """A minion of yours gets two +1 power counters. If this is the first action you have played this turn,
    play an extra action. Otherwise that minion may get +2 power until the turn ends.
    """

    name = "The Master's Teachings"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        first = is_first_action(me)
        minion = await me.choose(self.boosts(me), "Place two +1 power counters on which minion?")
        await me.add_counters(minion, 2)
        if first:
            await me.extra_action()
        elif minion is not None and await me.may(f"Give {minion.name} +2 power?"):
            await me.add_power(minion, 2)
