"""The kits answer the protocol, in every language whose tools are here."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from obligato.properties.subjects import Bounds, Running, command
from obligato.properties.subjects.conformance import conform
from tests.docs.pages import ROOT

KITS = ROOT / "examples" / "kits"
# Where Debian keeps the libraries; elsewhere these kits are skipped.
JARS = Path("/usr/share/java/gson.jar")
CRATES = Path("/usr/share/cargo/registry")
LIMIT = 80


def needs(tool: str) -> str:
    found = shutil.which(tool)
    if found is None:
        pytest.skip(f"{tool} is not here")
    return found


def built(argv: list[str], folder: Path) -> None:
    ran = subprocess.run(argv, cwd=folder, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def python(folder: Path) -> list[str]:
    return [sys.executable, "-S", "-E", str(KITS / "kit.py")]


def javascript(folder: Path) -> list[str]:
    return [needs("node"), str(KITS / "kit.js")]


def c(folder: Path) -> list[str]:
    argv = [needs("cc"), str(KITS / "kit.c"), "-ljansson", "-o", "kit"]
    header = "#include <jansson.h>\n"
    there = subprocess.run([argv[0], "-E", "-"], input=header.encode(), stdout=-3)
    if there.returncode:
        pytest.skip("jansson is not here")
    built(argv, folder)
    return [str(folder / "kit")]


def go(folder: Path) -> list[str]:
    built([needs("go"), "build", "-o", str(folder / "kit"), "kit.go"], KITS)
    return [str(folder / "kit")]


def java(folder: Path) -> list[str]:
    if not JARS.exists():
        pytest.skip("gson is not here")
    source = str(KITS / "Kit.java")
    built([needs("javac"), "-cp", str(JARS), "-d", str(folder), source], folder)
    return [needs("java"), "-cp", f"{JARS}:{folder}", "Kit"]


def rust(folder: Path) -> list[str]:
    if not [*CRATES.glob("serde_json-*")]:
        pytest.skip("serde_json is not here")
    shutil.copytree(KITS / "rust", folder / "rust")
    here = 'source.crates-io.replace-with="here"'
    path = f'source.here.directory="{CRATES}"'
    argv = [needs("cargo"), "build", "--offline", "--config", here, "--config", path]
    built(argv, folder / "rust")
    return [str(folder / "rust" / "target" / "debug" / "kit")]


@pytest.mark.parametrize(
    "kit",
    [
        python,
        javascript,
        c,
        pytest.param(go, marks=pytest.mark.long),  # builds its library first
        pytest.param(java, marks=pytest.mark.long),  # begins slowly
        pytest.param(rust, marks=pytest.mark.long),  # builds serde_json first
    ],
    ids=lambda kit: kit.__name__,
)
def test_a_kit_answers_the_protocol(
    kit: Callable[[Path], list[str]], tmp_path: Path
) -> None:
    begin = partial(Running, command(kit(tmp_path)), 2048)

    checks = list(conform(begin, Bounds()))

    assert [check for check in checks if not check] == []
    assert len(checks) > 10


def test_a_kit_is_short() -> None:
    made = "__pycache__"  # by a Python that has imported the kit
    files = (p for p in KITS.rglob("*.*") if p.is_file() and made not in p.parts)
    long = {p.name for p in files if len(p.read_text().splitlines()) > LIMIT}

    assert long == set()
