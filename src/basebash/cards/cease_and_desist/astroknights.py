"""Astroknights: ten lone heroes, each stronger at just the right moment."""

from basebash.engine import (
    ACTION,
    BEFORE_SCORING,
    DESTROY,
    MINION,
    ON_BASE,
    YOUR_TURN_START,
    YOURS,
    Act,
    Action,
    Boost,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    is_action,
)

ASTROKNIGHTS = Faction(
    "Astroknights",
    hyphenated="Astro|knights",
    set_name="Cease and Desist",
    summary="Power boosts that bring more",
    difficulty=2,
    tags=("grow", "draw"),
    icon="light-sabers",
    colours=("#1f4580", "#7de6ff"),
    intro=(
        "Ten heroes, no two alike, and a hand full of power boosts. "
        "Space Prince, Alien Guru and Walking Carpet turn every boost into more: another action, a counter "
        "that stays, a surprise just before a base scores. "
        "Most boosts fade when the turn ends, so push a base over its breakpoint and cash in at once."
    ),
)

DIRECT_INCREASE = (
    (
        "An action directly increases power if it gives +N power to a card already in play, places or transfers "
        "a +1 power counter there, or raises its printed power."
    ),
    "Handing out a talent (The Touch) or removing a penalty (destroying Change Into A Gun) isn't a direct increase.",
)


class SpaceKnight(Minion, of=ASTROKNIGHTS):
    """Talent: Reveal three cards from the top of your deck. You may draw one action among them. Place the
    others back on top in any order.
    """

    power = 5

    async def talent(self, me: Card) -> None:
        cards = me.reveal_top(3)
        action = await me.choose(filter(is_action, cards), "Draw which action?", may=True)
        await me.place_in_hand(action, hand_of=me.controller)
        rest = [card for card in cards if card is not action]
        await me.put_back(rest, "In which order on top? The first is uppermost.", deck_of=me.controller)


class Scoundrel(Minion, of=ASTROKNIGHTS):
    """Talent: Pick another base. Move this minion there, along with another of your minions from here."""

    power = 4
    rulings = ("With no other minion of yours here, Scoundrel can still use the talent and moves alone.",)

    async def talent(self, me: Card) -> None:
        base = await me.choose(me.other_bases, "Move to which base?")
        friend = await me.choose(me.find_minions(here=True, yours=True, another=True), "Who comes along?")
        await me.move([me] if friend is None else [me, friend], base)


