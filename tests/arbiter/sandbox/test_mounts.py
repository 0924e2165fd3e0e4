"""Which files a bot sees, and that what it may not see is refused with a sentence."""

import sys
from pathlib import Path

import pytest

from arbiter.bots import Manifest, find_bot
from arbiter.sandbox.mounts import READABLE, NotReadable, mounts, process_mounts

ROOT = Path(__file__).resolve().parents[3]


def shown(manifest: Manifest) -> set[str]:
    """Return where a bot sees files, folders and links."""
    options = mounts(manifest)
    assert {options[at] for at in range(0, len(options), 3)} <= {"--ro-bind", "--symlink"}
    return set(options[2::3])


def install(prefix: Path, *files: str) -> Path:
    """Make a program in PREFIX/bin and other files beside it; return the program."""
    for name in ("bin/tool", *files):
        (prefix / name).parent.mkdir(parents=True, exist_ok=True)
        (prefix / name).touch()
    (prefix / "bin/tool").chmod(0o755)
    return prefix / "bin/tool"


def bot(folder: Path, command: object = "python") -> Manifest:
    folder.mkdir(exist_ok=True)
    return Manifest("mine", "0", (str(command),), folder)


def test_a_bot_sees_the_system_its_folder_and_the_python_that_runs_the_arbiter(
    tmp_path: Path,
) -> None:
    seen = shown(bot(tmp_path / "mine"))
    assert {"/usr", str(tmp_path / "mine"), sys.executable} <= seen
    assert not seen & {"/", "/etc", "/home", "/root", "/tmp", "/var", str(tmp_path)}


def test_of_ours_it_sees_the_packages_that_bots_import_and_nothing_else(tmp_path: Path) -> None:
    """The database may be in the folder in which Lutetia is developed."""
    seen = shown(bot(tmp_path / "mine"))
    assert {str(ROOT / "arbiter"), str(ROOT / "engine")} <= seen
    assert not seen & {str(ROOT), str(ROOT / "ladder"), str(ROOT / "tests")}


def test_of_a_lone_file_it_sees_that_file_and_not_its_neighbours(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.touch()
    seen = shown(find_bot(str(file)))
    assert str(file) in seen
    assert str(tmp_path) not in seen


def test_a_program_outside_the_system_brings_its_libraries_and_the_links_that_lead_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefix = tmp_path / "tools" / "1.2"
    install(prefix, "lib/runtime", "conf/settings", "secrets/key")
    link = tmp_path / "shortcuts" / "run"
    link.parent.mkdir()
    link.symlink_to("../tools/1.2/bin/tool")
    monkeypatch.setenv("PATH", str(link.parent))
    seen = shown(bot(tmp_path / "mine", "run"))
    expected = {str(prefix / name) for name in ("bin/tool", "lib", "conf")}
    assert {path for path in seen if path.startswith(str(prefix))} == expected
    assert str(link) in seen


def test_a_python_environment_brings_the_python_that_it_was_made_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, environment = tmp_path / "base", tmp_path / "environment"
    install(base, "bin/python3", "lib/python3/os.py")
    install(environment, "lib/site.py")
    (environment / "pyvenv.cfg").write_text(f"home = {base / 'bin'}\n")
    monkeypatch.setenv("PATH", str(environment / "bin"))
    seen = shown(bot(tmp_path / "mine", "tool"))
    assert {str(environment / "pyvenv.cfg"), str(base / "bin/python3"), str(base / "lib")} <= seen


def test_a_script_brings_its_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = install(tmp_path / "tools", "lib/runtime")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    script = install(tmp_path, "x")
    script.write_text(f"#!{tool} --fast\n")
    assert {str(tool), str(tmp_path / "tools/lib")} <= shown(bot(tmp_path / "mine", "tool"))


@pytest.mark.parametrize("how", ["run", "readable", "link", "environment"])
def test_a_bot_toml_leads_nowhere_that_the_operator_has_not_allowed(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger wrote it; it must not open the operator's files to him."""
    private = install(tmp_path / "private", "lib/key")
    folder = tmp_path / "mine"
    mine = bot(folder, private if how == "run" else "python")
    if how == "readable":
        mine = Manifest("mine", "0", ("python",), folder, readable=("../private/lib/key",))
    if how == "link":
        (folder / "start").symlink_to(private)
        mine = bot(folder, "./start")
    if how == "environment":
        mine = bot(folder, install(folder, "x"))
        (folder / "pyvenv.cfg").write_text(f"home = {private.parent}\n")
        (private.parent / "python3").touch()
    monkeypatch.delenv(READABLE, raising=False)
    with pytest.raises(
        NotReadable, match=f"which bots may not read.*{READABLE}={private.parent.parent}"
    ):
        mounts(mine)
    monkeypatch.setenv(READABLE, str(tmp_path / "private"))
    assert any(path.startswith(str(tmp_path / "private")) for path in shown(mine))


def test_what_is_below_a_folder_that_is_shown_is_not_shown_twice(tmp_path: Path) -> None:
    """bubblewrap failed at /usr/bin/sh, which is a link."""
    assert "/usr/bin/sh" not in shown(bot(tmp_path / "mine", "sh"))


def test_links_that_lead_to_each_other_are_refused(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(NotReadable, match="leads nowhere"):
        mounts(bot(tmp_path, "./one"))


def test_nothing_of_the_kernel_can_be_written_to() -> None:
    """A bot that root had started wrote to /proc/sys/kernel/core_pattern."""
    options = process_mounts()
    assert options[:2] == ["--proc", "/proc"]
    assert {"/proc/sys", "/proc/irq", "/proc/fs"} <= set(options[4::3])
