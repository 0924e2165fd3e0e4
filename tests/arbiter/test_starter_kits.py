"""Beginning a bot with a starter kit."""

from pathlib import Path

import pytest

import lutetia.v1
from arbiter.bots import BadBot
from arbiter.starter_kits import LANGUAGES, new_bot
from engine.errors import OperatorError
from engine.files import read_toml


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_bot_has_the_name_of_its_folder_and_all_it_is_built_from(
    language: str, tmp_path: Path
) -> None:
    new_bot(tmp_path / "my-bot", language)
    assert read_toml(tmp_path / "my-bot" / "bot.toml")["name"] == "my-bot"
    assert (tmp_path / "my-bot" / "README.md").is_file()
    copied = (tmp_path / "my-bot" / "proto" / "lutetia" / "v1").iterdir()
    protos = Path(lutetia.v1.__path__[0]).glob("*.proto")
    assert {path.name for path in copied} == {path.name for path in protos}


def test_a_bot_that_cannot_begin_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(BadBot, match=r"no kit for 'rusty'.*Did you mean 'rust'"):
        new_bot(tmp_path / "mine", "rusty")
    with pytest.raises(OperatorError, match="the bot's name is 'My Bot'; it must be"):
        new_bot(tmp_path / "My Bot", "go")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "mine").mkdir()
    with pytest.raises(BadBot, match="already exists"):
        new_bot(tmp_path / "mine", "go")
