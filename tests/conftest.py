"""Where there is no sandbox, commands run without one, and what tests the sandbox is skipped."""

import os

from tests.sandboxes import WHY_NO_SANDBOX


def pytest_configure() -> None:
    if WHY_NO_SANDBOX:
        os.environ.setdefault("LUTETIA_SANDBOX", "off")  # `serve` would refuse to start


def pytest_report_header() -> str:
    if WHY_NO_SANDBOX:
        return f"sandbox: none, and its tests are skipped: {WHY_NO_SANDBOX}"
    return "sandbox: bubblewrap"
