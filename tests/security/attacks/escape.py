"""Asks the kernel for more than a bot has: settings, namespaces, mounts, limits, devices."""

import ctypes
import os
import resource
import socket

from attack import append_to, attack

libc = ctypes.CDLL(None, use_errno=True)
NEW_USER, NEW_PID, ADD_KEY, BPF, IO_URING = 0x10000000, 0x20000000, 248, 321, 425


def call(function: str, *arguments: object) -> int:
    result: int = getattr(libc, function)(*arguments)
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def new_user_namespace() -> int:
    """Try it in a child: a process with threads cannot, in any case."""
    child = os.fork()
    if child == 0:
        try:
            call("unshare", NEW_USER)
        except OSError as error:
            os._exit(error.errno or 1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if code := os.waitstatus_to_exitcode(status):
        raise OSError(code, os.strerror(code))
    return child


attack(
    core_pattern=lambda: append_to("/proc/sys/kernel/core_pattern"),
    drop_caches=lambda: append_to("/proc/sys/vm/drop_caches"),
    user=new_user_namespace,
    pids=lambda: call("unshare", NEW_PID),
    mount=lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None),
    chroot=lambda: os.chroot("/tmp"),
    become_root=lambda: os.setuid(0),
    device=lambda: os.mknod("/tmp/disk", 0o60600, os.makedev(254, 0)),
    limit=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (1 << 16, 1 << 16)),
    nice=lambda: os.nice(-5),
    key=lambda: call("syscall", ADD_KEY, b"user", b"note", b"hi", 2, -3),
    bpf=lambda: call("syscall", BPF, 0, None, 0),
    io_uring=lambda: call("syscall", IO_URING, 1, None),
    vsock=lambda: socket.socket(socket.AF_VSOCK),
)
