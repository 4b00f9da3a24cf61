"""A card in a game: what it is now, what it can see, what its controller is asked, and what it can do.

`Card` is a light handle, an id and its game; all data is in the state's columns. Abilities are written against it:
`me.find_minions(here=True)`, `await me.choose(...)`, `await me.destroy(target)`.

Every verb takes None, one card or several, and does nothing with nothing, so that an ability without a target fizzles
without an `if`. Several cards are affected simultaneously. Each verb proceeds in this order: check whether it is
possible (protection; "cannot" beats "can"), let interrupts and replacements apply, do it, log it, and collect the
triggers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from basebash.engine.data.events import Event
from basebash.engine.data.terms import (
    ACTION,
    ANY_KIND,
    ASIDE,
    BARRED,
    BASE_DECK,
    BREAKPOINT,
    CHANGE_POWER,
    COPIED,
    FACE_DOWN,
    GRANT,
    LAID,
    LOST,
    MINION,
    MOVE,
    NO_ACTIONS,
    NOBODY,
    NOTED,
    PLAY,
    PLAYED,
    RETURN,
    SHUFFLE,
    SIDE_POWER,
    SPARED,
    STARTING_BREAKPOINT,
    TURN_END,
    WHILE_IN_PLAY,
    YOUR_NEXT_TURN_END,
    Who,
    bit_of,
)
from basebash.engine.data.values import Act, Allowance, Attempt, Deed, Effect, Instead
from basebash.engine.mechanics import duels, face_down, flips, monsters, stasis, supplies, swaps, titans
from basebash.engine.rules import (
    asking,
    bases,
    breakpoints,
    decks,
    departures,
    extra_plays,
    lasting,
    limits,
    play_options,
    plays,
    power,
    prohibitions,
    protection,
    talents,
    triggers,
    verbs,
    zones,
)
from basebash.engine.vocabulary.ability import Lasting, number_of
from basebash.engine.vocabulary.alternatives import AndOr, Either, UpTo
from basebash.engine.vocabulary.printed import CARDS, Base, Fusion
from basebash.engine.vocabulary.surroundings import Surroundings

if TYPE_CHECKING:
    from basebash.engine.data.events import Resolving
    from basebash.engine.data.values import Effect
    from basebash.engine.mechanics.duels import Duel
    from basebash.engine.rules.ability_index import Listener
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.ability import Ability, Lasting
    from basebash.engine.vocabulary.handle import Handle
    from basebash.engine.vocabulary.printed import Printed

Cards: TypeAlias = "Card | Iterable[Card] | None"


class Card(Surroundings):
    """A card or base in a game."""

    __slots__ = ()

    def is_a(self, name: str) -> bool:
        """Whether it has this name or trait, printed or given by another card (Grimms' Blessing)."""
        printed = self.printed
        if printed.name == name or name in printed.traits:
            return True
        for ability, source, _ in self.game.listeners("also_named"):
            if ability.also_named(source, self, name):
                return True
        return False

    def shares_name(self, other: Card) -> bool:
        """Whether two cards share a name, printed or given by another card (Abe Froman)."""
        return self.is_a(other.name) or other.is_a(self.name)

    def named_here(self, name: str) -> list[Card]:
        """The cards at its base with this name, including itself; not only minions."""
        return [card for card in self.here.on_it if card.is_a(name)]

    # ------------------------------------------------------------------------------------------- numbers
    @property
    def power(self) -> int:
        """Its power now; out of play, the printed one."""
        return power.power(self.game, self)

    @property
    def counted(self) -> int:
        """What it adds to its controller's total (L1)."""
        return power.counted(self.game, self)

    @property
    def printed_power(self) -> int:
        """Its printed power, or the number that counts as printed."""
        return power.printed_power(self.game, self)

    @property
    def starting_power(self) -> int:
        """Its power before modification (C16)."""
        return power.starting_power(self.game, self)

    @property
    def breakpoint(self) -> int:
        """The breakpoint of a base now."""
        return power.breakpoint_of(self.game, self)

    @property
    def starting_breakpoints(self) -> list[int]:
        """A base's printed breakpoint, and the values that abilities have set for a while."""
        effects = [e.amount for e in self.game.state.effects if e.kind == STARTING_BREAKPOINT and e.target == self.id]
        printed = self.printed
        return [printed.breakpoint, *effects] if isinstance(printed, Base) else effects

    def total(self, player: Who) -> int:
        """A player's total power at this base."""
        return power.total_power(self.game, self, player)

    @property
    def power_sources(self) -> set[int]:
        """The ids of the cards that change its power now, where that counts as affecting it (E12)."""
        if not protection.is_affecting(self.game, CHANGE_POWER):
            return set()
        return {part.source for part in power.explain_power(self.game, self)}

    def _or_you(self, player: Who | None) -> Who:
        """The named player, or by default its controller."""
        return self.controller if player is None else player

    def is_winning(self, base: Card) -> bool:
        """Whether no player has more power at a base than its controller."""
        return all(base.total(player) <= base.total(self.controller) for player in self.others)

    # ------------------------------------------------------------------------------------------- asking
    async def choose(
        self,
        options: Iterable[Card],
        prompt: str,
        *,
        may: bool = False,
        player: Who | None = None,
        secret: bool = False,
    ) -> Card | None:
        """Choose one of the cards or bases; None if there are none or the player declines, if allowed.

        `secret`: hidden cards decide which options there are (see `Rules.ask`).
        """
        who = self._or_you(player)
        found = list(options)
        if self.game.resolving and self._is_bound(found):
            found, may = self._fitting(found), False
        low = 0 if may else 1
        answer = await asking.ask(self.game, who, "card", prompt, found, low=low, high=1, source=self, secret=secret)
        return found[answer[0]] if answer else None

    async def choose_freely(self, options: list[Card], prompt: str, *, kind: str = "card") -> Card | None:
        """Choose a card regardless of what this card must affect (A4); `kind` "order" asks only for an order."""
        return await asking.choose(self.game, self.controller, options, prompt, source=self, kind=kind)

    async def choose_some(
        self,
        options: Iterable[Card],
        prompt: str,
        *,
        low: int = 0,
        high: int = 999,
        player: Who | None = None,
        secret: bool = False,
    ) -> list[Card]:
        """Choose between `low` and `high` of the cards (all of them if there are fewer than `low`)."""
        who = self._or_you(player)
        found = list(options)
        if self.game.resolving and self._is_bound(found):
            fitting = self._fitting(found)
            low = max(1, low)
            if len(fitting) < len(found):
                first = await asking.choose(self.game, who, fitting, prompt, source=self, secret=secret)
                others = [card for card in found if card is not first]
                more = await asking.choose_some(
                    self.game, who, others, prompt, low=low - 1, high=high - 1, source=self, secret=secret
                )
                return more if first is None else [first, *more]
        return await asking.choose_some(self.game, who, found, prompt, low=low, high=high, source=self, secret=secret)

    async def choose_within(self, options: Iterable[Card], total: int, prompt: str) -> list[Card]:
        """Choose any number of the cards, one by one, with a total power of at most `total`."""
        left = list(options)
        picked: list[Card] = []
        while True:
            room = total - sum(card.power for card in picked)
            card = await self.choose([c for c in left if c not in picked and c.power <= room], prompt, may=True)
            if card is None:
                return picked
            picked.append(card)

    async def choose_hunter(
        self, ability: Printed, prompt: str, *, among: Iterable[Card] | None = None, is_affected: bool = False
    ) -> Card | None:
        """Choose a minion that determines which others an action affects (`Printed.prey_of`, `is_affected`).

        If the right with which this card is played names a minion that it must affect, that one is affected (A4).
        """
        prey = self.must_affect
        options = ability.hunters(self) if among is None else among
        found = [hunter for hunter in options if prey is None or prey in ability.prey_of(self, hunter)]
        hunter = await asking.choose(self.game, self.controller, found, prompt, source=self)
        if is_affected and hunter is prey and self.resolving is not None:
            self.resolving.is_bound = False
        return hunter

    async def choose_model(self, ability: Printed, prompt: str) -> Card | None:
        """Choose a card that an action may copy (`Printed.models`) and that affects what it must affect (A4)."""
        prey = self.must_affect
        models = [card for card in ability.models(self) if prey is None or card.printed.would_affect(self, prey)]
        return await asking.choose(self.game, self.controller, models, prompt, source=self)

    @property
    def must_affect(self) -> Card | None:
        """The minion that this action must directly affect, because of the right with which it is played (A4)."""
        resolving = self.resolving
        if resolving is None or resolving.right is None or resolving.right.affecting < 0:
            return None
        return self.game.card(resolving.right.affecting)

    @property
    def must_aim(self) -> bool:
        """Whether its right demands a direct effect on a minion that has not happened yet (A4)."""
        resolving = self.resolving
        if resolving is None or not resolving.is_bound or resolving.right is None:
            return False
        return resolving.right.affecting >= 0 or CARDS[resolving.right.rule].aims

    def _is_bound(self, options: list[Card]) -> bool:
        """Whether the right with which this card is played restricts this choice of a target (Space Prince).

        It restricts the first choice of a matching card in play, and the choice of a base before that.
        """
        resolving = self.resolving
        if resolving is None or not resolving.is_bound or not options:
            return False
        assert resolving.right is not None
        prey = self.must_affect
        if prey is not None:
            return prey in options or prey.base in options
        if not all([card.in_play for card in options]):
            return False
        if not CARDS[resolving.right.rule].aims or (options[0].is_base and self.printed.calls_minions):
            return False
        return bool(self._allowed(options))

    def _fitting(self, options: list[Card]) -> list[Card]:
        resolving = self.resolving
        assert resolving is not None
        prey = self.must_affect
        if prey is not None and prey not in options:
            # The base comes first: where the minion is, or another one if minions are called there.
            return [base for base in options if (base is prey.base) != self.printed.calls_minions]
        resolving.is_bound = options[0].is_base  # after a base, the targets there have to fit too
        if prey is not None:
            return [prey]
        return self._allowed(options)

    def _allowed(self, options: list[Card]) -> list[Card]:
        """The options that the fine print of the right with which this card is played allows."""
        resolving = self.resolving
        assert resolving is not None
        right = resolving.right
        assert right is not None
        source, player = self.game.card(right.source), resolving.player
        assert player is not NOBODY  # only players have rights
        return [card for card in options if CARDS[right.rule].allows(source, player, self, card)]

    async def arrange(self, cards: Sequence[Card], prompt: str, *, player: Who | None = None) -> list[Card]:
        """Let a player put the cards in order; the first one will be on top."""
        return await asking.arrange(self.game, self._or_you(player), list(cards), prompt, self)

    async def choose_player(
        self, players: Iterable[int], prompt: str, *, may: bool = False, player: Who | None = None, whose: bool = False
    ) -> int | None:
        """Choose one of the players, or None.

        `whose`: their minions are affected, so a minion that this action must affect is one of theirs (A4).
        """
        found = list(players)
        prey = self.must_affect if whose else None
        if prey is not None and prey.controller in found:
            found = [prey.controller]
        return await asking.choose_value(
            self.game,
            self._or_you(player),
            "player",
            found,
            prompt,
            may=may,
            source=self,
        )

    async def choose_number(self, low: int, high: int, prompt: str, *, player: Who | None = None) -> int:
        """Choose a number from `low` to `high`."""
        picked = await asking.choose_value(
            self.game,
            self._or_you(player),
            "number",
            list(range(low, high + 1)),
            prompt,
            may=low == 0,
            source=self,
        )
        return low if picked is None else picked

    async def choose_mode(
        self,
        modes: Sequence[str],
        prompt: str,
        *,
        may: bool = False,
        player: Who | None = None,
        secret: bool = False,
    ) -> int:
        """Choose one of several alternatives, numbered from 1 in the order of the text; 0 if declined."""
        return await asking.choose_mode(
            self.game,
            self._or_you(player),
            list(modes),
            prompt,
            may=may,
            source=self,
            secret=secret,
        )

    async def choose_name(self, names: Iterable[str], prompt: str) -> str | None:
        """Choose one of the card names."""
        return await asking.choose_text(self.game, self.controller, "name", sorted(set(names)), prompt, source=self)

    async def choose_faction(self, names: Iterable[str], prompt: str) -> str | None:
        """Choose one of the faction names: that of a minion which this action must affect, if there is one (A4)."""
        prey = self.must_affect
        found = sorted(set(names) if prey is None else {prey.faction.name})
        return await asking.choose_text(self.game, self.controller, "faction", found, prompt, source=self)

    def is_safe(self, card: Card, how: str) -> bool:
        """Whether something protects `card` from this card doing this to it."""
        return protection.is_safe(self.game, card, Act(how, self, self.controller))

    def either(self, *, prompt: str = "Which one?", may: bool = False) -> Either:
        """An "A OR B" that is used now: one part happens, or both in the order chosen if something allows it.

        async for chosen in me.either():
            if chosen("Draw a card"):
                await me.draw()
            elif chosen("Destroy an action here", me.here.actions):
                await me.destroy(await me.choose(me.here.actions, "Destroy which action?"))
        """
        return Either(self, self.controller, prompt, may=may)

    def and_or(self, *, may: bool = False) -> AndOr:
        """An "A and/or B" that is used now, as for `either`: any parts happen, in the order of the text."""
        return AndOr(self, self.controller, "Which?", may=may)

    def up_to(self, most: int, prompt: str) -> UpTo:
        """An "up to two of these" that is used now, as for `either`: each part happens once, in the order chosen."""
        return UpTo(self, self.controller, prompt, most, is_price=False)

    def pay(self, count: int, prompt: str) -> UpTo:
        """A price of `count` of several parts, as for `either`: the player does that many, each once, or none."""
        return UpTo(self, self.controller, prompt, count, is_price=True)

    async def may(self, prompt: str, *, player: Who | None = None, having: list[Card] | None = None) -> bool:
        """Ask whether the player wants to; without any of the cards `having`, if given, they cannot."""
        return await asking.may(self.game, self._or_you(player), prompt, self, having=having)

    # ------------------------------------------------------------------------------------------- verbs: cards in play
    async def destroy(
        self,
        cards: Cards,
        *,
        player: Who | None = None,
        credit: Mapping[Card, Who] | None = None,
        lifting: Card | None = None,
    ) -> list[Card]:
        """Destroy cards in play; return those that were destroyed (not replaced, not protected).

        `credit`: which player destroyed which card, if it is not the same for all. `lifting`: an action on one of them
        that is set aside as its host leaves, so that this card can transfer it.
        """
        return await verbs.destroy(self, zones.as_list(cards), self._or_you(player), credit, lifting=lifting)

    async def move(self, cards: Cards, to: Card | None, *, player: Who | None = None) -> list[Card]:
        """Move minions to a base, together, with everything on them; return those that moved."""
        return await verbs.move(self, zones.as_list(cards), to, self._or_you(player))

    async def move_apart(self, ways: Iterable[tuple[Card, Card | None]]) -> list[Card]:
        """Move minions simultaneously, each to its own base; return those that moved."""
        goals: dict[Card, list[Card]] = {}
        for card, to in ways:
            if to is not None:
                goals.setdefault(to, []).append(card)
        return await verbs.move_apart(self, list(goals.items()), self.controller)

    async def return_to_hand(
        self, cards: Cards, *, player: Who | None = None, credit: Mapping[Card, Who] | None = None
    ) -> list[Card]:
        """Return cards in play to their owners' hands; return the list of those that went there.

        `credit`: which player returned which card, if it is not the same for all.
        """
        return await verbs.return_to_hand(self, zones.as_list(cards), self._or_you(player), credit)

    def instead(
        self,
        card: Card,
        how: str = "",
        *,
        to: int = zones.STAYS,
        onto: Card | None = None,
        hand_of: Who | None = None,
        player: Who | None = None,
        along: Cards = None,
        spent: Card | None = None,
    ) -> Instead | None:
        """Make a replacement by this card, for `instead_of_*` abilities to return; None if it is impossible (P5).

        Without `how` the card stays in play. MOVE: it moves `onto` a base; RETURN: to its owner's hand; SHUFFLE: into
        its owner's deck; PLACE: `to` a hand (that of `hand_of`), a deck (TO_TOP, TO_BOTTOM) and so on. `along`: cards
        on it that go with it; `spent`: a card that is destroyed for it.
        """
        who = self._or_you(player)
        if how == MOVE and (onto is None or onto is card.base):
            return None
        if how and card.in_play and protection.is_safe(self.game, card, Act(how, self, who, onto)):
            return None
        place = {RETURN: zones.TO_HAND, SHUFFLE: zones.TO_SHUFFLE}.get(how, to)
        return Instead(how, place, self, who, onto=onto, player=hand_of, along=tuple(zones.as_list(along)), spent=spent)

    async def place_on_deck(self, cards: Cards, *, bottom: bool = False, player: Who | None = None) -> list[Card]:
        """Place cards, from play or elsewhere, on top (or the bottom) of their owners' decks.

        The first card given ends up topmost, in either case.
        """
        return await verbs.place_on_deck(self, zones.as_list(cards), bottom=bottom, by=self._or_you(player))

    async def shuffle_into_deck(
        self, cards: Cards, *, player: Who | None = None, deck_of: Who | None = None
    ) -> list[Card]:
        """Shuffle cards, from play or elsewhere, into their owners' decks, or into the deck of player `deck_of`."""
        return await verbs.shuffle_into_deck(self, zones.as_list(cards), self._or_you(player), deck_of)

    async def place_in_hand(self, cards: Cards, *, hand_of: Who | None = None, player: Who | None = None) -> list[Card]:
        """Place cards into their owners' hands, or into the hand of player `hand_of` (Anansi's gifts)."""
        return await verbs.place_in_hand(self, zones.as_list(cards), hand_of, self._or_you(player))

    async def place_in_box(self, cards: Cards) -> list[Card]:
        """Place cards, from anywhere, in the box: they are out of the game (O14)."""
        return await verbs.place_in_box(self, zones.as_list(cards), self.controller)

    async def give_control(
        self,
        minion: Card | None,
        to: Who | None,
        *,
        until: int = WHILE_IN_PLAY,
        player: Who | None = None,
    ) -> bool:
        """Give control of a minion to a player; without a deadline it lasts until it changes again (C5)."""
        return await verbs.give_control(self, minion, to, until, self._or_you(player))

    def lift(self) -> None:
        """Remove this card from its place or its host, to be put elsewhere immediately afterwards."""
        zones.take(self.game, self)

    async def transfer(self, action: Card | None, to: Card | None) -> bool:
        """Transfer an action from its host to another card (C15)."""
        return await verbs.transfer(self, action, to)

    async def add_power(
        self, cards: Cards, amount: int, *, until: int = TURN_END, player: Who | None = None
    ) -> list[Card]:
        """Change the power of minions for a while; return those that were affected."""
        return await verbs.add_power(self, zones.as_list(cards), amount, until, self._or_you(player))

    async def add_counters(
        self,
        cards: Cards,
        amount: int = 1,
        *,
        player: Who | None = None,
        credit: Mapping[Card, Who] | None = None,
    ) -> list[Card]:
        """Place +1 power counters on each of the minions and titans; return those that got them.

        `credit`: which player placed them on which card, if it is not the same for all.
        """
        return await verbs.add_counters(self, zones.as_list(cards), amount, self._or_you(player), credit)

    async def remove_counters(self, cards: Cards, amount: int = 1) -> int:
        """Remove up to this many counters from each of the cards; return how many were removed in all."""
        return await verbs.remove_counters(self, zones.as_list(cards), amount, self.controller)

    async def transfer_counters(self, giver: Card | None, to: Card | None, amount: int = 1) -> int:
        """Transfer counters from one card to another; return how many."""
        return await verbs.transfer_counters(self, giver, to, amount)

    def tally(self, card: Card) -> None:
        """Place a counter on a card that no verb affects: on a base, or on a card out of play."""
        verbs.change_counters(self, card, 1, self.controller)

    # ------------------------------------------------------------------------------- verbs: face down and stasis
    @property
    def played_from(self) -> int:
        """While it resolves, the zone it was played from; otherwise -1. UNDER: it was uncovered, or stored."""
        resolving = self.resolving
        return -1 if resolving is None else resolving.event.zone

    async def bury(self, cards: Cards, *, at: Card | None, player: Who | None = None) -> list[Card]:
        """Bury cards at a base, from anywhere, controlled by `player`; return those that were buried."""
        return await face_down.bury(self, zones.as_list(cards), at, self._or_you(player))

    async def uncover(self, card: Card | None) -> bool:
        """Uncover a buried card: its controller plays it now as an extra card, or it is discarded (G33, G36)."""
        return await face_down.uncover(self, card, self.controller)

    async def carry(self, cards: Cards, to: Card | None) -> list[Card]:
        """Move any cards to a base: minions, titans, actions on bases, buried cards; return those that moved."""
        return await face_down.carry(self, zones.as_list(cards), to, self.controller)

    async def store(self, cards: Cards, *, under: Card | None, shown: bool = False) -> list[Card]:
        """Store cards face down under a card; `shown` to everyone first, if only some may be stored (V2)."""
        return await face_down.store(self, zones.as_list(cards), under, shown=shown)

    async def put_in_stasis(self, cards: Cards, counters: int = 1, *, player: Who | None = None) -> list[Card]:
        """Place stasis counters on each of the cards, which puts them into stasis (Z1)."""
        return await stasis.put_in_stasis(self, zones.as_list(cards), counters, self._or_you(player))

    async def thaw(self, card: Card | None, counters: int = 1) -> int:
        """Remove stasis counters from a card in stasis; return how many."""
        return await stasis.thaw(self, card, counters, self.controller)

    # ------------------------------------------------------------------------------------------- verbs: lasting effects
    def add_side_power(self, base: Card, amount: int, *, player: Who | None = None) -> None:
        """Add to a player's total at a base until the turn ends."""
        who = self._or_you(player)
        lasting.add_effect(self.game, SIDE_POWER, base.id, amount, TURN_END, who, self)

    def change_breakpoint(self, base: Card | None, amount: int, *, until: int = TURN_END) -> None:
        """Add to the breakpoint of a base for a while."""
        if base is not None:
            lasting.add_effect(self.game, BREAKPOINT, base.id, amount, until, self.controller, self)
            self.game.log("breakpoint", self.controller, cards=(self,), base=base, number=amount)

    async def set_starting_breakpoint(self, base: Card, value: int) -> None:
        """Set the breakpoint of a base before modification until the turn ends."""
        lasting.add_effect(self.game, STARTING_BREAKPOINT, base.id, value, TURN_END, self.controller, self)
        self.game.log("breakpoint set", self.controller, cards=(self,), base=base, number=value)
        await self.settle_breakpoint(base)

    async def settle_breakpoint(self, base: Card) -> None:
        """If abilities set a base's starting breakpoint to different values, let the current player choose one."""
        await breakpoints.settle_breakpoint(self.game, base, again=True)

    def copy_abilities(self, printed: Printed, *, until: int = WHILE_IN_PLAY) -> None:
        """Give this card the abilities of a printed card in addition (Copycat, Cellular Bonding)."""
        lasting.add_effect(self.game, COPIED, self.id, printed.number, until, self.controller, self)

    def forbid_actions(self, player: int) -> None:
        """Stop a player from playing actions until the end of their next turn."""
        lasting.add_effect(self.game, NO_ACTIONS, player, 0, YOUR_NEXT_TURN_END, player, self)

    def forbid_copies(self, player: Who, printed: Printed) -> None:
        """Stop a player from playing further copies of a card this turn."""
        if player is not NOBODY:
            lasting.add_effect(self.game, BARRED, player, printed.number, TURN_END, player, self)

    def turn_down_top_base(self) -> None:
        """Turn the base deck's top card face down until the turn ends."""
        lasting.add_effect(self.game, FACE_DOWN, self.id, self.game.state.serial, TURN_END, self.controller, self)

    def spare(self, minions: Iterable[Card], source: Card) -> None:
        """Make minions unaffected by a card until the turn ends, unless that card is played again."""
        you, arrival = self.controller, self.card(source.id).entered
        for minion in minions:
            lasting.add_effect(self.game, SPARED, minion.id, source.id, TURN_END, you, self, value=arrival)

    def lose_abilities(self, *, until: int) -> None:
        """Remove all abilities this minion has now, printed and granted, but not later ones (The Touch)."""
        for _, _, source in self.game.abilities_of(self):
            lasting.add_effect(self.game, LOST, self.id, source, until, self.controller, self)

    async def cancel(self, card: Card | None, *, until: int, player: Who | None = None) -> bool:
        """Cancel the printed abilities of a card or base for a while (C12)."""
        return await verbs.cancel(self, card, until, self._or_you(player))

    def changes(self, minions: Iterable[Card]) -> None:
        """Record that this card directly affects minions by changing their power, real or counted, through a base (A1).

        For abilities that last at a base; what verbs do to minions is recorded there.
        """
        if protection.is_affecting(self.game, CHANGE_POWER):
            hit = [minion for minion in minions if protection.counts_for(self.game, self, minion)]
            protection.note_affected(self.game, self, hit)

    async def lay(
        self,
        ability: type[Lasting],
        *,
        on: Cards,
        until: int = TURN_END,
        amount: int = 0,
        player: Who | None = None,
    ) -> list[Card]:
        """Put an ability that outlasts this card on cards or bases until a deadline; return those that have it.

        `amount` is a number that it stores (`me.amount`).
        """
        who = self._or_you(player)
        hit = await protection.affected(self.game, Act(GRANT, self, who), zones.as_list(on))
        for card in hit:
            lasting.add_effect(self.game, LAID, card.id, number_of(ability), until, who, self, value=amount)
        return hit

    def lay_down(
        self, ability: type[Lasting], *, until: int = TURN_END, amount: int = 0, player: Who | None = None
    ) -> None:
        """Like `lay`, but without a host: for abilities that are not about a particular card."""
        who = self._or_you(player)
        lasting.add_effect(self.game, LAID, -1, number_of(ability), until, who, self, value=amount)

    def end(self) -> None:
        """End a lasting ability early (see `Trace`)."""

    def was_used(self, ability: Ability, *, player: Who | None = None, at: Card | None = None) -> bool:
        """Whether a player has used an ability of this card this turn; `at`: for that card."""
        who = self._or_you(player)
        return limits.is_spent(self.game, (ability, self, self.id), who, at=at)

    def mark_used(self, ability: Ability, *, player: Who | None = None, at: Card | None = None) -> None:
        """Mark that a player uses an ability of this card this turn, for `was_used`."""
        limits.spend(self.game, (ability, self, self.id), self._or_you(player), at=at)

    def remark(self, value: int, *, until: int = TURN_END) -> None:
        """Store a number for a while, even if this card leaves play; `remarks` reads it (`memo` ends with the stay)."""
        lasting.add_effect(self.game, NOTED, self.id, value, until, self.controller, self)

    @property
    def remarks(self) -> list[int]:
        """The numbers stored by `remark`."""
        return [e.amount for e in self.game.state.effects if e.kind == NOTED and e.target == self.id]

    # ------------------------------------------------------------------------------------------- verbs: hand and deck
    async def draw(self, count: int = 1, *, player: Who | None = None, from_: int | None = None) -> list[Card]:
        """Draw cards; an empty deck is refilled (T9).

        `from_`: a supply to draw from (`MADNESS`, `TREASURES`) instead of the player's deck.
        """
        who = self._or_you(player)
        if from_ is not None:
            return supplies.draw(self.game, who, count, from_)
        return decks.draw(self.game, who, count)

    async def return_to_supply(self, cards: Cards, *, bottom: bool = False, shuffle: bool = False) -> list[Card]:
        """Put cards, from anywhere, on top (or the bottom) of their supply's deck, or shuffle them in."""
        return await supplies.give_back(self, zones.as_list(cards), bottom=bottom, shuffle=shuffle)

    async def search_supply(self, seat: int, wanted: Callable[[Card], bool], prompt: str) -> Card | None:
        """Let its controller search the deck of a supply for a card to play, which is shown and set aside (MT5, P3)."""
        return await supplies.search(self, seat, wanted, prompt)

    async def discard_supply(self, seat: int, count: int) -> list[Card]:
        """Discard the top cards of the deck of a supply."""
        return decks.discard(self.game, supplies.lift(self.game, seat, count), self.controller)

    def collects(self, source: Card | None, monster: Card) -> bool:
        """Whether treasures are drawn for a monster that `source` destroyed."""
        return monsters.collects(source, monster)

    async def play_monster(self, base: Card | None) -> Card | None:
        """Play the top card of the monster deck on a base; nobody controls it (MT21 to MT25)."""
        return await monsters.play(self.game, base, self.controller)

    async def discard(self, cards: Cards, *, player: Who | None = None) -> list[Card]:
        """Discard cards from a hand or deck, set aside, or (without destroying them) from play.

        They go to their owners' piles; `player` is the one who discards them.
        """
        who = self._or_you(player)
        found = zones.as_list(cards)
        in_play = [card for card in found if card.in_play]
        await departures.leave(self.game, in_play, zones.TO_DISCARD, by=who, source=self)
        return in_play + decks.discard(self.game, [card for card in found if card not in in_play], who)

    async def discard_cards(
        self, count: int, prompt: str, *, may: bool = False, player: Who | None = None
    ) -> list[Card]:
        """Let a player discard `count` cards of their choice from their hand, or all they have."""
        who = self._or_you(player)
        hand = self.game.hand(who)
        picked = await self.choose_some(hand, prompt, low=0 if may else count, high=count, player=who)
        return decks.discard(self.game, picked, who)

    async def discard_random(self, count: int, *, player: Who) -> list[Card]:
        """Let a player discard `count` cards at random."""
        return decks.discard(self.game, self.game.state.sample(self.game.hand(player), count), player)

    async def discard_hand(self, *, player: Who | None = None) -> list[Card]:
        """Let a player discard their hand."""
        who = self._or_you(player)
        return decks.discard(self.game, self.game.hand(who), who)

    def look_at_top(self, count: int = 1, *, player: Who | None = None, seen_by: Who | None = None) -> list[Card]:
        """Return the top cards of a player's deck, seen only by its controller (or `seen_by`); they stay there."""
        who = self._or_you(player)
        seer = self.controller if seen_by is None else seen_by
        # The current player looks at the deck for a card without a controller, because they decide for it (MT41).
        return decks.see_top(self.game, who, count, [self.game.state.turn_player if seer is NOBODY else seer], self)

    def reveal_top(self, count: int = 1, *, player: Who | None = None) -> list[Card]:
        """Return the top cards of a player's deck, shown to everyone; they stay there."""
        who = self._or_you(player)
        return decks.see_top(self.game, who, count, list(range(self.game.players)), self)

    def reveal_bottom(self, count: int = 1) -> list[Card]:
        """Return the bottom cards of its controller's deck, the lowest first, shown to everyone; they stay there."""
        return decks.reveal_bottom(self.game, self.controller, count, self)

    def reveal_until(
        self, wanted: Callable[[Card], bool], *, count: int = 1, player: Who | None = None
    ) -> tuple[list[Card], list[Card]]:
        """Reveal cards from a deck, set aside, until `count` match; return those, and the rest.

        An empty deck is refilled only before the start; if it runs out later, the search ends (P8).
        """
        return decks.reveal_until(self, self._or_you(player), wanted, count)

    def reveal(self, cards: Cards, *, player: Who | None = None) -> None:
        """Show cards in a player's hand or deck to everyone."""
        decks.reveal(self.game, zones.as_list(cards), self._or_you(player), self)

    def look_at_hand(self, player: Who) -> list[Card]:
        """Return another player's hand, seen by its controller."""
        return decks.look_at_hand(self.game, player, self.controller, self)

    def search_through(self) -> list[Card]:
        """Return the cards of its controller's deck, in an order that reveals nothing; shuffle it afterwards (P9)."""
        return decks.search_through(self, self.controller)

    def shuffle_deck(self, player: Who | None = None) -> None:
        """Shuffle a player's deck."""
        zones.shuffle_deck(self.game, self._or_you(player))

    async def search(
        self,
        wanted: Callable[[Card], bool],
        prompt: str,
        *,
        deck: bool = True,
        hand: bool = False,
        discard: bool = False,
        may: bool = False,
        player: Who | None = None,
    ) -> Card | None:
        """Search a player's deck (and/or hand and discard pile) for a card, which is revealed and set aside.

        A card found in a hand or discard pile stays there for now. A deck that was searched is shuffled (P9). Put the
        card somewhere with another verb.
        """
        return await decks.search(
            self,
            wanted,
            prompt,
            deck=deck,
            hand=hand,
            discard=discard,
            may=may,
            player=self._or_you(player),
        )

    async def search_to_play(
        self, wanted: Callable[[Card], bool], prompt: str, *, player: Who | None = None
    ) -> Card | None:
        """Let a player search their deck for a card to play as an extra card, which they may decline to play (P3)."""
        found = await self.search(wanted, prompt, may=True, player=player)
        if found is None:
            self.shuffle_deck(player)
        return found

    async def put_back(
        self,
        cards: Sequence[Card],
        prompt: str,
        *,
        bottom: bool = False,
        deck_of: Who | None = None,
        player: Who | None = None,
    ) -> list[Card]:
        """Put cards on top (or the bottom) of a deck in an order that `player` chooses; return those that got there.

        The first one ends up outermost: topmost, or lowest. The deck is that of `deck_of`, or of each card's owner.
        Other players do not learn the order. A treasure never goes to a deck.
        """
        chooser = self._decider if player is None else player
        return await decks.put_back(self, list(cards), prompt, bottom=bottom, player=deck_of, chooser=chooser)

    async def put_shuffled(self, cards: Cards) -> None:
        """Shuffle cards and place them on top of their owners' decks; nobody knows their order."""
        decks.put_shuffled(self, zones.as_list(cards))

    async def put_top_or_bottom(
        self,
        cards: Sequence[Card],
        prompt: str,
        *,
        deck_of: Who | None = None,
        player: Who | None = None,
    ) -> None:
        """Let a player place cards, from play or elsewhere, on the top and/or bottom of a deck."""
        chooser = self._decider if player is None else player
        question = f"{prompt} Which go to the bottom?"
        bottom = await asking.choose_some(
            self.game, chooser, list(cards), question, low=0, high=len(cards), source=self, kind="bottom"
        )
        top = [card for card in cards if card not in bottom]
        how_low = "In which order on the bottom? The first is lowest."
        how_high = "In which order on top? The first is uppermost."
        if any(card.in_play for card in cards):
            lowest_first = await self.arrange(bottom, how_low, player=chooser)
            await self.place_on_deck(lowest_first[::-1], bottom=True, player=chooser)
            await self.place_on_deck(await self.arrange(top, how_high, player=chooser), player=chooser)
        else:
            decks.conceal(self.game, list(cards), bit_of(chooser))
            await self.put_back(bottom, how_low, bottom=True, deck_of=deck_of, player=chooser)
            await self.put_back(top, how_high, deck_of=deck_of, player=chooser)

    @property
    def _decider(self) -> int:
        """The player who makes its choices: its controller, or the current player if it has none (MT41)."""
        player = self.controller
        return self.game.state.turn_player if player is NOBODY else player

    # ------------------------------------------------------------------------------------------- verbs: VP
    async def gain_vp(self, amount: int = 1, *, player: Who | None = None) -> None:
        """Give a player VP."""
        decks.gain_vp(self.game, self._or_you(player), amount, self)

    async def lose_vp(self, amount: int = 1, *, player: Who | None = None) -> bool:
        """Take VP from a player; return False and do nothing if they do not have enough (W3, P4)."""
        who = self._or_you(player)
        if who is NOBODY or self.game.state.vp[who] < amount:
            return False
        decks.gain_vp(self.game, who, -amount, self)
        return True

    # ------------------------------------------------------------------------------------------- verbs: playing cards
    async def extra_minion(
        self,
        *,
        max_power: int = -1,
        at: Card | None = None,
        name: str = "",
        now: bool = False,
        fine_print: Printed | None = None,
        must: bool = False,
        silent: bool = False,
        player: Who | None = None,
    ) -> Attempt:
        """Give an extra minion, to play now, or later in Play Cards unless `now` (E7); return what was played now.

        `fine_print`: the printed card (`self`) whose `allows` restricts what may be played where. `must`: it cannot be
        declined. `silent`: its abilities are cancelled until the turn ends, from the moment it is in play.
        """
        return await self._extra(MINION, max_power, at, name, now or must, fine_print, player, must=must, silent=silent)

    async def demand_minion(self, player: int, *, max_power: int, at: Card, silent: bool = False) -> Attempt:
        """Make a player play an extra minion of at most this power there, or reveal a hand without one.

        Only a hand is revealed, so a player without such a minion in hand may, but need not, play one from elsewhere
        (Spectre).
        """
        hand = [card for card in self.game.hand(player) if card.is_minion and card.power <= max_power]
        must = any(play_options.ways_to_play(self, card, [at], player, MINION, silent=silent) for card in hand)
        attempt = await self.extra_minion(max_power=max_power, at=at, now=True, must=must, silent=silent, player=player)
        if attempt.card is None:
            self.reveal(self.game.hand(player), player=player)
        return attempt

    async def extra_action(
        self,
        *,
        now: bool = False,
        fine_print: Printed | None = None,
        affecting: Card | None = None,
        player: Who | None = None,
        special: bool = False,
    ) -> Attempt:
        """Give an extra action from hand, to play now, or later in Play Cards unless `now`.

        `affecting`: a minion that it must directly affect (A4). `special`: it is played as a Special.
        """
        now = now or special
        return await self._extra(ACTION, -1, None, "", now, fine_print, player, affecting=affecting, special=special)

    async def extra_card(
        self,
        *,
        later: bool = False,
        fine_print: Printed | None = None,
        player: Who | None = None,
    ) -> Attempt:
        """Give an extra minion or action; `later`: not now, but in Play Cards (E7)."""
        return await self._extra(ANY_KIND, -1, None, "", False, fine_print, player, later=later)

    async def _extra(
        self,
        kind: int,
        max_power: int,
        at: Card | None,
        name: str,
        now: bool,
        fine_print: Printed | None,
        player: Who | None,
        *,
        must: bool = False,
        later: bool = False,
        affecting: Card | None = None,
        silent: bool = False,
        special: bool = False,
    ) -> Attempt:
        right = Allowance(
            kind,
            max_power=max_power,
            base=-1 if at is None else at.id,
            name=name,
            source=self.id,
            rule=-1 if fine_print is None else fine_print.number,
            affecting=-1 if affecting is None else affecting.id,
            arrival=0 if affecting is None else affecting.entered,
            silent=silent,
        )
        who = self._or_you(player)
        return await extra_plays.play_extra(self, right, who, now=now, must=must, later=later, special=special)

    def playable_minions(self, at: Card, *, returned: Cards = None) -> list[Card]:
        """The minions that its controller could play at a base as an extra minion (once `returned` were in hand)."""
        you = self.controller
        return (
            []
            if you is NOBODY
            else play_options.playable(self.game, you, Allowance(MINION, base=at.id), zones.as_list(returned))
        )

    def can_play(self, card: Card, *, at: Cards = None, player: Who | None = None, kind: int = ANY_KIND) -> bool:
        """Whether a player could play this very card now (there), as an extra card."""
        who = self._or_you(player)
        if who is NOBODY:
            return False
        return bool(play_options.ways_to_play(self, card, None if at is None else zones.as_list(at), who, kind))

    async def play_one(
        self,
        cards: Cards,
        *,
        at: Cards = None,
        may: bool = True,
        player: Who | None = None,
        secret: bool = False,
        kind: int = ANY_KIND,
        silent: bool = False,
    ) -> Attempt:
        """Let a player play one of these very cards now, from wherever they are, as an extra card.

        `kind`: what a fusion must be played as. `silent`: its abilities are cancelled until the turn ends, from the
        moment it is in play.
        """
        who = self._or_you(player)
        where = None if at is None else zones.as_list(at)
        found = zones.as_list(cards)
        return await extra_plays.play_one(self, found, where, who, may=may, secret=secret, kind=kind, silent=silent)

    async def play_card(
        self,
        card: Card | None,
        *,
        at: Card | Iterable[Card] | None = None,
        may: bool = False,
        player: Who | None = None,
        kept: bool = False,
        goes_to: int = -1,
        off_top: bool = False,
        kind: int = ANY_KIND,
        silent: bool = False,
    ) -> bool:
        """Let a player play this very card now, from wherever it is, as an extra card (a fusion: of this `kind`).

        `at` limits where. If it cannot be played, a card that is set aside is discarded (P8), others stay. `kept`: it
        goes nowhere afterwards, not even by its own text; put it somewhere with another verb. `goes_to` (TO_BOTTOM,
        ...): where a standard action goes afterwards, unless its own text says otherwise. `off_top`: it comes off the
        top of a deck. `silent`: its abilities are cancelled until the turn ends, from the moment it is in play.
        """
        return await extra_plays.play_now(
            self,
            card,
            None if at is None else zones.as_list(at),
            self._or_you(player),
            may=may,
            kept=kept,
            goes_to=goes_to,
            off_top=off_top,
            kind=kind,
            silent=silent,
        )

    async def play_copying(self, printed: Printed) -> None:
        """Play this very card as if it had another action's text, without that action's requirements."""
        await extra_plays.play_copying(self, printed)

    async def play_off_top(
        self,
        *,
        at: Card | None,
        wanted: Callable[[Card], bool] | None = None,
        count: int = 1,
        kind: int = MINION,
        player: Who | None = None,
    ) -> Card | None:
        """Let a player play a minion (or what is `wanted`, as `kind`) from the top of their deck at a base (P8)."""
        who = self._or_you(player)
        played = await extra_plays.play_off_top(self, at, who, is_minion if wanted is None else wanted, count, kind)
        return played[0] if played else None

    async def draw_off_top(self, wanted: Callable[[Card], bool]) -> Card | None:
        """Let its controller draw the topmost wanted card of their deck; the others are shuffled in (L22)."""
        found, rest = self.reveal_until(wanted)
        await self.place_in_hand(found, hand_of=self.controller)
        await self.shuffle_into_deck(rest)
        return found[0] if found else None

    async def flip(self, *, player: Who | None = None) -> bool:
        """Let a player flip a coin; return whether it is heads once it can no longer be changed."""
        return await flips.flip(self, self._or_you(player))

    # ------------------------------------------------------------------------------------------- verbs: titans
    def titan(self, name: str) -> Card | None:
        """The titan with this name that its controller could play or move: their own, or else anybody's in play."""
        state = self.game.state
        named = [titan for titan in self.game.titans() if titan.name == name]
        if state.rare_zones is not None and (you := self.controller) is not NOBODY:
            named += [self.game.card(i) for i in state.rare_zones.beside[you] if state.printed[i].name == name]
        mine = [titan for titan in named if titan.controller == self.controller]
        return next(iter(mine or named), None)

    def titan_of(self, player: Who) -> Card | None:
        """The titan that a player has in play."""
        return next((titan for titan in self.game.titans() if titan.controller == player), None)

    def can_play_titan(self, titan: Card | None, bases: Cards) -> bool:
        """Whether its controller could play this titan at one of the bases (H9)."""
        return titans.may_play(titan, self.controller) and bool(zones.as_list(bases))

    async def play_titan(
        self,
        bases: Cards,
        *,
        titan: Card | None = None,
        may: bool = True,
        announced: bool = False,
    ) -> bool:
        """Let its controller play this titan (or another) at one of the bases, unless they have one in play (H8, H9).

        `announced`: the use of its Special was announced before, as a base scored.
        """
        played = self if titan is None else titan
        return await titans.play(self, played, zones.as_list(bases), self.controller, may=may, announced=announced)

    async def bring(self, titan: Card | None, bases: Cards) -> bool:
        """Let its controller play a titan at one of the bases; one that is in play must move to one (H8)."""
        if titan is None or not titan.in_play:
            return titan is not None and await self.play_titan(bases, titan=titan)
        others = [base for base in zones.as_list(bases) if base is not titan.base]
        return bool(await self.move(titan, await self.choose(others, f"Move {titan.name} where?")))

    # ------------------------------------------------------------------------------------------- verbs: talents
    def talents_of(self, card: Card) -> list[Listener]:
        """The talents that a card has, its own and those it was given; not those of the actions on it."""
        return talents.of(card)

    async def choose_talent(self, found: list[Listener], prompt: str, *, may: bool = False) -> Listener | None:
        """Choose one of several talents, named by the cards that have or give them."""
        return await talents.choose(self, found, prompt, may=may)

    async def copy_talent(self, found: list[Listener], *, may: bool = False) -> bool:
        """Let this card do what one of these talents says, as if it were its own (L19)."""
        mine = [(ability, self, self.id) for ability, _, _ in found]
        open_to = [talent for talent, own in zip(found, mine, strict=True) if not talents.is_barred(self.game, own)]
        talent = await self.choose_talent(open_to, "Copy which talent?", may=may)
        if talent is not None:
            if talent[0].only_one:
                self.mark_used(talent[0])
            await talent[0].talent(self)
        return talent is not None

    async def use_talent(self, card: Card, *, counts: bool = False, may: bool = False, own: bool = False) -> bool:
        """Let its controller use a talent of a card, or (unless `own`) of an action on it.

        Unless it `counts`, it may be one that was used this turn, and this does not use it up.
        """
        cards = [c for c in (card, *(() if own else card.actions)) if self.controls(c)]
        found = [talent for c in cards for talent in talents.of(c) if not talents.is_barred(self.game, talent)]
        if counts:
            found = [talent for talent in found if not talents.is_used_up(self.game, talent)]
        talent = await self.choose_talent(found, "Use which talent?", may=may)
        if talent is not None:
            await talents.use(self.game, self.controller, talent, counts=counts)
        return talent is not None

    # ------------------------------------------------------------------------------------------- verbs: fusions, swaps
    async def copy_action(self, fusion: Card | None, *, played: bool = False) -> None:
        """Let this card do what the Action ability of a fusion says (F11); `played`: it counts as used when played."""
        if fusion is None or not isinstance(fusion.printed, Fusion):
            return
        if played:
            triggers.announce(self.game, "after_fusion_used", [Event(fusion, self.controller, fusion.base)])
        await fusion.printed.as_action(self)

    async def swap_for(
        self,
        minion: Card,
        wanted: Callable[[Card], bool],
        *,
        hand: bool = False,
        deck: bool = False,
        discard: bool = False,
    ) -> Card | None:
        """Swap a minion in play with one from its controller's hand, deck or discard pile; return the new one (X)."""
        return await swaps.swap_for(self, minion, wanted, hand=hand, deck=deck, discard=discard)

    @property
    def resolving(self) -> Resolving | None:
        """The record of this card's play while it is being played."""
        for resolving in self.game.resolving:
            if resolving.card is self:
                return resolving
        return None

    def count_as_action(self) -> None:
        """Count this as playing an action, with everything that responds to that (Argonaut, Monet)."""
        game = self.game
        # It is not an extra card, whatever it was played with (Eliza).
        deed = Deed(PLAYED, self.controller, self.id, phase=game.state.phase, value=ACTION, regular=True)
        game.state.deeds.append(deed)
        triggers.announce(game, "after_action_played", [Event(self, self.controller, None)])

    def could_copy(self, action: Card) -> bool:
        """Whether its controller could play this card, as an extra card, as if it had another action's text."""
        player = self.controller
        return player is not NOBODY and play_options.could_copy(self, action, player)

    async def play_in_answer(self, hook: str, about: Any) -> None:
        """Let its controller play this action as a Special in response to something; `hook` is its ability then."""
        game, you = self.game, self.controller
        if not prohibitions.are_specials_forbidden(game, you) and not prohibitions.is_forbidden(
            game, you, self, None, extra=True
        ):
            await plays.play(game, you, self, None, None, answers=(hook, about))

    async def announce_special(self, ability: Ability, player: Who) -> None:
        """Announce the use of a Special to listeners, for an ability whose hook does not mark it as one."""
        await triggers.special_used(self.game, ability, self, player)

    def goes_to(self, place: int) -> None:
        """Set where this action goes after it is played (TO_HAND, TO_TOP, ...) instead of the discard pile."""
        resolving = self.resolving
        if resolving is not None:
            resolving.goes_to = place

    def rivals_of(self, minion: Card) -> list[Card]:
        """The minions that a minion may duel: other players' at its base, unless a duel is under way (D2, D18)."""
        if minion.base is None or self.game.duel is not None:
            return []
        return [rival for rival in minion.base.minions if minion.is_enemy(rival)]

    async def duel(self, mine: Card | None, theirs: Card | None, *, player: Who | None = None) -> Duel:
        """Two minions duel, the first one for its controller or `player`; the caller does what follows for the loser.

        duel = await me.duel(me, rival)
        await me.destroy(duel.losers)
        """
        return await duels.fight(self, mine, theirs, self._or_you(player))

    # ------------------------------------------------------------------------------------------- verbs: bases
    async def add_base(self) -> Card | None:
        """Add the top base of the base deck to those in play."""
        return await bases.add_base(self.game)

    async def replace_base(self, base: Card, new: Card | None = None, *, scores_on: bool = False) -> Card | None:
        """Replace a base by another one (the top one of the base deck); everything on it stays.

        The old base is set aside; put it into the base discard pile or deck. If it was scoring, that stops (N15),
        unless the new base `scores_on` in its place.
        """
        return await bases.replace_base(self.game, base, new, scores_on=scores_on)

    def discard_base(self) -> None:
        """Put this base into the base discard pile."""
        bases.discard_base(self.game, self)

    def search_through_bases(self) -> list[Card]:
        """The bases of the base deck (refilled if it is empty), in an order that reveals nothing, to search for one."""
        bases.refill_bases(self.game)
        return [self.game.card(i) for i in sorted(self.game.state.base_deck)]

    async def swap_base(self, base: Card | None, new: Card | None) -> Card | None:
        """Swap a base in play with one of the base deck, which is shuffled; everything on it stays."""
        return await bases.swap_base(self.game, base, new)

    def look_at_bases(self, count: int, *, player: int | None = None) -> list[Card]:
        """Return the top cards of the base deck, seen by its controller (or `player`); they stay there."""
        return bases.look_at_bases(self.game, count, self._decider if player is None else player)

    def reveal_bases(self, count: int) -> list[Card]:
        """Return the top cards of the base deck, shown to everyone; they stay there.

        A base that was chosen to come next is skipped: it is there only until then.
        """
        return bases.reveal_bases(self.game, count)

    def stack_bases(self, stack: Sequence[Card], *, player: int | None = None, bottom: bool = False) -> None:
        """Put bases on top (or the bottom) of the base deck, the first one outermost.

        Only `player` (by default its controller) knows them.
        """
        bases.stack_bases(self.game, list(stack), self._decider if player is None else player, bottom=bottom)

    async def place_base_on_deck(self, base: Card | None, *, bottom: bool = False) -> None:
        """Place a base on top (or the bottom) of the base deck; everybody knows it, unless it was there unseen."""
        if base is not None:
            known = self.game.state.known
            seers = known[base.id] if base.zone == BASE_DECK else self.game.everyone
            bases.put_base_on_deck(self.game, base, bottom=bottom)
            known[base.id] = seers
            if seers == self.game.everyone:
                self.game.log("base to bottom" if bottom else "base to top", NOBODY, base=base)

    async def take_extra_turn(self, *, player: int) -> None:
        """Give a player an extra turn after this one (T11)."""
        self.game.state.extra_turns.append(player)
        self.game.log("extra turn", player)

    async def destroy_base(
        self,
        base: Card | None,
        *,
        replacements: int = 1,
        keep: Cards = None,
        new: Card | None = None,
        destroys: bool = False,
    ) -> None:
        """Destroy a base with everything on it, and replace it (by `new`, or the top card of the base deck).

        The cards of `keep` stay, unmoved, on the base that replaces it (N12). The others are discarded with the base;
        with `destroys` they are destroyed first, if possible.
        """
        await bases.destroy_base(self, base, replacements, zones.as_list(keep), new, destroys=destroys)


class Trace(Card):
    """What is left of a card whose ability lasts: `host` is the card with that ability, `controller` its player."""

    __slots__ = ("effect",)

    is_trace: ClassVar[bool] = True

    def __init__(self, game: Rules, effect: Effect) -> None:
        Card.__init__(self, game, effect.source)
        self.effect = effect

    @property
    def controller(self) -> Who:
        """The player who put it there."""
        return self.effect.player

    @property
    def entered(self) -> int:
        """When it was put there."""
        return self.effect.serial

    @property
    def in_play(self) -> bool:
        """Whether it still lasts."""
        return self.effect in self.game.state.effects

    @property
    def zone(self) -> int:
        """In play as long as it lasts."""
        return PLAY if self.in_play else ASIDE

    def is_on(self, host: Handle) -> bool:
        """Whether it was put on this card or base."""
        return self.effect.target == host.id

    @property
    def host(self) -> Card | None:
        """The card or base it was put on."""
        return None if self.effect.target < 0 else self.game.card(self.effect.target)

    @property
    def base(self) -> Card | None:
        """The base of its host."""
        host = self.host
        return None if host is None else host.base

    @property
    def amount(self) -> int:
        """The number it stores."""
        return self.effect.value

    def end(self) -> None:
        """End it."""
        lasting.end_effect(self.game, self.effect)


def is_minion(card: Card) -> bool:
    """Whether a card is a minion; for searching and revealing."""
    return card.is_minion


def is_action(card: Card) -> bool:
    """Whether a card is an action; for searching and revealing."""
    return card.is_action
