"""Sends input to a wlroots compositor through its virtual devices. Reads the commands of xdotool from standard input.

With `--touchpad`, wheel clicks become short swipes of two fingers.
"""

import array
import os
import socket
import struct
import sys
import tempfile
import time

KEYMAP = """xkb_keymap {
  xkb_keycodes { include "evdev+aliases(qwerty)" };
  xkb_types { include "complete" };
  xkb_compat { include "complete" };
  xkb_symbols { include "pc+us+inet(evdev)" };
};
"""

# Key codes of Linux by their names in X.
CODES = {
    **{letter: 16 + place for place, letter in enumerate("qwertyuiop")},
    **{letter: 30 + place for place, letter in enumerate("asdfghjkl")},
    **{letter: 44 + place for place, letter in enumerate("zxcvbnm")},
    **{digit: 2 + place for place, digit in enumerate("1234567890")},
    "minus": 12, "equal": 13, "BackSpace": 14, "Tab": 15, "bracketleft": 26, "bracketright": 27,
    "Return": 28, "Control_L": 29, "semicolon": 39, "apostrophe": 40, "Shift_L": 42, "comma": 51,
    "period": 52, "slash": 53, "Alt_L": 56, "space": 57, "F5": 63,
}  # fmt: skip
MODIFIERS = {"Shift_L": 1, "Control_L": 4, "Alt_L": 8}
BUTTONS = {"1": 0x110, "2": 0x112, "3": 0x111}
SCREEN = (1920, 1080)
# The screen is divided this finely for the pointer, so that it can stand between pixels.
PARTS = 4096
NOTCH = 15.0
WHEEL, FINGER = 0, 1
VERTICAL = 0
# Length of a swipe that turns back, in notches of a wheel.
TURN = 1.5
# A swipe in shares of its length, one every 8 ms: fingers start quickly and slow down.
SWIPE = (0.05, 0.1, 0.14, 0.15, 0.14, 0.12, 0.1, 0.08, 0.06, 0.04, 0.02)


class Connection:
    """The wire protocol of Wayland: an object, an operation, arguments of 32 bits."""

    def __init__(self) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"]))
        self.last = 1

    def new_id(self) -> int:
        self.last += 1
        return self.last

    def send(self, target: int, operation: int, arguments: bytes = b"", fd: int | None = None) -> None:
        message = struct.pack("=IHH", target, operation, 8 + len(arguments)) + arguments
        passed = [] if fd is None else [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [fd]))]
        self.socket.sendmsg([message], passed)

    def globals(self) -> dict[str, tuple[int, int]]:
        """Names and versions of the compositor's interfaces."""
        registry, done = self.new_id(), self.new_id()
        self.send(1, 1, struct.pack("=I", registry))
        self.send(1, 0, struct.pack("=I", done))
        self.registry = registry
        found: dict[str, tuple[int, int]] = {}
        received = b""
        while True:
            received += self.socket.recv(65536)
            while len(received) >= 8:
                target, operation, size = struct.unpack_from("=IHH", received)
                if len(received) < size:
                    break
                body, received = received[8:size], received[size:]
                if target == done:
                    return found
                if target == registry and operation == 0:
                    name, length = struct.unpack_from("=II", body)
                    padded = (length + 3) // 4 * 4
                    interface = body[8 : 8 + length - 1].decode()
                    found[interface] = (name, struct.unpack_from("=I", body, 8 + padded)[0])

    def bind(self, name: int, interface: str) -> int:
        created = self.new_id()
        text = interface.encode() + b"\0"
        padding = b"\0" * (-len(text) % 4)
        body = struct.pack("=II", name, len(text)) + text + padding + struct.pack("=II", 1, created)
        self.send(self.registry, 0, body)
        return created


class Devices:
    def __init__(self, touchpad: bool) -> None:
        self.touchpad = touchpad
        self.held = 0
        self.direction = 1
        connection = self.connection = Connection()
        found = connection.globals()

        def create(manager: str) -> int:
            if manager not in found:
                sys.exit(f"the compositor has no {manager}")
            bound = connection.bind(found[manager][0], manager)
            created = connection.new_id()
            connection.send(bound, 0, struct.pack("=II", seat, created))
            return created

        seat = connection.bind(found["wl_seat"][0], "wl_seat")
        self.pointer = create("zwlr_virtual_pointer_manager_v1")
        self.keyboard = create("zwp_virtual_keyboard_manager_v1")
        with tempfile.TemporaryFile() as file:
            text = KEYMAP.encode() + b"\0"
            file.write(text)
            file.flush()
            connection.send(self.keyboard, 0, struct.pack("=II", 1, len(text)), file.fileno())

    def point(self, operation: int, *arguments: int) -> None:
        self.connection.send(self.pointer, operation, struct.pack(f"={len(arguments)}I", *arguments))

    def move(self, x: float, y: float) -> None:
        # A pointer stops at the edges of the screen.
        place = [round(min(max(0, at), size - 1) * PARTS) for at, size in zip((x, y), SCREEN)]
        self.point(1, now(), *place, *(size * PARTS for size in SCREEN))
        self.point(4)

    def press(self, button: str, is_down: bool) -> None:
        self.point(2, now(), BUTTONS[button], int(is_down))
        self.point(4)

    def scroll(self, direction: int) -> None:
        if not self.touchpad:
            self.point(5, WHEEL)
            self.connection.send(
                self.pointer, 7, struct.pack("=IIii", now(), VERTICAL, fixed(direction * NOTCH), direction)
            )
            self.point(4)
            return
        # Who turns back has gone too far, and moves the fingers less.
        length = (5 if direction == self.direction else TURN) * NOTCH
        self.direction = direction
        for share in SWIPE:
            self.axis(direction * length * share)
            time.sleep(0.008)
        self.point(5, FINGER)
        self.point(6, now(), VERTICAL)
        self.point(4)

    def axis(self, value: float) -> None:
        self.point(5, FINGER)
        self.connection.send(self.pointer, 3, struct.pack("=IIi", now(), VERTICAL, fixed(value)))
        self.point(4)

    def key(self, symbol: str, is_down: bool) -> None:
        body = struct.pack("=III", now(), CODES[symbol], int(is_down))
        self.connection.send(self.keyboard, 1, body)
        if symbol in MODIFIERS:
            self.held = self.held | MODIFIERS[symbol] if is_down else self.held & ~MODIFIERS[symbol]
            self.connection.send(self.keyboard, 2, struct.pack("=IIII", self.held, 0, 0, 0))


def now() -> int:
    return int(time.monotonic() * 1000) & 0xFFFFFFFF


def fixed(value: float) -> int:
    """A number of Wayland with 8 binary places."""
    return round(value * 256)


def main() -> None:
    devices = Devices("--touchpad" in sys.argv)
    for line in sys.stdin:
        match line.split():
            case ["mousemove", x, y]:
                devices.move(float(x), float(y))
            case ["mousedown", button]:
                devices.press(button, True)
            case ["mouseup", button]:
                devices.press(button, False)
            case ["click", ("4" | "5") as button]:
                devices.scroll(1 if button == "5" else -1)
            case ["keydown", symbol]:
                devices.key(symbol, True)
            case ["keyup", symbol]:
                devices.key(symbol, False)
            case ["sleep", seconds]:
                time.sleep(float(seconds))
            case ["getmouselocation"]:
                print("done", flush=True)
            case _:
                sys.exit(f"unknown command: {line}")


main()
