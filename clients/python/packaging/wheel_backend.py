"""Builds the wheel and the source archive with the standard library, so that building needs no network (PEP 517)."""

import base64
import hashlib
import io
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

METADATA = """Metadata-Version: 2.1
Name: byhand
Version: {version}
Summary: Python client of Byhand: survey checks of data frames and files, session reports, survey jobs, webhooks
License: Apache-2.0
Requires-Python: >=3.9
Classifier: Typing :: Typed
Classifier: Programming Language :: Python :: 3
Classifier: License :: OSI Approved :: Apache Software License
Description-Content-Type: text/markdown

{readme}"""

WHEEL = "Wheel-Version: 1.0\nGenerator: byhand\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Optional[str] = None) -> str:
    version = _version()
    info = f"{NAME}-{version}.dist-info"
    files: Dict[str, bytes] = {f"{NAME}/{path.name}": path.read_bytes() for path in _sources()}
    files[f"{info}/METADATA"] = _metadata(version)
    files[f"{info}/WHEEL"] = WHEEL.encode()
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
    with tarfile.open(Path(sdist_directory) / f"{base}.tar.gz", "w:gz") as archive:
        for path in ["pyproject.toml", "README.md", "packaging/wheel_backend.py"]:
            archive.add(ROOT / path, f"{base}/{path}")
        for source in _sources():
            archive.add(source, f"{base}/src/{NAME}/{source.name}")
        info = tarfile.TarInfo(f"{base}/PKG-INFO")
        content = _metadata(version)
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))
    return f"{base}.tar.gz"


def _sources() -> List[Path]:
    folder = ROOT / "src" / NAME
    return sorted(path for path in folder.iterdir() if path.suffix == ".py" or path.name == "py.typed")


def _metadata(version: str) -> bytes:
    return METADATA.format(version=version, readme=(ROOT / "README.md").read_text("utf-8")).encode()


def _version() -> str:
    found = re.search(r'"(.+)"', (ROOT / "src" / NAME / "_version.py").read_text("utf-8"))
    assert found is not None
    return found[1]


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
