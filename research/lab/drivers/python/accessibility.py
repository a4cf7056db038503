"""Acts on a page through the accessibility bus, as a screen reader does.

Reads one command a line, `press NAME` or `focus NAME`, where NAME is the beginning of an element's accessible name.
Prints a line after each command.
"""

import sys
import time

import pyatspi

ROLES = {"entry", "radio button", "check box", "push button", "button", "link"}
DEEPEST = 40
PATIENCE_S = 30


def below(element, depth=0):
    yield element
    if depth < DEEPEST:
        for child in children(element):
            yield from below(child, depth + 1)


def children(element):
    try:
        return [child for child in element if child is not None]
    except Exception:  # the element is gone
        return []


def find(name):
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        for element in below(pyatspi.Registry.getDesktop(0)):
            try:
                if element.getRoleName() in ROLES and element.name.startswith(name):
                    return element
            except Exception:  # the element is gone
                continue
        time.sleep(0.3)
    sys.exit(f"no element is called {name}")


for line in sys.stdin:
    verb, _, name = line.rstrip("\n").partition(" ")
    element = find(name)
    if verb == "press":
        element.queryAction().doAction(0)
    else:
        element.queryComponent().grabFocus()
    print("done", flush=True)
