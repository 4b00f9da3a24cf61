"""What a bot is and what it is given: a view, the question as plain data, and determinised copies of the game.

None of this leads to the true game. The game inside `Copies` has been determinised before the bot gets it, so even a
bot that looks inside finds only what it could have made up itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from basebash.engine import Answer, BasebashError, Game, IllegalAnswer, NotNow, Option, Question, View


class Ask:
    """A question as plain data, without a handle to the game: pick `low` to `high` of the `options`.

    The fields are those of `basebash.Question`.
    """

    __slots__ = ("high", "kind", "low", "options", "player", "prompt", "source")

    def __init__(
        self, player: int, kind: str, prompt: str, options: list[Option], *, low: int, high: int, source: int = -1
    ) -> None:
        self.player = player
        self.kind = kind
        self.prompt = prompt
        self.options = options
        self.low = low
        self.high = high
        self.source = source

    @classmethod
    def of(cls, question: Question) -> Ask:
        """Convert the engine's question to plain data."""
        return cls(
            question.player,
            question.kind,
            question.prompt,
            question.options,
            low=question.low,
            high=question.high,
            source=question.source,
        )

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Ask:
        """Read the question from a view's data (`view.data["question"]`)."""
        options = [
            Option(
                option["index"],
                option["kind"],
                option["text"],
                card=option.get("card", -1),
                target=option.get("target", -1),
                player=option.get("player", -1),
                value=option.get("value", -1),
                name=option.get("name", ""),
                using=option.get("using", -1),
            )
            for option in data["options"]
        ]
        return cls(
            data["player"],
            data["kind"],
            data["prompt"],
            options,
            low=data["low"],
            high=data["high"],
            source=data["source"],
        )

    @property
    def can_decline(self) -> bool:
        """Whether picking nothing is an answer."""
        return self.low == 0

    def is_legal(self, answer: Answer) -> bool:
        """Whether this is a legal answer to the question."""
        return (
            self.low <= len(answer) <= self.high
            and len(set(answer)) == len(answer)
            and all(0 <= i < len(self.options) for i in answer)
        )

    def is_asked_in(self, game: Game) -> bool:
        """Whether this question is the one that is open in a copy.

        In the middle of an effect it may not be: earlier answers may not fit the newly dealt hidden cards.
        """
        if game.is_over:
            return False
        other = game.question
        return (
            other.player == self.player
            and other.prompt == self.prompt
            and other.low == self.low
            and other.high == self.high
            and [option.text for option in other.options] == [option.text for option in self.options]
        )

    def random_answer(self, chance: Random) -> Answer:
        """Pick a legal answer at random; declining is as likely as each option."""
        n = len(self.options)
        if self.high == 1:
            i = chance.randrange(n + self.can_decline)
            return (i,) if i < n else ()
        picked = chance.sample(range(n), chance.randint(self.low, self.high))
        return tuple(picked if self.kind == "arrange" else sorted(picked))

    def text_of(self, answer: Answer) -> str:
        """Describe the answer in words."""
        return " + ".join(self.options[i].text for i in answer) or "Nothing"

    def __repr__(self) -> str:
        return f"<Ask player {self.player}: {self.prompt} {self.options}>"


class Copies:
    """Deals copies of the game in which everything the observer cannot know is random; it can do nothing else."""

    __slots__ = ("_dealt", "observer")

    def __init__(self, dealt: Game, observer: int) -> None:
        """`dealt` must already be determinised for the observer."""
        self._dealt = dealt
        self.observer = observer

    @classmethod
    def of(cls, game: Game, observer: int) -> Copies:
        """Make copies of this game for this observer; raise `NotNow` if that is impossible at this question."""
        return cls(game.determinised(observer, 0), observer)

    def deal(self, seed: int) -> Game:
        """Deal a copy whose hidden cards and future randomness follow from the seed; all deals are equally likely."""
        try:
            return self._dealt.determinised(self.observer, seed)
        except NotNow:  # the only copy there is has already been determinised
            copy = self._dealt.clone()
            copy.reseed(seed)
            return copy

    def deal_for(self, question: Ask, seed: int) -> Game | None:
        """Deal a copy in which this question is open; None if none is found."""
        for step in range(4):
            game = self.deal(seed + (step << 50))
            if question.is_asked_in(game):
                return game
        return None


class Thought:
    """A line that a bot considered: first answer, text of the whole line, value (higher is better), number of tries."""

    __slots__ = ("answer", "text", "tries", "value")

    def __init__(self, answer: Answer, text: str, value: float, tries: int = 1) -> None:
        self.answer = answer
        self.text = text
        self.value = value
        self.tries = tries

    def to_json(self) -> dict[str, Any]:
        """Convert to JSON data."""
        return {"answer": list(self.answer), "text": self.text, "value": self.value, "tries": self.tries}

    def __repr__(self) -> str:
        return f"{self.value:.3f} ({self.tries}) {self.text}"


class Bot:
    """Base class of bots. Write `choose`; `thoughts` may list what the last choice was between, best first."""

    blind: bool = False  # it looks only at the question, so no view and no copies are made for it
    recent: int = 0  # how many of the last events its views contain (`view.data["recent"]`)

    def __init__(self, seed: int = 0) -> None:
        self.chance = Random(seed)
        self.thoughts: list[Thought] = []

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        """Return the answer to the question."""
        raise NotImplementedError


Function = Callable[[View, Ask, Copies], Any]


class FunctionBot(Bot):
    """A bot made from a function of view, question and copies, which returns an index, several, or None."""

    def __init__(self, function: Function, seed: int = 0) -> None:
        super().__init__(seed)
        self.function = function

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        """Return what the function returns, as an answer."""
        answer = self.function(view, question, copies)
        if answer is None:
            return ()
        return (answer,) if isinstance(answer, int) else tuple(answer)


class RandomBot(Bot):
    """Answers at random: the baseline."""

    blind = True

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        """Pick a legal answer at random."""
        return question.random_answer(self.chance)


class NoCopies(Copies):
    """What a blind bot gets instead of copies."""

    __slots__ = ()

    def __init__(self) -> None:
        self.observer = -1

    def deal(self, seed: int) -> Game:
        """Refuse: there is nothing to deal."""
        raise BasebashError("A bot with blind = True gets no copies.")


_NOTHING_SEEN = View({})
_NO_COPIES = NoCopies()


def ask(bot: Bot, game: Game) -> Answer:
    """Return the bot's answer to the open question, giving it only what its player may know.

    Raise `IllegalAnswer` if it is not legal.
    """
    question = game.question
    asked = Ask.of(question)
    if bot.blind:
        answer = bot.choose(_NOTHING_SEEN, asked, _NO_COPIES)
    else:
        player = question.player
        try:
            copies = Copies.of(game, player)
        except NotNow:  # rare: in the middle of an effect that almost no deal leads to
            return asked.random_answer(bot.chance)
        answer = bot.choose(game.view(player, recent=bot.recent), asked, copies)
    if not question.is_legal(answer):
        raise IllegalAnswer(f"{type(bot).__name__} answered {answer} to {question.prompt!r}, which is not legal.")
    return answer


def end_of_circle(question: Question) -> Answer:
    """Return the answer that breaks an endless loop: end Play Cards, decline, or take the first options."""
    if question.kind == "main":
        return (len(question.items) - 1,)
    return tuple(range(question.low))


def play(game: Game, bots: Sequence[Bot]) -> Game:
    """Play the game to its end with one bot per seat."""
    while not game.is_over:
        game.answer(ask(bots[game.question.player], game))
    return game
