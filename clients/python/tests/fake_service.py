"""A server that answers with given responses in turn, then with an empty object."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, List, Tuple

Answer = Tuple[int, Dict[str, str], bytes]


class FakeService:
    def __init__(self, *answers: Answer) -> None:
        self.requests: List[Tuple[str, str, Dict[str, str], bytes]] = []
        left = list(answers)
        requests = self.requests

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                body = self.rfile.read(length)
                headers = {name.lower(): value for name, value in self.headers.items()}
                requests.append((self.command, self.path, headers, body))
                status, extra, answer = left.pop(0) if left else (200, {}, b"{}")
                self.send_response(status)
                for name, value in {**extra, "content-length": str(len(answer))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer)

            do_POST = do_GET

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self) -> "FakeService":
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()
