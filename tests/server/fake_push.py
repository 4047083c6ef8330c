"""A push service on this machine: it keeps what it is sent if the key is the right one."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

from colonnade.server.push import packed, unpacked


class Browser:
    """A browser that subscribed: it alone can read what it is sent."""

    def __init__(self, service: PushService, name: str) -> None:
        self.service, self.name = service, name
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"%-16b" % name.encode()[:16]
        point = self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.wish = {
            "endpoint": f"{service.address}/{name}",
            "p256dh": packed(point),
            "auth": packed(self.secret),
        }

    def read(self) -> list[Any]:
        """All that it was told."""
        raw = self.service.taken.get(f"/{self.name}", [])
        found = [
            http_ece.decrypt(
                body, private_key=self.private, auth_secret=self.secret, version="aes128gcm"
            )
            for body in raw
        ]
        return [json.loads(one) for one in found]


class PushService:
    """Takes notices that are signed by one key; answers as it is told, in order."""

    def __init__(self) -> None:
        self.key = ""  # the public one whose notices it takes
        self.taken: dict[str, list[bytes]] = {}
        self.headers: list[dict[str, str]] = []
        self.answers: list[tuple[int, dict[str, str]]] = []  # to the next ones; then 201
        self.asked = 0
        service = self

        class Handler(BaseHTTPRequestHandler):
            """One request."""

            def do_POST(self) -> None:
                """Take a notice."""
                body = self.rfile.read(int(self.headers["content-length"]))
                status, more = service.take(self.path, dict(self.headers), body)
                self.send_response(status)
                for name, value in {"content-length": "0", **more}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    def take(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str]]:
        """Keep a notice, or refuse it."""
        said = {name.lower(): value for name, value in headers.items()}
        self.asked += 1
        if not self.is_signed(said.get("authorization", "")):
            return 403, {}
        answer = self.answers.pop(0) if self.answers else (201, {})
        if answer[0] == 201:
            self.taken.setdefault(path, []).append(body)
            self.headers.append(said)
        return answer

    def is_signed(self, said: str) -> bool:
        """Whether a notice is signed by the key, for this service."""
        kind, _, rest = said.partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(",") if "=" in part)
        if kind.lower() != "vapid" or parts.get("k") != self.key:
            return False
        signed, _, signature = parts["t"].rpartition(".")
        raw = unpacked(signature)
        numbers = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(self.key))
        try:
            key.verify(
                utils.encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256())
            )
        except InvalidSignature:
            return False
        return bool(json.loads(unpacked(signed.split(".")[1]))["aud"] == self.address)

    def close(self) -> None:
        """End."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
