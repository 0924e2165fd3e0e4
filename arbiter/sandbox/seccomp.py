"""System calls that a bot does without, because namespaces do not confine them.

The filter is a program for the kernel's packet filter, as seccomp(2) describes it. All that is
not named here is allowed.
"""

import errno
import platform
import struct
from typing import NamedTuple


class _Machine(NamedTuple):
    """The numbers of system calls differ between processors."""

    audit_arch: int
    socket: int
    refused: tuple[int, ...]


_IO_URING = (425, 426, 427)  # it opens sockets of its own, past this filter
_MACHINES = {
    # Keys of the session's keyring are shared by all that the arbiter starts (add_key,
    # request_key, keyctl). The rest is what attacks on kernels begin with: perf_event_open, bpf,
    # userfaultfd.
    "x86_64": _Machine(0xC000003E, 41, (248, 249, 250, 298, 321, 323, *_IO_URING)),
    "aarch64": _Machine(0xC00000B7, 198, (217, 218, 219, 241, 280, 282, *_IO_URING)),
}
_FAMILIES = (1, 2, 10, 16)
"""AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK end at the network namespace; AF_VSOCK does not."""
_X32 = 0x40000000
"""Set in the numbers of a second set of system calls on x86_64."""

_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _ARCH, _FIRST_ARGUMENT = 0, 4, 16  # where they are in what a filter looks at
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000


def seccomp_filter(machine: str = platform.machine()) -> bytes:
    """Return the filter as bubblewrap reads it; nothing for a machine that we do not know."""
    if machine not in _MACHINES:
        return b""
    arch, socket, refused = _MACHINES[machine]
    no_permission, no_family = _FAIL | errno.EPERM, _FAIL | errno.EAFNOSUPPORT
    # An instruction: code, how many to skip if true, how many if false, value. No jump is long.
    program = [
        (_LOAD, 0, 0, _ARCH),
        (_EQUAL, 1, 0, arch),
        (_RETURN, 0, 0, no_permission),  # 32-bit programs, with numbers of their own
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, no_permission),
    ]
    for number in refused:
        program += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, no_permission)]
    program += [(_EQUAL, 1, 0, socket), (_RETURN, 0, 0, _ALLOW), (_LOAD, 0, 0, _FIRST_ARGUMENT)]
    for family in _FAMILIES:
        program += [(_EQUAL, 0, 1, family), (_RETURN, 0, 0, _ALLOW)]
    program.append((_RETURN, 0, 0, no_family))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)
