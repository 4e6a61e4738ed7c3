"""An explanation as data: what is so, and whether it is as it has to be.

Lines are nested; `reason` says them in one, `render` draws them, `document` makes
JSON of them.
"""

import re
import textwrap
from collections.abc import Iterator
from typing import Any

import attrs

YES, NO, UNSURE, NOTE = "yes", "no", "open", "note"
PERHAPS, OTHERWISE = "perhaps", "one of these should be otherwise"
SHOWN = 4
UNIT = re.compile(r"(\d) (h|min|s|ms)\b")
MARKS = {YES: "✓", NO: "✗", UNSURE: "?", NOTE: "·"}


@attrs.frozen
class Why:
    """One line of an explanation, and those below it.

    `state`: yes, no or open, or note for what only helps to see why. `text`: what is
    so. `about`: the row the line speaks of, with the `ids` of its events. `amiss`:
    of the text, what is not as it has to be.
    """

    state: str
    text: str
    about: str = ""
    ids: tuple[str, ...] = ()
    amiss: str = ""
    parts: tuple["Why", ...] = ()

    @property
    def line(self) -> str:
        """The line without its mark."""
        return ": ".join(part for part in (self.about, self.text) if part)


def reason(lines: tuple[Why, ...]) -> str:
    """Return the explanation in one line: what is amiss, or who brought it about."""
    found, last, about = lines, None, ""
    told: list[str] = []
    while wrong := _next(found, last):
        last, found = wrong, wrong.parts
        if wrong.about and wrong.amiss:
            told.append(f"{wrong.about}: {wrong.amiss}")
        about = wrong.about or about
    if last is None:
        return _brought_about(lines)
    if not (last.about and last.amiss):
        known = not about or last.about or any(t.startswith(about) for t in told)
        told.append(last.line if known else f"{about}: {last.text}")
    told += [p.text for p in last.parts if p.text.startswith(PERHAPS)][:1]
    return "; ".join(told)


def _next(lines: tuple[Why, ...], above: Why | None) -> Why | None:
    """Return the line that tells most of what is amiss, if one does.

    What is open is so by an open part. Of alternatives the last is told: whenever A,
    then B is broken by what is not B.
    """
    amiss = [line for line in lines if _amiss(line)]
    unsure = [line for line in amiss if line.state == UNSURE]
    if above is not None and above.state == UNSURE and unsure:
        amiss = unsure
    last = above is not None and above.text == OTHERWISE
    return amiss[-1 if last else 0] if amiss else None


def _amiss(line: Why) -> bool:
    wrong = line.state in (NO, UNSURE) or any(map(_amiss, line.parts))
    return wrong and line.state != NOTE


def _brought_about(lines: tuple[Why, ...]) -> str:
    names = list(dict.fromkeys(_abouts(lines)))
    if not names:
        return lines[0].line if lines else "nothing is asked"
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"by {', '.join(names[:SHOWN])}{more}"


def render(lines: tuple[Why, ...], width: int = 80) -> list[str]:
    """Return the lines drawn as a tree, none longer than ``width``."""
    return [text for line in lines for text in _drawn(line, width, "", "")]


def document(line: Why) -> dict[str, Any]:
    """Return a line as JSON data."""
    found: dict[str, Any] = {"state": line.state, "text": line.text}
    if line.about:
        found |= {"about": line.about, "events": list(line.ids)}
    if line.parts:
        found["parts"] = [document(part) for part in line.parts]
    return found


def _abouts(lines: tuple[Why, ...]) -> Iterator[str]:
    for line in lines:
        if line.state == YES and line.about:
            yield line.about
            yield from _abouts(line.parts)


def _drawn(line: Why, width: int, head: str, below: str) -> Iterator[str]:
    first = f"{head}{MARKS[line.state]} "
    inner = max(width - len(first), 20)
    whole = UNIT.sub("\\1\u00a0\\2", line.line)  # a number stays with its unit
    texts = textwrap.wrap(whole, inner, break_on_hyphens=False) or [""]
    stem = "│ " if line.parts else "  "
    for i, text in enumerate(texts):
        yield f"{first if i == 0 else below + stem}{text}".replace("\u00a0", " ")
    for part in line.parts:
        last = part is line.parts[-1]
        yield from _drawn(
            part,
            width,
            below + ("└─" if last else "├─"),
            below + ("  " if last else "│ "),
        )
