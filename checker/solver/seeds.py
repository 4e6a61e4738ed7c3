"""What the answers to one question under several seeds come to."""

from collections.abc import Mapping

import attrs

from .answers import Answer, Broken, Found, NoneInScope, Unanswered


def agreed(answers: Mapping[int, Answer]) -> Answer:
    """Return the one answer of all seeds; it is open if it is under one of them.

    Raises: `Broken` if the answers exclude each other: a record against none in the
    scope, or two records of which each is proved to be the only least one.
    """
    if len(answers) == 1:
        return answers[min(answers)]
    found = {seed: a for seed, a in answers.items() if isinstance(a, Found)}
    none = [seed for seed, a in answers.items() if isinstance(a, NoneInScope)]
    if found and none:
        raise Broken(f"sat under seed {min(found)}, unsat under seed {none[0]}")
    proved = {seed: a for seed, a in found.items() if a.least}
    first = min(proved, default=0)
    for seed, one in proved.items():
        if one.record != proved[first].record:
            raise Broken(
                f"the least record under seed {first} is another than under seed {seed}"
            )
    for seed, answer in answers.items():
        if isinstance(answer, Unanswered):
            return Unanswered(f"open under seed {seed}: {answer.reason}")
    if not found:
        return answers[min(answers)]
    least = proved[first] if proved else found[min(found)]
    same = all(other.record == least.record for other in found.values())
    return attrs.evolve(least, same=same)
