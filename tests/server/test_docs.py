"""The API's page and the sample bot are true: a test runs them against a real server."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.cli.command import EXAMPLES, PATIENCE
from tests.server.running import Running

pytestmark = pytest.mark.once
ROOT = Path(__file__).parents[2]
EXPECTED_REFUSALS = ("CannotUndo", "StalePly", "NotSeated")  # the page says where


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not on this machine")
def test_the_samples_run(server: Running, tmp_path: Path) -> None:
    """All samples of docs/api.md, in order, as one shell session."""
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", page, re.S)
    assert len(blocks) >= 10
    script = "set -e\n" + "\necho\n".join(blocks)
    # A feed never ends: how long it is watched is all that differs from the page.
    script = script.replace("--max-time 2", "--max-time 0.5")
    found = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=os.environ | {"HOST": server.address, "DATA": str(server.data)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    refusals = re.findall(r'\{"error":"(\w+)"', found.stdout)
    assert set(refusals) <= set(EXPECTED_REFUSALS), found.stdout[-2000:]
    assert len(refusals) == 2
    assert '"undone":true' in found.stdout
    text = (tmp_path / "game.colonnade").read_text(encoding="utf-8")
    assert text.startswith("colonnade record 1")


def test_every_call_is_on_the_page(server: Running) -> None:
    """No call without a sample."""
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    document = server.client().get("/api/docs/openapi.json")
    for path in document["paths"]:
        shown = path.replace("{table_id}", "$ID").replace("{record_id}", "$RECORD")
        shown = shown.replace("{mark}", "$MARK").replace("{league_id}", "$LEAGUE")
        shown = shown.replace("{player}", "$PLAYER").replace("{player_id}", "$PLAYER")
        shown = shown.replace("{game_key}/{lesson_key}", "pagoda/columns")
        pattern = re.sub(r"\\{(seat|step)\\}", r"\\d", re.escape(shown))
        assert re.search(rf"\$HOST{pattern}(?![\w/])", page), path


def test_the_bot_plays(server: Running) -> None:
    """Two bots play a whole game with each other, by the standard library alone."""
    source = (EXAMPLES / "bot.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 61
    imported = set(re.findall(r"^(?:import|from) (\w+)", source, re.M))
    assert imported <= set(sys.stdlib_module_names)
    host = server.client()
    made = host.make("summer_pavilion", "open", "open")
    outputs: list[str] = []

    def play(link: str) -> None:
        command = [sys.executable, "-I", str(EXAMPLES / "bot.py"), link]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        outputs.append(done.stdout or done.stderr)

    threads = [threading.Thread(target=play, args=(free["link"],)) for free in made["invitations"]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    scores = server.client().look(made["id"])["result"]["scores"]
    assert all(json.dumps(scores) in output for output in outputs), outputs
