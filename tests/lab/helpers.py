import os
import time
from pathlib import Path

from basebash import View
from basebash.bots import Ask, Bot, Copies
from basebash.engine import Answer


class First(Bot):
    """Takes the first option; declines now and then, because some offers recur for ever."""

    blind = True
    asked = 0

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        self.asked += 1
        if question.can_decline and self.asked % 3 == 0:
            return ()
        return tuple(range(max(1, question.low)))


class Marking(First):
    """Leaves a file when it is first asked, so that a test knows that games are being played."""

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        Path(os.environ["MARK"]).touch()
        return super().choose(view, question, copies)


class Killing(First):
    """Ends its own process in its first game, once: a worker that dies. The file says that it did."""

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        mark = Path(os.environ["MARK"])
        if not mark.exists():
            mark.touch()
            os._exit(1)
        return super().choose(view, question, copies)


class Breaking(First):
    """Plays one game and fails in the next."""

    breaks: bool | None = None

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        if self.breaks is None:
            mark = Path(os.environ["MARK"])
            self.breaks = mark.exists()
            mark.touch()
        if self.breaks:
            raise RuntimeError("I broke")
        return super().choose(view, question, copies)


class Sleeping(Marking):
    """Thinks for an hour about every question."""

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        answer = super().choose(view, question, copies)
        time.sleep(3600)
        return answer


FIRST, MARKING, KILLING, BREAKING, SLEEPING = (
    f"{__name__}:{bot.__name__}" for bot in (First, Marking, Killing, Breaking, Sleeping)
)
