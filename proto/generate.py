"""Generate Python and type stubs from the .proto files, beside them.

`python proto/generate.py [FOLDER]`: into FOLDER instead, as the test for stale code does.
"""

import sys
from importlib.resources import files
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent


def generate(source: Path, target: Path) -> None:
    """Run protoc over every .proto file below `source`."""
    protos = sorted(str(path) for path in source.rglob("*.proto"))
    includes = [f"-I{source}", f"-I{files('grpc_tools') / '_proto'}"]
    outputs = [f"--python_out={target}", f"--pyi_out={target}"]
    if protoc.main(["protoc", *includes, *outputs, *protos]) != 0:
        raise SystemExit("protoc failed: see its message above")


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    for tree in (ROOT, ROOT.parent / "tests" / "connect_four"):
        generate(tree, folder or tree)
