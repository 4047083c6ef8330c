"""Containers and the unit, as far as they can be tried without an engine: words, files, steps."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml  # type: ignore[import-untyped]

from tests.cli.command import PATIENCE, ROOT, environment
from tests.server.running import Running

pytestmark = pytest.mark.once
KNOWN = {
    "FROM", "RUN", "WORKDIR", "COPY", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "ENTRYPOINT", "CMD",
}  # fmt: skip
PAGE = (ROOT / "docs" / "host-a-server.md").read_text(encoding="utf-8")


class Step(NamedTuple):
    """An instruction of a Containerfile."""

    word: str
    rest: str


def steps() -> list[Step]:
    """The instructions, each on one line."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [Step(*line.split(" ", 1)) for line in joined.splitlines()]


def copied(step: Step) -> list[str]:
    """The sources of a COPY from the build's folder."""
    return [] if step.rest.startswith("--from") else step.rest.split()[:-1]


def given(word: str) -> list[str]:
    """The words of an instruction in its list form."""
    return list(json.loads(next(step.rest for step in steps() if step.word == word)))


def compose() -> dict[str, Any]:
    """The compose file."""
    return dict(yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8")))


def read_by_command_line(words: list[str]) -> None:
    """Whether `colonnade` understands words; nothing is run."""
    from colonnade.cli.commands import make_app

    assert words[0] == "colonnade"
    make_app().parse_args(words[1:], exit_on_error=False, print_error=False)


def test_the_container_is_built_of_what_is_there() -> None:
    """Every instruction is known, each source exists and is not ignored, stages have names."""
    found = steps()
    assert {step.word for step in found} <= KNOWN
    sources = [source for step in found if step.word == "COPY" for source in copied(step)]
    assert sources
    kept = {
        line[1:]
        for line in (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
        if line.startswith("!")
    }
    for source in sources:
        assert (ROOT / source).exists(), source
        assert source in kept, f"{source} is ignored"
    assert kept == set(sources)
    stages = [step.rest.split(" AS ")[1] for step in found if " AS " in step.rest]
    used = [re.search(r"--from=(\w+)", step.rest) for step in found if step.word == "COPY"]
    assert {match[1] for match in used if match} == set(stages)


def test_the_container_runs_as_nobody_in_particular() -> None:
    """Not as root, with its data in one volume, and by words that the command line reads."""
    found = steps()
    last = [i for i, step in enumerate(found) if step.word == "FROM"][-1]
    words = [step.word for step in found[last:]]
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert next(step.rest for step in found if step.word == "USER") != "root"
    read_by_command_line(given("ENTRYPOINT") + given("CMD"))
    assert "/data" in given("ENTRYPOINT")
    assert next(step.rest for step in found if step.word == "VOLUME") == "/data"


def test_compose() -> None:
    """Its parts refer to each other, its words are read, nothing is open to the world."""
    told = compose()
    server, database = told["services"]["server"], told["services"]["database"]
    assert (ROOT / server["build"]["dockerfile"]).is_file()
    assert set(server["depends_on"]) <= set(told["services"])
    for service in (server, database):
        for volume in service["volumes"]:
            assert volume.partition(":")[0] in told["volumes"]
        assert "healthcheck" in service
        for port in service.get("ports", ()):
            assert port.startswith("127.0.0.1:")
    assert server["volumes"] == ["house:/data"]
    words = [re.sub(r"\$\{\w+:\?[^}]*\}", "games.example", word) for word in server["command"]]
    read_by_command_line(given("ENTRYPOINT") + words)
    at = words.index("--database") + 1
    assert words[at].startswith("postgresql://colonnade@database/")  # a service, and no password
    secret = "${COLONNADE_PASSWORD:?a password for the database}"
    assert server["environment"]["PGPASSWORD"] == secret
    assert database["environment"]["POSTGRES_PASSWORD"] == secret
    assert server["read_only"]
    assert server["cap_drop"] == ["ALL"]


def test_its_look_at_health_works(server: Running) -> None:
    """The command of the health check ends with 0 at a server that is well, else not."""
    words = compose()["services"]["server"]["healthcheck"]["test"]
    assert words[:2] == ["CMD", "python"]
    code = words[-1].replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
    done = subprocess.run([sys.executable, "-c", code], timeout=PATIENCE)
    assert done.returncode == 0
    code = words[-1].replace("127.0.0.1:8000", "127.0.0.1:1")
    assert subprocess.run([sys.executable, "-c", code], stderr=subprocess.DEVNULL).returncode != 0


def test_the_same_steps_in_a_folder(tmp_path: Path) -> None:
    """What is copied is enough to build the wheel, and its command serves what it says."""
    build = tmp_path / "build"
    build.mkdir()
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "node_modules", "page", "*.egg-info")
    for step in steps():
        for source in copied(step) if step.word == "COPY" else ():
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, build / source, ignore=ignored)
            else:
                shutil.copy(ROOT / source, build / source)
    run = next(step.rest for step in steps() if step.word == "RUN" and "pip wheel" in step.rest)
    command = shlex.split(run.replace("/wheels", str(tmp_path / "wheels")))
    assert command[:4] == ["python", "-m", "pip", "wheel"]
    # The tools are here already; compiling and the page have tests of their own.
    env = environment({"COLONNADE_PURE": "1", "COLONNADE_PAGE": "none"})
    env.pop("PYTHONPATH", None)
    words = [sys.executable, *command[1:], "--no-build-isolation", "--quiet"]
    subprocess.run(words, cwd=build, env=env, check=True, timeout=PATIENCE)
    (wheel,) = (tmp_path / "wheels").glob("colonnade-*.whl")
    target = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target"]
    subprocess.run([*target, str(tmp_path / "lib"), str(wheel)], env=env, check=True)
    serve = [*given("ENTRYPOINT"), *given("CMD")][1:]
    serve[serve.index("8000")], serve[serve.index("/data")] = "0", str(tmp_path / "data")
    serve[serve.index("0.0.0.0")] = "127.0.0.1"
    running = subprocess.Popen(
        [sys.executable, "-m", "colonnade", *serve, "--lang", "en"],
        env=env | {"PYTHONPATH": str(tmp_path / "lib"), "COLONNADE_LIMITS": '{"workers": 1}'},
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    try:
        assert running.stdout is not None
        line = running.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http://"))
        with urllib.request.urlopen(f"{address}/health/ready", timeout=PATIENCE) as answer:
            assert json.load(answer) == {"status": "ready"}
    finally:
        running.terminate()
        assert running.wait(PATIENCE) == 0
        assert running.stdout is not None
        running.stdout.close()


def unit() -> str:
    """The unit, as the host's page tells it."""
    found = re.findall(r"```ini\n(.*?)```", PAGE, re.S)
    return str(next(block for block in found if "[Unit]" in block))


def test_the_unit_starts_what_exists() -> None:
    """Its command is read, its folder is the one that it makes, files are plentiful."""
    line = next(line for line in unit().splitlines() if line.startswith("ExecStart="))
    words = shlex.split(line.removeprefix("ExecStart="))
    read_by_command_line(["colonnade", *words[1:]])
    assert words[words.index("--data") + 1] == "/var/lib/colonnade"
    assert "StateDirectory=colonnade\n" in unit()
    assert "LimitNOFILE=65536\n" in unit()


@pytest.mark.parametrize("notices", [False, True])
def test_the_unit_is_tight(tmp_path: Path, notices: bool) -> None:
    """What a server does not need it may not do: below 3 of 10 by systemd's own count.

    Who wants notices takes the lines away that let it speak to this machine alone.
    """
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not on this machine")
    text = re.sub("^IPAddress.*\n", "", unit(), flags=re.MULTILINE) if notices else unit()
    assert ("IPAddress" in text) is not notices
    (tmp_path / "colonnade.service").write_text(text, encoding="utf-8")
    words = [program, "security", "--offline=true", "--no-pager", "./colonnade.service"]
    env = os.environ | {"SYSTEMD_PAGER": "", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, env=env)
    if "unrecognized option" in done.stderr:
        pytest.skip("this systemd-analyze looks at running units alone")
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found, done
    assert float(found[1]) < 3.0, done.stdout
