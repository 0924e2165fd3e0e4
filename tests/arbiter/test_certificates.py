"""Where streams must be encrypted, and with what."""

import subprocess
from pathlib import Path

import pytest

from arbiter.certificates import BadCertificate, is_loopback, make_certificate, server_credentials


@pytest.mark.parametrize(
    ("address", "loopback"),
    [
        ("127.0.0.1:7400", True),
        ("127.9.9.9:7400", True),
        ("[::1]:7400", True),
        ("localhost:7400", True),
        ("unix:/tmp/arbiter", True),
        ("0.0.0.0:7400", False),
        ("[::]:7400", False),
        ("192.0.2.1:7400", False),
        ("localhost.example.org:7400", False),
        (":7400", False),
    ],
)
def test_only_this_machine_reaches_its_loopback(address: str, loopback: bool) -> None:
    assert is_loopback(address) is loopback


def test_a_network_without_tls_has_to_be_asked_for() -> None:
    with pytest.raises(BadCertificate, match="or --insecure"):
        server_credentials("0.0.0.0:7400", None, None, insecure=False)
    assert server_credentials("0.0.0.0:7400", None, None, insecure=True) is None
    assert server_credentials("127.0.0.1:7400", None, None, insecure=False) is None


def test_a_pair_is_made_for_its_hosts_and_its_key_is_nobody_elses(tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path / "tls", ["example.org", "192.0.2.1"])
    assert key.stat().st_mode & 0o777 == 0o600
    shown = subprocess.run(
        ["openssl", "x509", "-in", certificate, "-noout", "-ext", "subjectAltName"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "DNS:example.org, IP Address:192.0.2.1" in shown.stdout
    assert server_credentials("0.0.0.0:7400", certificate, key, insecure=False) is not None
    with pytest.raises(BadCertificate, match="already exists"):
        make_certificate(tmp_path / "tls", ["example.org"])


def test_a_key_of_another_certificate_is_refused(tmp_path: Path) -> None:
    certificate, _ = make_certificate(tmp_path / "one", ["localhost"])
    _, key = make_certificate(tmp_path / "two", ["localhost"])
    with pytest.raises(BadCertificate, match="not a certificate and its key"):
        server_credentials("0.0.0.0:7400", certificate, key, insecure=False)


def test_without_openssl_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadCertificate, match="install it"):
        make_certificate(tmp_path / "tls", ["localhost"])
    assert not list((tmp_path / "tls").iterdir())
