"""The tree is what pyproject.toml and CONTRIBUTING.md say it is."""

import ast
import doctest
import importlib
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

ROOT = Path(__file__).resolve().parent.parent
FACE = {"__init__.py", "__main__.py", "pytest_plugin.py"}
FLOORS = ("spec", "model", "checker", "properties", "cli")  # from the ground up
BESIDE = ("tests", "examples", "benchmarks")
# Who alone may import what, as folders; spec, which is pure, imports none of the last.
HOMES = {"z3": ("checker/solver", "checker/proofs"), "hypothesis": ("properties",)}
HOMES |= {"cvc5": ("checker/solver/second.py",)}
IMPURE = frozenset(("asyncio", "click", "datetime", "io", "logging", "networkx", "os"))
IMPURE |= {"pathlib", "random", "rich", "secrets", "shutil", "socket", "subprocess"}
IMPURE |= {"sys", "tempfile", "time", "uuid"}
QUANTIFIER = re.compile(r"z3\.(ForAll|Exists)|\((forall|exists) \(|\"forall\"")
LIMIT = 300

Check: TypeAlias = Callable[[Path], list[str]]


def files(root: Path, folders: tuple[str, ...] = FLOORS) -> list[Path]:
    """Return the modules below these folders, relative to ``root``."""
    found = (p for folder in folders for p in (root / folder).rglob("*.py"))
    return sorted(p.relative_to(root) for p in found)


