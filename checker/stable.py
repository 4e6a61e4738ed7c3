"""What is left to do, asked under several seeds: what came of it must be the same."""

from collections.abc import Mapping

import attrs

from ..model.record import Record
from ..spec.requests import Request
from .reasons import Nothing
from .resume import FURTHER, Resumption, resume
from .solver.answers import Broken
from .solver.ask import Unanswered
from .solver.ways import Way
from .trees import Plan


def resume_over(
    request: Request, record: Record, further: int = FURTHER, way: Way | None = None
) -> Resumption:
    """Return what `resume` returns, asked under each seed of ``way``.

    Raises: `Broken` if two answers exclude each other.
    """
    way = way or Way()
    return one_of(
        {
            seed: resume(request, record, further, attrs.evolve(way, seed=seed))
            for seed in range(way.seed, way.seed + way.seeds)
        }
    )


def one_of(answers: Mapping[int, Resumption]) -> Resumption:
    """Return the one answer of all seeds; it is open if it is under one of them.

    Two of which each comes first, or has the fewest reasons, are the same or exclude
    each other. Raises: `Broken` if they do.
    """
    seed = min(answers)
    if len(answers) == 1:
        return answers[seed]
    for other, answer in answers.items():
        if isinstance(answer, Unanswered):
            return Unanswered(f"open under seed {other}: {answer.reason}")
    first = answers[seed]
    for other, answer in answers.items():
        if settled(first, answer) and first != answer:
            raise Broken(f"under seed {seed} and under seed {other} it is another")
        if type(first) is not type(answer):
            one, two = kind(first), kind(answer)
            raise Broken(f"{one} under seed {seed}, {two} under seed {other}")
    if isinstance(first, Plan | Nothing):
        same = all(answer == first for answer in answers.values())
        return attrs.evolve(first, same=same)
    return first


def settled(*answers: Resumption) -> bool:
    """Whether each is said to be the only one of its kind."""
    return (
        all(
            (isinstance(a, Plan) and a.first) or (isinstance(a, Nothing) and a.smallest)
            for a in answers
        )
        and len({type(a) for a in answers}) == 1
    )


def kind(answer: Resumption) -> str:
    """Return what an answer is, in words."""
    return "a continuation" if isinstance(answer, Plan) else "none"
