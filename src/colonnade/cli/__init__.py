"""The command line: reads the words typed, calls a command, and turns errors into one clear line.

What each command does is decided in its own file beside this one.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cyclopts import CycloptsError

from colonnade.cli.speech import choose_language, language, tell_error
from colonnade.contract.errors import ColonnadeError

WRONG = 2  # exit code for anything asked wrongly
INTERRUPTED = 130  # as shells count Ctrl-C


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit with its code."""
    tokens = list(sys.argv[1:] if arguments is None else arguments)
    try:
        choose_language(tokens)
        from colonnade.cli.commands import make_app  # its help is written in the language chosen

        code = make_app()(tokens, exit_on_error=False, print_error=False)
        sys.exit(code if isinstance(code, int) else 0)
    except CycloptsError as problem:
        tell_error(str(problem))
    except ColonnadeError as problem:
        tell_error(problem.text(language()))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has left: nothing to tell
        sys.exit(1)
    sys.exit(WRONG)
