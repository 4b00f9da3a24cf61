"""Sets up the position of a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from basebash.engine import (
    ACTION,
    CARDS,
    DECK,
    DISCARD,
    HAND,
    MINION,
    PLAY,
    Allowance,
    Base,
    BasebashError,
    Game,
    Printed,
    Setup,
    State,
    find_card,
    find_faction,
    key,
)
from basebash.engine.data.rare_zones import RareZones
from basebash.engine.data.terms import (
    BASE,
    BASE_DECK,
    BASE_DISCARD,
    BESIDE,
    BOX,
    EDITIONS,
    KIND_NAMES,
    MADNESS,
    MONSTERS,
    NOBODY,
    ON_BASE,
    ON_MINION,
    ON_NOTHING,
    ON_YOUR_MINION,
    PHASE_NAMES,
    PLAY_CARDS,
    STASIS,
    SUPPLY,
    TITAN,
    TREASURES,
    UNDER,
    Who,
)
from basebash.engine.vocabulary.printed import BASES, PACKS
from basebash.scenario.files import Map, Scenario, ScenarioError

_SUPPLIES = {MADNESS: "madness", MONSTERS: "monster", TREASURES: "treasure"}
_PLACES = {ON_NOTHING: "nothing", ON_BASE: "bases", ON_MINION: "minions", ON_YOUR_MINION: "minions"}


class Position:
    """A game set up as a scenario says, and the names that the scenario gives to its cards."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        data = scenario.data
        players = self._mapping(data.get("players"), "players", data.line)
        self.players = list(players)
        if not 2 <= len(self.players) <= 4:
            raise ScenarioError(f"A scenario has 2 to 4 players, not {len(self.players)}.", players.line)
        self.ids: dict[str, int] = {}
        edition = data.get("edition", 2019)
        if edition not in EDITIONS:
            known = ", ".join(map(str, EDITIONS))
            raise ScenarioError(f"There is no edition {edition!r}; there are {known}.", data.line)
        seed = data.get("seed", 0)
        if not isinstance(seed, int):
            raise ScenarioError("The seed is a number.", data.line)
        self.state = State(len(self.players), seed)
        for number, name in enumerate(self.players):
            self._set_up_player(number, self._mapping(players[name] or Map(), name, players.line))
        self._set_up_turn(data)
        self._set_up_bases(data)
        self._set_up_side(data)
        setup = Setup(len(self.players), names=self.players, edition=edition, seed=seed)
        self.state.turn_start_serial = self.state.serial  # every card in play was there when the turn started
        self.game = Game.from_position(setup, self.state)

    # ------------------------------------------------------------------------------------------- names
    def player(self, name: Any, line: int) -> int:
        """Return the number of a player."""
        if str(name) not in self.players:
            raise ScenarioError(f"There is no player {name!r}; there are {', '.join(self.players)}.", line)
        return self.players.index(str(name))

    def player_or_nobody(self, name: Any, line: int) -> Who:
        """Return the number of a player, or nobody for `none`."""
        return NOBODY if name == "none" else self.player(name, line)

    @staticmethod
    def card(name: Any, line: int, kind: int = 0, factions: Sequence[str] = ()) -> Printed:
        """Return the printed card with this name, of this kind and one of the factions if there are several."""
        if not isinstance(name, str | int):
            raise ScenarioError(f"A card or base is named by its name, not {name!r}.", line)
        try:
            return find_card(str(name), kind, factions)
        except BasebashError as error:
            if kind:
                return Position.card(name, line)
            raise ScenarioError(str(error), line) from None

    def base(self, name: Any, line: int) -> Base:
        """Return the printed base with this name."""
        printed = self.card(name, line, BASE)
        if not isinstance(printed, Base):
            raise ScenarioError(f"{printed.name} is not a base.", line)
        return printed

    @staticmethod
    def _mapping(value: Any, what: str, line: int) -> Map:
        if not isinstance(value, Map):
            raise ScenarioError(f"{what!r} should be a mapping.", line)
        return value

    @staticmethod
    def _list(value: Any, what: str, line: int) -> list[Any]:
        if value is None:
            return []
        if not isinstance(value, list):
            raise ScenarioError(f"{what!r} should be a list.", line)
        return value

    @staticmethod
    def _check_keys(data: Map, allowed: str, what: str) -> None:
        for key_ in data:
            if key_ not in allowed.split():
                raise ScenarioError(f"Unknown key {key_!r} for {what}; known are {allowed}.", data.line)

    # ------------------------------------------------------------------------------------------- players
    def _set_up_player(self, player: int, data: Map) -> None:
        self._check_keys(data, "factions hand deck discard vp titans stasis in_box", "a player")
        state = self.state
        for name in self._list(data.get("factions"), "factions", data.line):
            try:
                state.factions[player].append(find_faction(str(name)).name)
            except BasebashError as error:
                raise ScenarioError(str(error), data.line) from None
        for zone, where, cards in (
            (HAND, state.hands, "hand"),
            (DECK, state.decks, "deck"),
            (DISCARD, state.discards, "discard"),
        ):
            for entry in self._list(data.get(cards), cards, data.line):
                card = self._add(entry, player, zone, player, data.line)
                where[player].append(card)
                state.known[card] = 1 << player if zone == HAND else 0
        vp = data.get("vp", 0)
        if not isinstance(vp, int) or vp < 0:
            raise ScenarioError("VP are a number from 0 on.", data.line)
        state.vp[player] = vp
        for entry in self._list(data.get("titans"), "titans", data.line):
            self._add(entry, player, BESIDE, player, data.line, "owner id counters")
        for entry in self._list(data.get("stasis"), "stasis", data.line):
            self._add(entry, player, STASIS, player, data.line, "owner id counters on stored")
        for entry in self._list(data.get("in_box"), "in_box", data.line):
            self._add(entry, player, BOX, -1, data.line)

    def _add(self, entry: Any, player: int, zone: int, where: int, line: int, keys: str = "owner id") -> int:
        """Bring a card into the game that is not in play: to a player, or into a rare zone."""
        state = self.state
        name, details = self._entry(entry)
        self._check_keys(details, keys, "a card there")
        line = details.line or line
        kind = TITAN if zone == BESIDE else MINION + ACTION + (TITAN if zone == BOX else 0)
        printed = self.card(name, line, kind, state.factions[player])
        if not printed.kind & kind:
            place = "beside a deck" if zone == BESIDE else "in a hand, deck or discard pile"
            raise ScenarioError(f"{printed.name} is a {KIND_NAMES[printed.kind]}: no player has it {place}.", line)
        owner = self._owner(printed, details.get("owner", "none" if printed.seat else self.players[player]), line)
        card = state.add_card(printed, owner, zone, where)
        state.controller[card] = self.player(details["controller"], line) if "controller" in details else player
        state.counters[card] = self._counters(details)
        if zone not in (HAND, DECK, DISCARD):
            self._rare_zones.pile(zone, where).append(card)
            state.known[card] = self._known(details, player) if zone == UNDER else self._everyone
        self._name(details, card)
        self._store(details, card)
        for attached in self._list(details.get("on"), "on", line):
            self._put_card(attached, card, ACTION, line)
        if card in state.on:  # what is on a card stays on it in stasis, out of play (Z4)
            self._rare_zones.on[card] = state.on.pop(card)
            for i in self._rare_zones.on[card]:
                state.zone[i] = UNDER
        return card

    @property
    def _rare_zones(self) -> RareZones:
        if self.state.rare_zones is None:
            self.state.rare_zones = RareZones(len(self.players))
        return self.state.rare_zones

    @property
    def _everyone(self) -> int:
        return (1 << len(self.players)) - 1

    def _known(self, details: Map, controller: int) -> int:
        """Return who knows a face-down card: its controller, and the named players."""
        who = [self.player(name, details.line) for name in self._list(details.get("known"), "known", details.line)]
        return sum(1 << player for player in {controller, *who})

    def _owner(self, printed: Printed, name: Any, line: int) -> int:
        """Return the owner of a card: a player, or for a card that belongs to nobody its supply."""
        if printed.seat == MADNESS and name != "none":
            self.player(name, line)  # a Madness card may be named by the player who has it
        elif (name == "none") != bool(printed.seat):
            word = "belongs to nobody: `owner: none`" if printed.seat else "needs an owner"
            raise ScenarioError(f"{printed.name} {word}.", line)
        return printed.seat or self.player(name, line)

    @staticmethod
    def _counters(details: Map) -> int:
        counters = details.get("counters", 0)
        if not isinstance(counters, int) or counters < 0:
            raise ScenarioError("Counters are a number from 0 on.", details.line)
        return counters

    def _store(self, details: Map, holder: int) -> None:
        """Put the cards that are stored under a card."""
        controller = self.state.controller[holder]
        for entry in self._list(details.get("stored"), "stored", details.line):
            if controller is NOBODY:
                raise ScenarioError("Nobody controls this card, so nothing is stored under it.", details.line)
            self._add(entry, controller, UNDER, holder, details.line, "owner controller id known")

    @staticmethod
    def _entry(entry: Any) -> tuple[Any, Map]:
        """Return a card of a list: its name, or {name: details}."""
        if not isinstance(entry, Map):
            return entry, Map()
        if len(entry) != 1:
            raise ScenarioError("A card with details is written `- Name: {...}`.", entry.line)
        name, details = next(iter(entry.items()))
        if details is None:
            details = Map()
        if not isinstance(details, Map):
            raise ScenarioError(f"The details of {name} should be a mapping.", entry.line)
        details.line = details.line or entry.line
        return name, details

    def _name(self, details: Map, card: int) -> None:
        if "id" in details:
            name = str(details["id"])
            if name in self.ids or name in self.players:
                raise ScenarioError(f"The id {name!r} is used twice.", details.line)
            self.ids[name] = card

    # ------------------------------------------------------------------------------------------- the turn
    def _set_up_turn(self, data: Map) -> None:
        state = self.state
        state.turn = 1
        state.turn_player = state.seat = self.player(data.get("turn", self.players[0]), data.line)
        state.first_player = state.turn_player
        phase = str(data.get("phase", "play"))
        if phase not in PHASE_NAMES[1:6]:
            raise ScenarioError(f"There is no phase {phase!r}; there are {', '.join(PHASE_NAMES[1:6])}.", data.line)
        state.phase = PHASE_NAMES.index(phase)
        if state.phase != PLAY_CARDS:
            return
        plays = self._mapping(data.get("plays", Map()), "plays", data.line)
        self._check_keys(plays, "minion action", "plays")
        for kind, word in ((MINION, "minion"), (ACTION, "action")):
            count = plays.get(word, 1)
            if not isinstance(count, int) or count < 0:
                raise ScenarioError("Plays are numbers from 0 on.", plays.line)
            state.plays += [Allowance(kind, free=True) for _ in range(count)]

    # ------------------------------------------------------------------------------------------- bases
    def _set_up_bases(self, data: Map) -> None:
        state = self.state
        for entry in self._list(data.get("bases"), "bases", data.line):
            if not isinstance(entry, Map):
                self._put_base(entry, Map(), data.line)
            else:
                self._check_keys(entry, "base minions actions titans buried id", "a base")
                self._put_base(entry.get("base"), entry, entry.line)
        for name in self._list(data.get("base_discard"), "base_discard", data.line):
            base = state.add_card(self._new_base(name, data.line), NOBODY, BASE_DISCARD)
            state.base_discard.append(base)
        if data.get("base_deck") is None:
            deck = self._rest_of_the_bases()
            state.base_deck += [state.add_card(printed, NOBODY, BASE_DECK) for printed in deck]
        for name in self._list(data.get("base_deck"), "base_deck", data.line):
            state.base_deck.append(state.add_card(self._new_base(name, data.line), NOBODY, BASE_DECK))

    def _new_base(self, name: Any, line: int) -> Base:
        """A base that is not in the game yet."""
        printed = self.base(name, line)
        if printed in self.state.printed:
            raise ScenarioError(f"{printed.name} is in the game twice.", line)
        return printed

    def _rest_of_the_bases(self) -> list[Base]:
        """Return the bases that wait: of the factions' sets, else of the built-in ones and of those of cards here."""
        state = self.state
        sets = {find_faction(name).set_name for names in state.factions for name in names}
        if not sets:
            sets = BASES.keys() - PACKS.keys() | {card.faction.set_name for card in state.printed}
        taken = {state.printed[i].name for i in (*state.bases, *state.base_discard)}
        return [
            card
            for card in CARDS
            if isinstance(card, Base) and card.name not in taken and card.faction.set_name in sets
        ]

    def _put_base(self, name: Any, entry: Map, line: int) -> None:
        state = self.state
        base = state.add_card(self._new_base(name, line), NOBODY, PLAY)
        state.bases.append(base)
        state.known[base] = self._everyone
        self._arrive(base)
        self._name(entry, base)
        for kind, what in ((MINION, "minions"), (ACTION, "actions"), (TITAN, "titans")):
            for card in self._list(entry.get(what), what, entry.line or line):
                self._put_card(card, base, kind, entry.line)
        for card in self._list(entry.get("buried"), "buried", entry.line or line):
            details = self._entry(card)[1]
            at = details.line or line
            player = self.player(details.get("controller", details.get("owner")), at)
            self._add(card, player, UNDER, base, entry.line, "owner controller id known")

    @staticmethod
    def _may_lie_on(action: Printed, host: Printed) -> bool:
        """Whether an action is played on such a card, in any printing."""
        kinds = {BASE if on == ON_BASE else MINION for on in (action.plays_on, action.plays_on_once) if on > ON_NOTHING}
        return any(host.kind & kind for kind in kinds)

    def _arrive(self, card: int) -> None:
        self.state.serial += 1
        self.state.entered[card] = self.state.serial

    def _put_card(self, entry: Any, host: int, kind: int, line: int) -> None:
        state = self.state
        name, details = self._entry(entry)
        self._check_keys(details, "owner controller id counters on stored", "a card in play")
        line = details.line or line
        owner = details.get("owner", "none")
        factions = state.factions[self.player(owner, line)] if owner != "none" else ()
        printed = self.card(name, line, kind, factions)
        if not printed.kind & kind:
            word = KIND_NAMES[kind]
            raise ScenarioError(f"{printed.name} is not {'an' if word == 'action' else 'a'} {word}.", line)
        if kind == ACTION and not self._may_lie_on(printed, state.printed[host]):
            where = f"{state.printed[host].name}: it is played on {_PLACES[printed.plays_on]}"
            raise ScenarioError(f"{printed.name} cannot be on {where}.", line)
        card = state.add_card(printed, self._owner(printed, owner, line), PLAY, host)
        state.controller[card] = self._controller(details, owner, line)
        state.known[card] = self._everyone
        state.counters[card] = self._counters(details)
        state.on.setdefault(host, []).append(card)
        self._arrive(card)
        self._name(details, card)
        self._store(details, card)
        for attached in self._list(details.get("on"), "on", line):
            self._put_card(attached, card, ACTION, line)

    def _controller(self, details: Map, owner: Any, line: int) -> Who:
        return self.player_or_nobody(details.get("controller", owner), line)

    # ------------------------------------------------------------------------------------------- beside the table
    def _set_up_side(self, data: Map) -> None:
        """Set up supplies with their discard piles, coins and the box."""
        for entry in self._list(data.get("in_box"), "in_box", data.line):
            faction = self.card(self._entry(entry)[0], data.line).faction.name
            owners = [player for player, names in enumerate(self.state.factions) if faction in names]
            self._add(entry, (owners or [0])[0], BOX, -1, data.line)
        for coin in self._list(data.get("coins"), "coins", data.line):
            if coin not in ("heads", "tails"):
                raise ScenarioError(f"A coin falls heads or tails, not {coin!r}.", data.line)
            self._rare_zones.coins.append(coin == "heads")
        for seat, word in _SUPPLIES.items():
            if self._is_in_game(seat, word, data):
                self._set_up_supply(seat, word, data)

    def _is_in_game(self, seat: int, word: str, data: Map) -> bool:
        """Whether a supply is in the game: it, one of its cards, or a card or faction of its set is named."""
        if {f"{word}_deck", f"{word}_discard"} & set(data):
            return True
        sets = {card.faction.set_name for card in CARDS if card.seat == seat}
        there = {find_faction(name).set_name for names in self.state.factions for name in names}
        return bool(sets & (there | {card.faction.set_name for card in self.state.printed}))

    def _set_up_supply(self, seat: int, word: str, data: Map) -> None:
        spent = [
            self._of_supply(name, seat, data.line) for name in self._list(data.get(f"{word}_discard"), word, data.line)
        ]
        left = [card for card in CARDS if card.seat == seat for _ in range(card.copies)]
        for printed in [*self.state.printed, *spent]:
            if printed in left:
                left.remove(printed)
        deck = data.get(f"{word}_deck")
        if seat == MADNESS and deck is not None:
            if not isinstance(deck, int) or deck < 0:
                raise ScenarioError("The Madness deck is a number of cards from 0 on.", data.line)
            left = [card for card in CARDS if card.seat == seat] * deck
        elif deck is not None:
            left = [self._of_supply(name, seat, data.line) for name in self._list(deck, word, data.line)]
        self._rare_zones.pile(SUPPLY, seat)  # in the game even if it is empty
        self._fill(left, seat, SUPPLY)
        self._fill(spent, seat, DISCARD)

    def _of_supply(self, name: Any, seat: int, line: int) -> Printed:
        printed = self.card(name, line, MINION + ACTION)
        if printed.seat != seat:
            raise ScenarioError(f"{printed.name} is not a {_SUPPLIES[seat]}.", line)
        return printed

    def _fill(self, cards: list[Printed], seat: int, zone: int) -> None:
        known = self._everyone if zone == DISCARD or seat == MADNESS else 0
        for printed in cards:
            card = self.state.add_card(printed, seat, zone, seat)
            self.state.controller[card] = NOBODY
            self.state.known[card] = known
            self._rare_zones.pile(zone, seat).append(card)


def same_name(a: str, b: str) -> bool:
    """Whether two names of cards, bases or factions are the same, ignoring spelling."""
    return key(a) == key(b)