class SpacePrince(Minion, of=ASTROKNIGHTS):
    """Talent: Play an extra action. It must be one that directly increases the power of a minion of yours."""

    power = 4
    rulings = DIRECT_INCREASE
    aims = True

    async def talent(self, me: Card) -> None:
        await me.extra_action(fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        if target is None or target.is_base:
            yours = [minion for minion in card.find_minions(at=target) if minion.controller == player]
            return any(card.printed.would_increase(card, minion) for minion in yours)
        return target.controller == player and card.printed.would_increase(card, target)


class WalkingCarpet(Minion, of=ASTROKNIGHTS):
    """Special: Before this base scores, and only if you aren't winning here, you may play an action that
    directly increases this minion's power.
    """

    power = 4
    rulings = DIRECT_INCREASE
    aims = True

    def in_window(self, me: Card, base: Card) -> bool:
        return me.base is base and not me.is_winning(base)

    async def before_scoring(self, me: Card, base: Card) -> None:
        await me.extra_action(fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        aims_here = target is None or target is me or target is me.base
        return aims_here and card.printed.would_increase(card, me)


class AlienGuru(Minion, of=ASTROKNIGHTS):
    """Ongoing: Once per turn, when an action you played has directly increased a minion's power, you may also
    give that minion a +1 power counter.
    """

    power = 2
    rulings = (
        "If the action made several minions stronger, you choose which one of them gets the counter.",
        *DIRECT_INCREASE,
    )

    scope = YOURS
    once = ("after_action_played",)

    def holds(self, me: Card, event: Event) -> bool:
        return any(minion.in_play for minion in event.increased)

    async def after_action_played(self, me: Card, event: Event) -> None:
        minions = [minion for minion in event.increased if minion.in_play]
        await me.add_counters(await me.choose(minions, "Place a +1 power counter on which minion?", may=True))


class AnnoyingAlien(Minion, of=ASTROKNIGHTS):
    """Talent: Name a minion. Every minion here with that name gets -2 power until your next turn starts."""

    power = 2

    async def talent(self, me: Card) -> None:
        name = await me.choose_name(me.card_names(MINION), "Name a minion")
        named = [minion for minion in me.here.minions if name is not None and minion.is_a(name)]
        await me.add_power(named, -2, until=YOUR_TURN_START)


class AstroRobot(Minion, of=ASTROKNIGHTS):
    """You may destroy an action that is on this base or on a minion here."""

    power = 2

    async def on_play(self, me: Card) -> None:
        on_minions = [action for minion in me.here.minions for action in minion.actions]
        await me.destroy(await me.choose(me.here.actions + on_minions, "Destroy which action?", may=True))


class Mannersbot(Minion, of=ASTROKNIGHTS):
    """Talent: Reveal your deck's top card. If it's an action, draw it; if not, place it back on top."""

    power = 2

    async def talent(self, me: Card) -> None:
        if any(card.is_action for card in me.reveal_top()):
            await me.draw()


class Pupoks(Minion, of=ASTROKNIGHTS):
    """Talent: Lose 1 VP to reveal and draw your deck's top three cards. You may play one of the three as an
    extra card.
    """

    power = 2

    async def talent(self, me: Card) -> None:
        if await me.lose_vp():
            drawn = await me.draw(len(me.reveal_top(3)))
            await me.play_one(drawn)


class GhostKnight(Minion, of=ASTROKNIGHTS):
    """Ongoing: Your other minions here have +2 power. This minion can't be destroyed."""

    power = 0

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return card is me and act.how == DESTROY

    def power_bonus(self, me: Card, minion: Card) -> int:
        yours_here = minion.base is me.base and minion.controller == me.controller
        return 2 if yours_here and minion.is_minion and minion is not me else 0


class BlockTheProbe(Action, of=ASTROKNIGHTS, copies=2):
    """Give any minion +2 power until the turn ends. Special: You may also play this before a base scores."""

    name = "Block the Probe"
    boosts = Minions()

    window = BEFORE_SCORING

    async def on_play(self, me: Card) -> None:
        await me.add_power(await me.choose(self.boosts(me), "Which minion gets +2 power?"), 2)


class HiddenBase(Action, of=ASTROKNIGHTS):
    """Play on a base. Ongoing: Draw a card at the start of your turn, provided you have a minion here."""

    plays_on = ON_BASE

    async def start_of_turn(self, me: Card, player: int) -> None:
        if me.has_minion_at(me.here):
            await me.draw()


class ItsATrap(Action, of=ASTROKNIGHTS):
    """Special: Before a base scores, reveal your deck's cards one by one until an action comes up. You may
    draw that action or play it at once. Shuffle whatever you didn't use into your deck.
    """

    name = "It's a Trap!"
    rulings = ("An empty deck is refilled before you start revealing; if it runs out on the way, you stop there.",)

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        found, unused = me.reveal_until(is_action)
        for action in found:
            ways = ["Draw it", "Play it"] if me.can_play(action, kind=ACTION) else ["Draw it"]
            way = await me.choose_mode(ways, f"{action.name}: draw it or play it?", may=True)
            if way == 1:
                await me.place_in_hand(action, hand_of=me.controller)
            elif way == 2:
                await me.play_card(action, kind=ACTION)
            else:
                unused.append(action)
        await me.shuffle_into_deck(unused)


class LaserSword(Boost, of=ASTROKNIGHTS, copies=2):
    """Play on a minion. Ongoing: It has +2 power, and other players' minions don't affect it."""

    bonus = 2

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and act.source.is_minion and me.is_enemy(act.source)


class PrepareForBattle(Action, of=ASTROKNIGHTS):
    """Reveal three cards from the top of your deck. Draw two of those; the third you place on the top or
    the bottom of your deck.
    """

    name = "Prepare for Battle"

    async def on_play(self, me: Card) -> None:
        cards = me.reveal_top(3)
        drawn = await me.choose_some(cards, "Draw which two?", low=2, high=2)
        await me.place_in_hand(drawn, hand_of=me.controller)
        rest = [card for card in cards if card not in drawn]
        await me.put_top_or_bottom(rest, "Top or bottom?", deck_of=me.controller)


class RecycleTheTrash(Action, of=ASTROKNIGHTS):
    """Choose up to two actions in your discard pile and shuffle them into your deck."""

    name = "Recycle the Trash"

    async def on_play(self, me: Card) -> None:
        actions = [card for card in me.discard_pile if card.is_action]
        prompt = "Shuffle which actions into your deck?"
        await me.shuffle_into_deck(await me.choose_some(actions, prompt, high=2))


class UseTheFours(Action, of=ASTROKNIGHTS):
    """A minion of yours gets +4 power until the turn ends."""

    name = "Use the Fours"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        await me.add_power(await me.choose(self.boosts(me), "Which minion gets +4 power?"), 4)


class YieldToRage(Action, of=ASTROKNIGHTS):
    """A minion of yours gets +2 power until the turn ends. Play an extra action."""

    name = "Yield to Rage"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        await me.add_power(await me.choose(self.boosts(me), "Which minion gets +2 power?"), 2)
        await me.extra_action()
