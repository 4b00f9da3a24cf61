"""Setting up the position of a scenario."""

from __future__ import annotations

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
from basebash.engine.terms import (
    BASE,
    BASE_DECK,
    BASE_DISCARD,
    EDITIONS,
    ON_BASE,
    ON_MINION,
    ON_NOTHING,
    ON_YOUR_MINION,
    PHASE_NAMES,
    PLAY_CARDS,
)
from basebash.scenario.files import Map, Scenario, ScenarioError

_PLACES = {ON_NOTHING: "nothing", ON_BASE: "bases", ON_MINION: "minions", ON_YOUR_MINION: "minions"}


class Position:
    """A game set up as a scenario says, and the names that the scenario gave to its cards."""

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
        setup = Setup(len(self.players), names=self.players, edition=edition, seed=seed)
        self.game = Game.from_position(setup, self.state)

    # ------------------------------------------------------------------------------------------- names
    def player(self, name: Any, line: int) -> int:
        """The number of a player."""
        if str(name) not in self.players:
            raise ScenarioError(f"There is no player {name!r}; there are {', '.join(self.players)}.", line)
        return self.players.index(str(name))

    @staticmethod
    def card(name: Any, line: int) -> Printed:
        """The printed card of a name."""
        if not isinstance(name, str | int):
            raise ScenarioError(f"A card or base is named by its name, not {name!r}.", line)
        try:
            return find_card(str(name))
        except BasebashError as error:
            raise ScenarioError(str(error), line) from None

    def base(self, name: Any, line: int) -> Base:
        """The printed base of a name."""
        printed = self.card(name, line)
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
        self._check_keys(data, "factions hand deck discard vp", "a player")
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

    def _add(self, entry: Any, player: int, zone: int, where: int, line: int) -> int:
        owner = player
        name, details = self._entry(entry)
        if details:
            self._check_keys(details, "owner id", "a card out of play")
            owner = self.player(details.get("owner", self.players[player]), details.line)
        printed = self.card(name, line)
        if isinstance(printed, Base):
            raise ScenarioError(f"{printed.name} is a base: no player has it in a hand, deck or discard pile.", line)
        card = self.state.add_card(printed, owner, zone, where)
        self.state.controller[card] = where
        self._name(details, card)
        return card

    @staticmethod
    def _entry(entry: Any) -> tuple[Any, Map]:
        """A card in a list: its name, or {name: details}."""
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
                self._check_keys(entry, "base minions actions id", "a base")
                self._put_base(entry.get("base"), entry, entry.line)
        for name in self._list(data.get("base_discard"), "base_discard", data.line):
            base = state.add_card(self._new_base(name, data.line), -1, BASE_DISCARD)
            state.base_discard.append(base)
        if data.get("base_deck") is None:
            deck = self._rest_of_the_bases()
            state.base_deck += [state.add_card(printed, -1, BASE_DECK) for printed in deck]
        for name in self._list(data.get("base_deck"), "base_deck", data.line):
            state.base_deck.append(state.add_card(self._new_base(name, data.line), -1, BASE_DECK))

    def _new_base(self, name: Any, line: int) -> Base:
        """A base that is not in the game yet."""
        printed = self.base(name, line)
        if printed in self.state.printed:
            raise ScenarioError(f"{printed.name} is in the game twice.", line)
        return printed

    def _rest_of_the_bases(self) -> list[Base]:
        state = self.state
        sets = {find_faction(name).set_name for names in state.factions for name in names}
        taken = {state.printed[i].name for i in (*state.bases, *state.base_discard)}
        return [
            card
            for card in CARDS
            if isinstance(card, Base) and card.name not in taken and (not sets or card.faction.set_name in sets)
        ]

    def _put_base(self, name: Any, entry: Map, line: int) -> None:
        state = self.state
        base = state.add_card(self._new_base(name, line), -1, PLAY)
        state.bases.append(base)
        state.known[base] = (1 << len(self.players)) - 1
        self._arrive(base)
        self._name(entry, base)
        for kind, what in ((MINION, "minions"), (ACTION, "actions")):
            for card in self._list(entry.get(what), what, entry.line or line):
                self._put_card(card, base, kind, entry.line)

    @staticmethod
    def _may_lie_on(action: Printed, host: Printed) -> bool:
        """Whether an action is one that is played on such a card, in any printing."""
        kinds = {BASE if on == ON_BASE else MINION for on in (action.plays_on, action.plays_on_once) if on > ON_NOTHING}
        return host.kind in kinds

    def _arrive(self, card: int) -> None:
        self.state.serial += 1
        self.state.entered[card] = self.state.serial

    def _put_card(self, entry: Any, host: int, kind: int, line: int) -> None:
        state = self.state
        name, details = self._entry(entry)
        self._check_keys(details, "owner controller id counters on", "a card in play")
        if "owner" not in details:
            raise ScenarioError(f"{name} needs an owner.", details.line or line)
        printed = self.card(name, details.line)
        if printed.kind != kind:
            raise ScenarioError(f"{printed.name} is not {'a minion' if kind == MINION else 'an action'}.", details.line)
        if kind == ACTION and not self._may_lie_on(printed, state.printed[host]):
            where = f"{state.printed[host].name}: it is played on {_PLACES[printed.plays_on]}"
            raise ScenarioError(f"{printed.name} cannot lie on {where}.", details.line)
        owner = self.player(details["owner"], details.line)
        card = state.add_card(printed, owner, PLAY, host)
        state.controller[card] = self.player(details.get("controller", details["owner"]), details.line)
        state.known[card] = (1 << len(self.players)) - 1
        counters = details.get("counters", 0)
        if not isinstance(counters, int) or counters < 0:
            raise ScenarioError("Counters are a number from 0 on.", details.line)
        state.counters[card] = counters
        state.on.setdefault(host, []).append(card)
        self._arrive(card)
        self._name(details, card)
        for attached in self._list(details.get("on"), "on", details.line):
            self._put_card(attached, card, ACTION, details.line)


def same_name(a: str, b: str) -> bool:
    """Whether two names of cards, bases or factions are the same, written however."""
    return key(a) == key(b)
