"""Reads a data frame, rows, or a file of survey responses as a table of text."""

import csv
import io
import os
import re
import sys
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence

Columns = Dict[str, List[Any]]

DELIMITERS = ",;\t"
# Enough rows for the service to see which columns hold answers.
SAMPLE_ROWS = 2_000
# Python's own limit is 131,072 characters; a typing history can be longer.
LONGEST_CELL = 2**31 - 1


NULLABLE = (
    (re.compile("byhand_(flagged|error)"), "boolean"),
    (re.compile(r"byhand_(num_checks_failed|q\d+_(effort|group))"), "Int64"),
)


class Table(NamedTuple):
    name: str
    header: List[str]
    # None: no value.
    rows: List[List[Optional[str]]]
    # The data with additional columns, in its original form.
    extended: Callable[[Columns], Any]


def open_table(data: Any, encoding: str) -> Table:
    if isinstance(data, (str, os.PathLike)):
        return _of_file(Path(data), encoding)
    if hasattr(data, "columns") and hasattr(data, "assign") and hasattr(data, "iloc"):
        return _of_frame(data)
    if isinstance(data, Sequence) and all(isinstance(row, Mapping) for row in data):
        return _of_rows(data)
    raise TypeError("data must be a pandas data frame, a list of dictionaries, or the path of a CSV file")


def sample_file(table: Table) -> bytes:
    """The first rows as CSV."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(table.header)
    writer.writerows(table.rows[:SAMPLE_ROWS])
    return text.getvalue().encode("utf-8", "replace")


def cell_text(value: Any) -> Optional[str]:
    """None for the empty values of Python and of pandas. Whole numbers have no decimals, as in a file."""
    if value is None or isinstance(value, str):
        return value
    try:
        if value != value:
            return None
    except (TypeError, ValueError):
        return None  # pandas.NA has no truth value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _of_frame(frame: Any) -> Table:
    header = _distinct([str(name) for name in frame.columns])
    columns = [[cell_text(value) for value in frame.iloc[:, at].tolist()] for at in range(len(header))]
    rows = [list(row) for row in zip(*columns)]
    return Table("frame.csv", header, rows, lambda added: frame.assign(**_nullable(added)))


def _nullable(columns: Columns) -> Dict[str, Any]:
    """With the usual types of pandas, one row without answers would make objects of booleans and floats of integers."""
    pandas = sys.modules.get("pandas")
    if pandas is None:
        return dict(columns)
    dtypes = {name: next((dtype for known, dtype in NULLABLE if known.fullmatch(name)), None) for name in columns}
    return {name: pandas.array(values, dtype=dtypes[name]) if dtypes[name] else values for name, values in columns.items()}


def _of_rows(data: Sequence[Mapping[str, Any]]) -> Table:
    header = list(dict.fromkeys(str(name) for row in data for name in row))
    rows = [[cell_text(row.get(name)) for name in header] for row in data]
    return Table("rows.csv", header, rows, lambda added: _with_columns(data, added))


def _of_file(path: Path, encoding: str) -> Table:
    if path.suffix.lower() not in (".csv", ".tsv", ".txt"):
        raise ValueError(f"{path.name} is not a CSV file. Read it with pandas, and pass the data frame")
    try:
        text = path.read_bytes().decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(f'{path.name} is not {encoding}. Name its encoding, such as "windows-1252"') from error
    text = text.lstrip("\ufeff")
    first = text.split("\n", 1)[0]
    delimiter = max(DELIMITERS, key=lambda one: len(next(csv.reader([first], delimiter=one), [])))
    csv.field_size_limit(LONGEST_CELL)
    records = [record for record in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if record]
    if not records:
        raise ValueError(f"{path.name} is empty")
    header = _distinct(records[0])
    for number, record in enumerate(records[1:], 1):
        if len(record) > len(header):
            raise ValueError(f"{path.name}: row {number} has {len(record)} cells, but the header has {len(header)}")
    rows: List[List[Optional[str]]] = [
        [*record, *[""] * (len(header) - len(record))] for record in records[1:]
    ]
    given = [dict(zip(header, row)) for row in rows]
    return Table(path.name, header, rows, lambda added: _with_columns(given, added))


def _with_columns(rows: Sequence[Mapping[str, Any]], added: Columns) -> List[Dict[str, Any]]:
    return [{**row, **{name: values[at] for name, values in added.items()}} for at, row in enumerate(rows)]


def _distinct(names: Sequence[str]) -> List[str]:
    """Names of columns, with a number after those that repeat."""
    seen: Dict[str, int] = {}
    distinct = []
    for name in names:
        count = seen.get(name, 0)
        seen[name] = count + 1
        distinct.append(f"{name}.{count}" if count else name)
    return distinct
