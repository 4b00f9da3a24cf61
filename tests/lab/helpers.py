from basebash import View
from basebash.bots import Ask, Bot, Copies
from basebash.engine import Answer


class First(Bot):
    """Takes what is offered first."""

    blind = True

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        return tuple(range(max(1, question.low)))


FIRST = f"{__name__}:First"
