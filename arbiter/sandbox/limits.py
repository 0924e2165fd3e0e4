"""What one process of a bot may use, together with everything that it starts."""

from dataclasses import dataclass
from typing import Annotated

from engine.fields import Between

MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a bot; its bot.toml may ask for others, within bounds."""

    memory_mb: Annotated[int, Between(16, 8192)] = 1024
    processes: Annotated[int, Between(1, 2048)] = 256
    """Threads count. gRPC has a dozen, a JVM one to three for each core."""
    disk_mb: Annotated[int, Between(1, 1024)] = 64
    """Of /tmp, and as much again of /dev/shm. Both are memory, and count as such."""
    files: Annotated[int, Between(32, 4096)] = 512
    """Open descriptors per process."""

    def prlimit_options(self) -> tuple[str, ...]:
        """Return the limits per process: what the kernel enforces with or without cgroups.

        Not of the address space: Go, node and the JVM reserve far more of it than they use.
        """
        return (
            "--core=0",
            f"--data={self.memory_mb * MB}",
            f"--fsize={self.disk_mb * MB}",
            f"--nofile={self.files}",
            f"--nproc={self.processes}",
        )


DEFAULT_LIMITS = Limits()
