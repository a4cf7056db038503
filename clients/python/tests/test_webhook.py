"""Signatures of webhooks. The vitest test compares with the reference implementation."""

import base64
import hashlib
import hmac
import unittest

import byhand

KEY = bytes([7]) * 32
SECRET = f"whsec_{base64.b64encode(KEY).decode()}"
BODY = '{"type":"test","timestamp":"t","data":{"message":"ä"}}'
AT = 1_700_000_000


def headers(body: str = BODY, at: int = AT, key: bytes = KEY) -> "dict[str, str]":
    digest = hmac.new(key, f"msg_1.{at}.{body}".encode(), hashlib.sha256).digest()
    signature = f"v1,AAAA v1,{base64.b64encode(digest).decode()}"
    return {"Webhook-Id": "msg_1", "webhook-timestamp": str(at), "webhook-signature": signature}


class WebhookTest(unittest.TestCase):
    def verify(self, body: "str | bytes" = BODY, given: "dict[str, str] | None" = None, now: float = AT) -> object:
        return byhand.verify_webhook(body, headers() if given is None else given, SECRET, lambda: now)

    def test_accepts_text_and_bytes(self) -> None:
        self.assertEqual(self.verify()["type"], "test")  # type: ignore[index]
        self.assertEqual(self.verify(BODY.encode())["data"], {"message": "ä"})  # type: ignore[index]

    def test_rejects_everything_else(self) -> None:
        for reason, body, given, now in [
            ("wrong", BODY + " ", headers(), AT),
            ("wrong", BODY, {**headers(), "Webhook-Id": "msg_2"}, AT),
            ("wrong", BODY, {**headers(), "webhook-signature": "v1,%%% v2,AAAA x"}, AT),
            ("missing", BODY, {}, AT),
            ("missing", BODY, {**headers(), "webhook-timestamp": "²"}, AT),
            ("too old", BODY, headers(), AT + 301),
            ("too old", BODY, headers(), AT - 301),
        ]:
            with self.subTest(reason), self.assertRaisesRegex(byhand.WebhookError, reason):
                self.verify(body, given, now)

    def test_rejects_a_signature_with_an_empty_secret(self) -> None:
        for secret in ("", "whsec_"):
            with self.subTest(secret), self.assertRaisesRegex(byhand.WebhookError, "empty"):
                byhand.verify_webhook(BODY, headers(key=b""), secret, lambda: AT)


if __name__ == "__main__":
    unittest.main()
