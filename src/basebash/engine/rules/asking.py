"""Asking the players, and writing down what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from basebash.engine.data.terms import BASE_DECK, DECK, HAND, HELD, NOBODY, Who, player_to_json
from basebash.engine.log import LogEntry
from basebash.engine.question import Answer, Mode, PlayItem, Question
from basebash.engine.rules.voices import Voices
from basebash.engine.vocabulary.card import Card

if TYPE_CHECKING:
    from basebash.engine.data.state import State
    from basebash.engine.rules.context import Rules
    from basebash.engine.setup import Setup


class Asking(Voices):
    """A game that can ask its players."""

    __slots__ = ("_log", "answers_given", "declined", "forced", "speaking", "tells")

    def __init__(self, setup: Setup, state: State) -> None:
        Voices.__init__(self, setup, state)
        self.answers_given = 0
        self._log: list[LogEntry] | None = None
        # The kinds of events that the log tells of. None: all, and which cards had no effect, which takes the longest.
        self.tells: frozenset[str] | None = None
        self.forced: list[tuple[Question, Answer]] | None = None  # decisions with one answer, for who wants them
        self.speaking: Card | None = None  # the card in play whose ability is up in a scoring window
        self.declined = False  # ... and whether that was not used after all

    # ------------------------------------------------------------------------------------------- asking
    async def ask(
        self,
        player: Who,
        kind: str,
        prompt: str,
        items: list[Any],
        *,
        low: int,
        high: int,
        source: Card | None = None,
        saves: bool = False,
        always: bool = False,
        secret: bool = False,
    ) -> Answer:
        """Asks, unless there is only one answer (`always` asks even then).

        `secret`: cards that others cannot see decide what can be picked. With `ask_everyone` it is asked even if there
        is nothing to pick, so that no silence tells of them; so it is if such cards are among the items.
        """
        if "shows_top_base" in self.moments and self.state.base_deck:
            self._show_top_base()
        if player is NOBODY:  # what nobody controls is decided by the current player (MT41)
            player = self.state.turn_player
        secret = self.setup.ask_everyone and high > 0 and (secret or self._has_hidden(items))
        count = len(items)
        high = min(high, count)
        low = min(low, high)
        is_forced = not (always or secret) and (high == 0 or (low == count and (low == 1 or kind != "arrange")))
        speaks = source is not None and source is self.speaking
        if is_forced and (self.forced is None or not low):
            self.declined |= speaks and not low
            return tuple(range(low))
        question = Question(
            self,
            player,
            kind,
            prompt,
            items,
            low=low,
            high=high,
            source=-1 if source is None else source.id,
            saves=saves,
            secret=secret,
            window=kind == "special" or (low == 0 and speaks),
        )
        if not is_forced:
            picked = await question
            self.declined |= speaks and not picked
            return picked
        assert self.forced is not None
        answer = tuple(range(low))
        self.forced.append((question, answer))
        return answer

    async def ask_main(
        self, player: int, prompt: str, items: list[PlayItem] | None, find: Callable[[Rules, int], list[Any]]
    ) -> PlayItem:
        """The next step of Play Cards: one of the items, which are found when they are looked at."""
        if "shows_top_base" in self.moments and self.state.base_deck:
            self._show_top_base()
        question = Question(self, player, "main", prompt, items, find=find)
        answer = await question
        item: PlayItem = question.items[answer[0]]
        return item

    def _has_hidden(self, items: list[Any]) -> bool:
        """Whether a card that not everybody knows is among the items."""
        state = self.state
        for item in items:
            i = item.id if isinstance(item, Card) else item[1] if isinstance(item, tuple) else -1
            if i >= 0 and state.zone[i] in (HAND, DECK, BASE_DECK, HELD) and state.known[i] != self.everyone:
                return True
        return False

    def _show_top_base(self) -> None:
        if any(ability.shows_top_base(me) for ability, me, _ in self.listeners("shows_top_base")):
            self.state.known[self.state.base_deck[0]] = self.everyone

    async def choose(
        self,
        player: Who,
        cards: list[Card],
        prompt: str,
        *,
        may: bool = False,
        source: Card | None = None,
        kind: str = "card",
        secret: bool = False,
    ) -> Card | None:
        """See `Card.choose`."""
        low = 0 if may else 1
        answer = await self.ask(player, kind, prompt, cards, low=low, high=1, source=source, secret=secret)
        return cards[answer[0]] if answer else None

    async def choose_some(
        self,
        player: Who,
        cards: list[Card],
        prompt: str,
        *,
        low: int,
        high: int,
        source: Card | None = None,
        kind: str = "card",
        secret: bool = False,
    ) -> list[Card]:
        """See `Card.choose_some`."""
        answer = await self.ask(player, kind, prompt, cards, low=low, high=high, source=source, secret=secret)
        return [cards[i] for i in answer]

    async def arrange(self, player: Who, cards: list[Card], prompt: str, source: Card | None) -> list[Card]:
        """See `Card.arrange`."""
        n = len(cards)
        answer = await self.ask(player, "arrange", prompt, cards, low=n, high=n, source=source)
        return [cards[i] for i in answer]

    async def ask_item(
        self,
        player: Who,
        kind: str,
        prompt: str,
        items: list[PlayItem],
        source: Card | None = None,
        *,
        may: bool = False,
        saves: bool = False,
        secret: bool = False,
    ) -> PlayItem | None:
        """One of several things to do."""
        answer = await self.ask(
            player,
            kind,
            prompt,
            items,
            low=0 if may else 1,
            high=1,
            source=source,
            saves=saves,
            secret=secret,
        )
        return items[answer[0]] if answer else None

    async def choose_value(
        self,
        player: Who,
        kind: str,
        values: list[int],
        prompt: str,
        *,
        may: bool = False,
        source: Card | None = None,
    ) -> int | None:
        """A player or a number."""
        answer = await self.ask(player, kind, prompt, values, low=0 if may else 1, high=1, source=source)
        return values[answer[0]] if answer else None

    async def choose_text(
        self, player: Who, kind: str, values: list[str], prompt: str, *, source: Card | None = None
    ) -> str | None:
        """A card name or a faction."""
        answer = await self.ask(player, kind, prompt, values, low=1, high=1, source=source)
        if not answer:
            return None
        self.log("chose", player, text=values[answer[0]])
        return values[answer[0]]

    async def choose_mode(
        self,
        player: Who,
        modes: list[str],
        prompt: str,
        *,
        may: bool,
        source: Card | None,
        secret: bool = False,
    ) -> int:
        """See `Card.choose_mode`."""
        low = 0 if may else 1
        picked = await self.choose_modes(player, modes, prompt, low=low, high=1, source=source, secret=secret)
        return picked[0] if picked else 0

    async def choose_modes(
        self,
        player: Who,
        modes: list[str],
        prompt: str,
        *,
        low: int,
        high: int,
        source: Card | None,
        secret: bool = False,
    ) -> list[int]:
        """Some of several alternatives, by their numbers in the order of the text; one given as "" is not possible."""
        items = [Mode(number, text) for number, text in enumerate(modes, 1) if text]
        answer = await self.ask(player, "mode", prompt, items, low=low, high=high, source=source, secret=secret)
        return [items[i].number for i in answer]

    async def may(
        self, player: Who, prompt: str, source: Card | None = None, *, having: list[Card] | None = None
    ) -> bool:
        """See `Card.may`."""
        items = ["yes"] if having is None or having else []
        secret = having is not None
        return bool(await self.ask(player, "yes", prompt, items, low=0, high=1, source=source, secret=secret))

    # ------------------------------------------------------------------------------------------- log
    def log(
        self,
        kind: str,
        player: Who,
        *,
        cards: Iterable[Card] = (),
        base: Card | None = None,
        number: int = 0,
        players: tuple[Who, ...] = (),
        seen: int | None = None,
        zone: int = -1,
        text: str = "",
    ) -> None:
        """Writes down what happened, if somebody keeps the log and wants to know of this."""
        if self._log is None or (self.tells is not None and kind not in self.tells):
            return
        self._log.append(
            LogEntry(
                kind,
                player_to_json(player),
                tuple([card.id for card in cards]),
                -1 if base is None else base.id,
                number,
                tuple(map(player_to_json, players)),
                self.everyone if seen is None else seen,
                zone,
                self.state.turn,
                self.answers_given,
                text,
            )
        )

    @property
    def is_told(self) -> bool:
        """Whether somebody keeps the log."""
        return self._log is not None
