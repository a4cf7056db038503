"""Builds the wheel and the source archive with the standard library, so that building needs no network (PEP 517)."""

import base64
import gzip
import hashlib
import io
import json
import re
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any, Dict, List, Optional

ROOT = Path(__file__).resolve().parent.parent
NAME = "byhand"
# The same files give the same bytes.
ZIP_TIME = (2020, 1, 1, 0, 0, 0)

WHEEL = "Wheel-Version: 1.0\nGenerator: byhand\nRoot-Is-Purelib: true\nTag: py3-none-any\n"



def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Optional[str] = None) -> str:
    version = _version()
    info = f"{NAME}-{version}.dist-info"
    files: Dict[str, bytes] = {f"{NAME}/{path.name}": path.read_bytes() for path in _sources()}
    files[f"{info}/METADATA"] = _metadata(version)
    files[f"{info}/WHEEL"] = WHEEL.encode()
    files[f"{info}/licenses/LICENSE"] = _license()
    record = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    wheel = f"{NAME}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return wheel


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    version = _version()
    base = f"{NAME}-{version}"
    copied = ["pyproject.toml", "README.md", "packaging/wheel_backend.py"]
    files = {path: (ROOT / path).read_bytes() for path in copied}
    files.update({f"src/{NAME}/{source.name}": source.read_bytes() for source in _sources()})
    files.update({"LICENSE": _license(), "PKG-INFO": _metadata(version)})
    with open(Path(sdist_directory) / f"{base}.tar.gz", "wb") as file:
        with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
            for name, content in files.items():
                entry = tarfile.TarInfo(f"{base}/{name}")
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
    return f"{base}.tar.gz"


def _sources() -> List[Path]:
    folder = ROOT / "src" / NAME
    return sorted(path for path in folder.iterdir() if path.suffix == ".py" or path.name == "py.typed")


def _license() -> bytes:
    """In the repository, one file is for all packages. In a source archive, it is next to pyproject.toml."""
    own = ROOT / "LICENSE"
    return (own if own.exists() else ROOT.parent.parent / "LICENSE").read_bytes()


def _metadata(version: str) -> bytes:
    tables = _tables()
    project = tables["project"]
    lines = [
        # Newer fields of the license need 2.4, which the twine of older systems refuses.
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {version}",
        f"Summary: {project['description']}",
        f"Author: {tables['project.authors']['name']}",
        f"License: {project['license']}",
        f"Requires-Python: {project['requires-python']}",
        f"Keywords: {','.join(project['keywords'])}",
        *[f"Classifier: {name}" for name in project["classifiers"]],
        "Description-Content-Type: text/markdown",
        "",
        (ROOT / project["readme"]).read_text("utf-8"),
    ]
    return "\n".join(lines).encode()


def _tables() -> Dict[str, Dict[str, Any]]:
    """The tables of pyproject.toml. Python has a parser for TOML since 3.11 only."""
    tables: Dict[str, Dict[str, Any]] = {}
    table: Dict[str, Any] = {}
    for line in (ROOT / "pyproject.toml").read_text("utf-8").splitlines():
        if line.startswith("["):
            table = tables.setdefault(line.strip("[]"), {})
        elif " = " in line:
            name, value = line.split(" = ", 1)
            table[name] = json.loads(value)
    return tables


def _version() -> str:
    found = re.search(r'"(.+)"', (ROOT / "src" / NAME / "_version.py").read_text("utf-8"))
    assert found is not None
    return found[1]


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]), build_sdist(sys.argv[1]))
