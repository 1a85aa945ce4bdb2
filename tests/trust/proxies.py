"""nginx and Caddy with the files of deploy/, on ports of this run and with a certificate of its own."""

from __future__ import annotations

import getpass
import http.client
import os
import shutil
import socket
import ssl
import subprocess
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.programs import free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "scores.example"
"""The name in both files, which a keeper replaces by the server's own."""
PATIENCE = 60.0


class Proxy:
    """One of the two programs, in front of page servers and of the ports of their streams; its log is in ``folder``."""

    def __init__(self, program: str, folder: Path, pages: list[int], streams: list[int]) -> None:
        self.program, self.folder, self.pages, self.streams = program, folder, pages, streams
        self.plain, self.port = free_port(), free_port()
        found = shutil.which(program)
        if found is None:
            pytest.skip(f"{program} is not installed; `make test` installs it where it may")
        write_certificate(folder)
        text, self.command = self._nginx(found) if program == "nginx" else self._caddy(found)
        (folder / "proxy.conf").write_text(text)
        self.process: subprocess.Popen[bytes] | None = None

    def _nginx(self, program: str) -> tuple[str, list[str]]:
        text = (DEPLOY / "nginx.conf").read_text()
        temporary = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        paths = "".join(f"    {kind}_temp_path {self.folder}/{kind};\n" for kind in temporary)
        for before, after in {
            "user www-data;": f"user {getpass.getuser()};",
            "worker_processes auto;": "worker_processes 1;",
            "/run/nginx.pid": f"{self.folder}/nginx.pid",
            "/var/log/nginx/": f"{self.folder}/",
            f"/etc/letsencrypt/live/{NAME}/": f"{self.folder}/",
            "http {\n": f"http {{\n{paths}",
            "listen [::]:": "# no IPv6 here: ",
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen 443 ": f"listen 127.0.0.1:{self.port} ",
            "server 127.0.0.1:8000;": "".join(f"server 127.0.0.1:{port}; " for port in self.pages),
            "server 127.0.0.1:8001;": "".join(f"server 127.0.0.1:{port}; " for port in self.streams),
        }.items():
            text = replace_once(text, before, after)
        conf, log = self.folder / "proxy.conf", self.folder / "scorekeeper.log"
        return text, [program, "-p", str(self.folder), "-e", str(log), "-c", str(conf), "-g", "daemon off;"]

    def _caddy(self, program: str) -> tuple[str, list[str]]:
        options = (
            f"{{\n\tadmin off\n\tgrace_period 1s\n\thttp_port {self.plain}\n\thttps_port {self.port}\n}}\n"
        )
        files = f"{self.folder}/fullchain.pem {self.folder}/privkey.pem"
        text = (DEPLOY / "Caddyfile").read_text()
        for before, after in {
            f"\n{NAME} {{\n": f"\n{NAME} {{\n\ttls {files}\n",
            "reverse_proxy 127.0.0.1:8000": " ".join(
                ["reverse_proxy", *(f"127.0.0.1:{port}" for port in self.pages)]
            ),
            "reverse_proxy 127.0.0.1:8001": " ".join(
                ["reverse_proxy", *(f"127.0.0.1:{port}" for port in self.streams)]
            ),
        }.items():
            text = replace_once(text, before, after)
        return options + text, [
            program,
            "run",
            "--adapter",
            "caddyfile",
            "--config",
            str(self.folder / "proxy.conf"),
        ]

    def start(self) -> Proxy:
        """Start, and wait until it answers."""
        home = {name: str(self.folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        log = self.folder / "output"
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                self.command, stdout=output, stderr=output, cwd=self.folder, env={**os.environ, **home}
            )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
                return self
            except OSError:
                time.sleep(0.05)
        self.stop()
        raise RuntimeError(f"{self.command[0]} does not answer:\n{log.read_text()}")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)

    def make_trusting_context(self) -> ssl.SSLContext:
        """A browser that knows the certificate."""
        return ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))

    def connect(self, phone: str = "127.0.0.1", name: str = NAME) -> http.client.HTTPSConnection:
        """A connection by TLS from an address of this machine; it asks for the name without a port."""
        connection = http.client.HTTPSConnection(name, timeout=PATIENCE, context=self.make_trusting_context())
        clear = socket.create_connection(("127.0.0.1", self.port), PATIENCE, source_address=(phone, 0))
        connection.sock = self.make_trusting_context().wrap_socket(clear, server_hostname=NAME)
        return connection


def replace_once(text: str, before: str, after: str) -> str:
    assert before in text, f"the file no longer says {before!r}"
    return text.replace(before, after)


def write_certificate(folder: Path) -> None:
    """A certificate for the name in the files, signed by itself."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
