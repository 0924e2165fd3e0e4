"""Play the golden cases again: see the package."""

from engine.record import record_to_json
from tests.engine.golden import CASES, FOLDER, play_case

for name, setup in CASES.items():
    file = FOLDER / f"{name}.json"
    text = record_to_json(play_case(setup)) + "\n"
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")
        print(f"wrote {file.name}")
