"""Obligato: what must be true before stateful work that changed hands is done.

The public face is the subpackages: `obligato.spec` says what must hold,
`obligato.model` what happened, `obligato.checker` decides. This file imports
nothing, so that loading the package costs nothing.
"""

__version__ = "0.1.0"
