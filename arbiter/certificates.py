"""TLS: where streams must be encrypted, the files for it, and a pair of them to try it with."""

import ipaddress
import os
import ssl
import subprocess
from collections.abc import Sequence
from pathlib import Path

import grpc

from engine.errors import OperatorError

DAYS = 365


class BadCertificate(OperatorError):
    """There is no usable certificate, and bots must not connect without one."""


def is_loopback(address: str) -> bool:
    """Tell whether an address, `host:port` or `unix:path`, can be reached from this machine only.

    A name is not looked up, so that no name server decides: only `localhost` counts.
    """
    if address.startswith("unix:"):
        return True
    host = address.rpartition(":")[0].strip("[]")
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def server_credentials(
    address: str, certificate: Path | None, key: Path | None, *, insecure: bool
) -> grpc.ServerCredentials | None:
    """Return what a listener encrypts with; None: it does not.

    Anybody on the way could read the tokens of bots that connect over a network without
    encryption, so that has to be asked for (`insecure`).
    """
    if certificate is None and key is None:
        if is_loopback(address) or insecure:
            return None
        raise BadCertificate(
            f"{address} can be reached from other machines: give --tls-cert and --tls-key "
            "(`lutetia certificate DIR` makes a pair to try it with), or --insecure if the network "
            "itself is encrypted"
        )
    if certificate is None or key is None:
        raise BadCertificate("give both --tls-cert and --tls-key")
    try:
        # gRPC would only say that it cannot listen.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
        pair = key.read_bytes(), certificate.read_bytes()
    except (OSError, ssl.SSLError) as error:
        raise BadCertificate(
            f"{certificate} and {key} are not a certificate and its key: {error.strerror or error}"
        ) from None
    return grpc.ssl_server_credentials([pair])


def make_certificate(folder: Path, hosts: Sequence[str]) -> tuple[Path, Path]:
    """Make a self-signed certificate for some hosts, and its key."""
    folder.mkdir(parents=True, exist_ok=True)
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    for path in (certificate, key):
        if path.exists():
            raise BadCertificate(f"{path} already exists; remove it, or choose another folder")
    names = ",".join(f"{'IP' if _is_ip(host) else 'DNS'}:{host}" for host in hosts)
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    words += ["-nodes", "-days", str(DAYS), "-subj", "/CN=lutetia"]
    words += ["-addext", f"subjectAltName={names}", "-keyout", str(key), "-out", str(certificate)]
    # The key is readable by nobody else, from its first byte on.
    os.close(os.open(key, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))
    try:
        subprocess.run(words, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        key.unlink()
        raise BadCertificate(
            "openssl, which makes certificates, is not installed; install it, or bring your own "
            "files for --tls-cert and --tls-key"
        ) from None
    except subprocess.CalledProcessError as error:
        key.unlink()
        raise BadCertificate(
            f"openssl could not make a certificate: {error.stderr.strip()}"
        ) from None
    return certificate, key


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
