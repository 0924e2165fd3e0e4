"""Reads the memory of the arbiter: all hands are in there."""

import ctypes
import os
import sys
from pathlib import Path

from attack import append_to, attack, something

arbiter = int(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH = 16


def call(function: str, *arguments: object) -> int:
    result: int = getattr(libc, function)(*arguments)
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


class Part(ctypes.Structure):
    """A piece of memory, as process_vm_readv(2) has it."""

    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


def read_remote() -> int:
    here = ctypes.create_string_buffer(8)
    parts = [Part(ctypes.addressof(here), 8) for _ in range(2)]
    local, remote = map(ctypes.byref, parts)
    return call("process_vm_readv", arbiter, local, 1, remote, 1, 0)


attack(
    ptrace=lambda: call("ptrace", PTRACE_ATTACH, arbiter, 0, 0),
    mem=lambda: append_to(f"/proc/{arbiter}/mem"),
    maps=lambda: Path(f"/proc/{arbiter}/maps").read_text(),
    vm_readv=read_remote,
    kcore=lambda: something(Path("/proc/kcore").read_bytes()),
    pidfd=lambda: os.pidfd_open(arbiter),
)
