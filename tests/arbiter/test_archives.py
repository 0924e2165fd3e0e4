"""Bots in zip files: what would leave the folder, or fill the disk, is refused with a sentence."""

import stat
import zipfile
from pathlib import Path

import pytest

from arbiter.archives import unpack
from arbiter.bot_files import MOST_BYTES, MOST_FILES, BadFiles

TOML = 'name = "mine"\nrun = ["python", "bot.py"]\n'


def pack(folder: Path, files: dict[str, str], mode: int = stat.S_IFREG | 0o644) -> Path:
    """Return a zip file that holds these files, with this mode in each."""
    archive = folder / "bot.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            packed.writestr(info, text, zipfile.ZIP_DEFLATED)
    return archive


def test_the_bot_is_at_the_top_or_in_the_only_folder(tmp_path: Path) -> None:
    for number, prefix in enumerate(("", "mine/")):
        archive = pack(tmp_path, {f"{prefix}bot.toml": TOML, f"{prefix}src/bot.py": "pass"})
        folder = unpack(archive, tmp_path / str(number))
        assert (folder / "bot.toml").read_text() == TOML
        assert (folder / "src" / "bot.py").read_text() == "pass"


def test_what_macos_adds_is_left_out(tmp_path: Path) -> None:
    archive = pack(tmp_path, {"mine/bot.toml": TOML, "__MACOSX/mine/._bot.toml": "x"})
    assert unpack(archive, tmp_path / "new") == tmp_path / "new" / "mine"


def test_a_program_stays_one(tmp_path: Path) -> None:
    archive = pack(tmp_path, {"bot.toml": TOML}, mode=stat.S_IFREG | 0o755)
    assert (unpack(archive, tmp_path / "new") / "bot.toml").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize(
    "name", ["../bot.py", "a/../../bot.py", "/etc/bot.py", "a//b", "./b", "a\\b", "C:/b"]
)
def test_a_path_that_leads_elsewhere_is_refused_and_nothing_is_written(
    tmp_path: Path, name: str
) -> None:
    archive = pack(tmp_path, {"bot.toml": TOML, name: "pass"})
    with pytest.raises(BadFiles, match="not a path within it"):
        unpack(archive, tmp_path / "new")
    assert [path.name for path in tmp_path.iterdir()] == ["bot.zip"]


@pytest.mark.parametrize(
    ("kind", "what"), [(stat.S_IFLNK, "a link"), (stat.S_IFIFO, "not a plain file")]
)
def test_links_and_pipes_are_refused(tmp_path: Path, kind: int, what: str) -> None:
    archive = pack(tmp_path, {"bot.toml": "/etc/passwd"}, mode=kind | 0o644)
    with pytest.raises(BadFiles, match=f"'bot.toml', which is {what}; put a file in its place"):
        unpack(archive, tmp_path / "new")


def test_what_unpacks_to_too_much_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    archive = pack(tmp_path, {"bot.toml": TOML, "zeros": "0" * (MOST_BYTES + 1)})
    assert archive.stat().st_size < MOST_BYTES / 100
    with pytest.raises(BadFiles, match="unpacks to 100 MB in 2 files; the limit is 100 MB"):
        unpack(archive, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    archive = pack(tmp_path, {f"{number}": "" for number in range(MOST_FILES + 1)})
    with pytest.raises(BadFiles, match="in 10,001 files"):
        unpack(archive, tmp_path / "new")


def test_no_more_is_unpacked_than_a_zip_file_claims_to_hold(tmp_path: Path) -> None:
    archive = pack(tmp_path, {"zeros": "0" * 5_000_000})
    data = bytearray(archive.read_bytes())
    size = data.index(b"PK\x01\x02") + 24  # in the table of contents
    data[size : size + 4] = (100).to_bytes(4, "little")
    archive.write_bytes(data)
    with pytest.raises(BadFiles, match="is damaged"):
        unpack(archive, tmp_path / "new")
    assert (tmp_path / "new" / "zeros").stat().st_size <= 100


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_in_it_twice_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "bot.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("bot.toml", TOML)
        packed.writestr("bot.toml", TOML)
    with pytest.raises(BadFiles, match="twice"):
        unpack(archive, tmp_path / "new")


def test_a_file_where_a_folder_should_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFiles, match="twice"):
        unpack(pack(tmp_path, {"a": "", "a/bot.toml": TOML}), tmp_path / "new")


def test_what_is_not_a_zip_file_or_has_no_bot_is_told(tmp_path: Path) -> None:
    archive = tmp_path / "bot.zip"
    archive.write_text("not a zip file")
    with pytest.raises(BadFiles, match="is not a zip file, or is damaged"):
        unpack(archive, tmp_path / "new")
    with pytest.raises(BadFiles, match=r"has no bot\.toml at its top or in"):
        unpack(pack(tmp_path, {"a/x": "", "b/bot.toml": TOML}), tmp_path / "other")


@pytest.mark.parametrize(
    "compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)
def test_damage_is_told_whatever_the_compression(tmp_path: Path, compression: int) -> None:
    archive = tmp_path / "bot.zip"
    with zipfile.ZipFile(archive, "w", compression) as packed:
        packed.writestr("bot.toml", TOML * 50)
    data = bytearray(archive.read_bytes())
    data[52:56] = b"\xff" * 4  # within the packed bytes
    archive.write_bytes(data)
    with pytest.raises(BadFiles, match=r"damaged|cannot (be )?unpack"):
        unpack(archive, tmp_path / "new")


def test_a_version_of_the_format_that_is_not_known_is_told(tmp_path: Path) -> None:
    archive = pack(tmp_path, {"bot.toml": TOML})
    data = bytearray(archive.read_bytes())
    data[data.index(b"PK\x01\x02") + 6] = 99
    archive.write_bytes(data)
    with pytest.raises(BadFiles, match=r"zip file version 9\.9"):
        unpack(archive, tmp_path / "new")


def test_an_encrypted_zip_file_is_told(tmp_path: Path) -> None:
    archive = pack(tmp_path, {"bot.toml": TOML})
    data = bytearray(archive.read_bytes())
    entry = data.index(b"PK\x01\x02")
    data[entry + 8] |= 1
    archive.write_bytes(data)
    with pytest.raises(BadFiles, match="is encrypted"):
        unpack(archive, tmp_path / "other")