def imports(root: Path, path: Path) -> Iterator[tuple[str, str]]:
    """Yield (place, what): ``z3`` for what is absolute, ``./spec`` for a sibling."""
    for node in ast.walk(ast.parse((root / path).read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name.split(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [(node.module or "").split(".")[0]]
        elif isinstance(node, ast.ImportFrom):
            here = path.parent.parts
            base = here[: len(here) - node.level + 1]
            module = tuple(node.module.split(".")) if node.module else ()
            names = [f"./{(*base, *module, a.name)[0]}" for a in node.names]
        else:
            continue
        yield from ((f"{path}:{node.lineno}", name) for name in names)


def climbing_imports(root: Path) -> list[str]:
    """Find the imports from a floor above, or by the package's own name."""
    return [
        f"{place} imports {name}"
        for path in files(root)
        for place, name in imports(root, path)
        if name == "obligato"
        or (
            name.startswith("./")
            and name != "./__version__"
            and name[2:] not in FLOORS[: FLOORS.index(path.parts[0]) + 1]
        )
    ]


def misplaced_imports(root: Path) -> list[str]:
    """Find z3, hypothesis and, in `spec`, whatever touches the outside."""
    return [
        f"{place} imports {name}"
        for path in files(root)
        for place, name in imports(root, path)
        if not any(path.is_relative_to(home) for home in HOMES.get(name, (".",)))
        or (path.parts[0] == "spec" and name in IMPURE)
    ]


def stray_quantifiers(root: Path) -> list[str]:
    """Find what tells a solver of quantifiers: only proofs may, which are in EPR."""
    return [
        str(path)
        for path in files(root)
        if not path.is_relative_to("checker/proofs")
        and QUANTIFIER.search((root / path).read_text())
    ]


def impure_calls(root: Path) -> list[str]:
    """Find what in `spec` prints, asks or opens."""
    return [
        f"{path}:{node.lineno} calls {node.func.id}"
        for path in files(root, ("spec",))
        for node in ast.walk(ast.parse((root / path).read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("print", "input", "open", "eval", "exec")
    ]


def stray_modules(root: Path) -> list[str]:
    """Find root modules that are not of the face: each would be shipped."""
    return sorted({p.name for p in root.glob("*.py")} - FACE)


def unshipped_packages(root: Path) -> list[str]:
    """Find the subpackages that pyproject.toml does not list, or lists in vain."""
    config = tomllib.loads((root / "pyproject.toml").read_text())
    listed = set(config["tool"]["setuptools"]["packages"])
    inits = (p.parent.parts for p in files(root) if p.name == "__init__.py")
    return sorted(listed ^ {"obligato", *(".".join(["obligato", *i]) for i in inits)})


def long_files(root: Path) -> list[str]:
    """Find the files of more lines than a reader can hold."""
    lengths = {
        path: len((root / path).read_text().splitlines())
        for path in files(root, FLOORS + BESIDE)
    }
    return [f"{path}: {n} lines" for path, n in lengths.items() if n > LIMIT]


def silent_modules(root: Path) -> list[str]:
    """Find the modules that do not say what they are."""
    return [
        str(path)
        for path in files(root, FLOORS + BESIDE)
        if not ast.get_docstring(ast.parse((root / path).read_text()))
    ]


def buried_commands(root: Path) -> list[str]:
    """Find out whether the first block of README.md is not the two commands."""
    block = re.search(
        r"^```.*?\n(.*?)^```", (root / "README.md").read_text(), re.M | re.S
    )
    lines = block[1].splitlines() if block else []
    found = [line.split("#")[0].strip() for line in lines]
    return [] if found == ["make demo", "make test"] else ["README.md", *found]


# Each check, with a file that breaches it: its path, and its text.
CHECKS: list[tuple[Check, str, str]] = [
    (climbing_imports, "model/bad.py", '"""Bad."""\nfrom ..checker import search\n'),
    (climbing_imports, "spec/bad.py", '"""Bad."""\nfrom .. import checker\n'),
    (climbing_imports, "model/bad.py", '"""Bad."""\nfrom obligato.spec import some\n'),
    (misplaced_imports, "checker/bad.py", '"""Bad."""\nimport z3\n'),
    (misplaced_imports, "checker/bad.py", '"""Bad."""\nimport cvc5\n'),
    (misplaced_imports, "cli/bad.py", '"""Bad."""\nfrom hypothesis import given\n'),
    (misplaced_imports, "spec/bad.py", '"""Bad."""\nimport networkx as nx\n'),
    (misplaced_imports, "spec/bad.py", '"""Bad."""\nfrom time import time\n'),
    (stray_quantifiers, "checker/bad.py", '"""Bad."""\nx = "(forall ((i Int)) p)"\n'),
    (impure_calls, "spec/bad.py", '"""Bad."""\nprint("loaded")\n'),
    (stray_modules, "noxfile.py", '"""Bad."""\n'),
    (unshipped_packages, "checker/bad/__init__.py", '"""Bad."""\n'),
    (long_files, "model/bad.py", '"""Bad."""\n' + "x = 1\n" * LIMIT),
    (silent_modules, "cli/bad.py", "x = 1\n"),
    (buried_commands, "README.md", "# Obligato\n\n```\npip install obligato\n```\n"),
]
EVERY = list(dict.fromkeys(check for check, *_ in CHECKS))


def plain_tree(root: Path) -> None:
    """Write a tree that breaches nothing."""
    packages = ["obligato", *(f"obligato.{floor}" for floor in FLOORS)]
    (root / "pyproject.toml").write_text(f"[tool.setuptools]\npackages = {packages}\n")
    (root / "README.md").write_text("# Obligato\n\n```\nmake demo\nmake test\n```\n")
    for floor in ("", *FLOORS):
        (root / floor).mkdir(exist_ok=True)
        (root / floor / "__init__.py").write_text('"""A floor."""\n')


@pytest.mark.parametrize("check", EVERY, ids=lambda check: check.__name__)
def test_the_tree_has_no(check: Check) -> None:
    assert check(ROOT) == []


@pytest.mark.parametrize(("check", "path", "text"), CHECKS)
def test_a_planted_breach_is_found(
    check: Check, path: str, text: str, tmp_path: Path
) -> None:
    plain_tree(tmp_path)
    before = check(tmp_path)
    (tmp_path / path).parent.mkdir(exist_ok=True)
    (tmp_path / path).write_text(text)

    assert (before, len(check(tmp_path)) > 0) == ([], True)


def module_names() -> list[str]:
    names = (".".join(path.with_suffix("").parts) for path in files(ROOT))
    return [f"obligato.{name.removesuffix('.__init__')}" for name in names]


@pytest.mark.parametrize("name", module_names())
def test_docstring_examples_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_definition_fits_on_a_few_screens() -> None:
    files = ("spec/semantics.py", "spec/correctness.py", "model/step.py")

    assert sum(len((ROOT / f).read_text().splitlines()) for f in files) < 400
