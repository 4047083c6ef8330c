"""Builds a wheel for each Python that is named and found; the page is built once for all."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

DIST = Path("dist")


def build(python: str) -> bool:
    """Build one wheel in an environment of its own, and say how it went."""
    began = time.monotonic()
    words = ["-m", "pip", "wheel", "--no-deps", "--disable-pip-version-check", "."]
    done = subprocess.run(
        [python, *words, "--wheel-dir", str(DIST)],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode:
        print(f"{python}: no wheel\n{(done.stdout + done.stderr)[-4000:]}", file=sys.stderr)
        return False
    print(f"{python}: {time.monotonic() - began:.0f} s", flush=True)
    return True


def main() -> None:
    """Build for all that are here; it is a failure if one breaks, or if none is here."""
    found = [program for name in sys.argv[1:] if (program := works(name))]
    for name in sys.argv[1:]:
        if not works(name):
            print(f"{name}: not on this machine")
    built = [build(program) for program in found]
    for path in sorted(DIST.glob("*.whl")):
        print(path)
    sys.exit(0 if built and all(built) else 1)


def works(name: str) -> str | None:
    """The program of that name, if it is a Python with pip."""
    program = shutil.which(name)
    if program is None:
        return None
    probe = subprocess.run([program, "-c", "import pip"], capture_output=True)
    return program if probe.returncode == 0 else None


if __name__ == "__main__":
    main()
