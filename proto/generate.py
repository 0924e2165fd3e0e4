"""Generate Python and type stubs from the .proto files, beside them.

`python proto/generate.py [FOLDER]`: into FOLDER instead, as the test for stale code does.
"""

import re
import sys
from importlib.resources import files
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent

_VERSION_CHECK = re.compile(
    r"from google\.protobuf import runtime_version as _runtime_version\n"
    r"|_runtime_version\.ValidateProtobufRuntimeVersion\([^)]*\)\n"
)
"""Refuses every protobuf older than the protoc that was used. What it generates for us, a
serialised descriptor and calls of its builder, is the same since protobuf 4: `make test-oldest`
proves it."""


def generate(source: Path, target: Path) -> None:
    """Run protoc over every .proto file below `source`."""
    protos = sorted(str(path) for path in source.rglob("*.proto"))
    includes = [f"-I{source}", f"-I{files('grpc_tools') / '_proto'}"]
    outputs = [f"--python_out={target}", f"--pyi_out={target}"]
    if protoc.main(["protoc", *includes, *outputs, *protos]) != 0:
        raise SystemExit("protoc failed: see its message above")
    for path in target.rglob("*_pb2.py"):
        path.write_text(_VERSION_CHECK.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    for tree in (ROOT, ROOT.parent / "tests" / "connect_four"):
        generate(tree, folder or tree)
