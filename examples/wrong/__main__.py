"""Print the page that shows every mistake: ``python -m examples.wrong``."""

from examples.wrong.exposing import MISTAKES, expose
from examples.wrong.page import page, row

if __name__ == "__main__":
    print(page(row(mistake, expose(mistake)) for mistake in MISTAKES), end="")
