"""Printing: every printed form means what the formula means, read back by other readers."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros.quantity import Formula, parse_formula

from .strategies import NAMES, arithmetic, numbers, predicates

ASCII = str.maketrans({"×": "*", "÷": "/", "−": "-", "≤": "<=", "≥": ">=", "≠": "!=", "=": "==", "^": "**"})
FENCES = {"|": "abs(", "⌊": "floor(", "⌈": "ceil(", "(": "("}
FUNCTIONS = {
    "min": min,
    "max": max,
    "abs": abs,
    "floor": math.floor,
    "ceil": math.ceil,
    "sqrt": math.sqrt,
}


def shape(formula: Formula) -> str:
    """Return the tree without the columns."""
    return re.sub(r"column=\d+, ", "", repr(formula.root))


def linear(element: ET.Element) -> str:
    """Read a MathML element as a formula text, grouping only as the marks on paper group."""
    parts = [linear(child) for child in element]
    match element.tag.rpartition("}")[2]:
        case "mn" | "mi":
            return element.text or ""
        case "mo":
            return f" {(element.text or '').translate(ASCII)} "
        case "mfrac":
            return f"(({parts[0]}) / ({parts[1]}))"
        case "msup":
            return f"{parts[0]} ** ({parts[1]})"
        case "msqrt":
            return f"sqrt({''.join(parts)})"
    opening = element[0].text if len(element) and element[0].tag.endswith("mo") else None
    if opening in FENCES:
        return f"{FENCES[opening]}{''.join(parts[1:-1])})"
    return "".join(parts)


@settings(max_examples=300)
@given(arithmetic | predicates)
def test_plain_text_reads_back(text: str) -> None:
    """The plain text, with its signs put back, has the same tree."""
    formula = parse_formula(text)
    assert shape(parse_formula(formula.readable().translate(ASCII))) == shape(formula)


@settings(max_examples=300)
@given(arithmetic | predicates)
def test_mathml_reads_back(text: str) -> None:
    """The MathML, where a bar and a raised exponent group, has the same tree."""
    formula = parse_formula(text)
    printed = formula.mathml()
    element = ET.fromstring(printed)  # noqa: S314 - text of our own
    assert element.get("alttext") == formula.readable()
    assert shape(parse_formula(linear(element).strip())) == shape(formula)
    assert formula.mathml() == printed


def python_value(text: str, inputs: dict[str, float]) -> float | bool | None:
    """Return what Python's floats make of a formula, None for no value."""
    try:
        value = eval(text, {"__builtins__": {}}, {**FUNCTIONS, **inputs})  # noqa: S307 - text of our own
    except (ArithmeticError, ValueError, TypeError):
        return None
    return value if isinstance(value, (bool, int, float)) and math.isfinite(value) else None


@pytest.mark.skipif(shutil.which("node") is None, reason="no JavaScript engine here")
@settings(max_examples=8, deadline=None)
@given(
    st.lists(arithmetic | predicates, min_size=60, max_size=60),
    st.lists(numbers, min_size=3, max_size=3),
)
def test_javascript_computes_the_same(texts: list[str], written: list[str]) -> None:
    """A JavaScript engine makes of the printed expression what Python's floats make of the text."""
    inputs = dict(zip(NAMES, map(float, written), strict=True))
    expected = {text: python_value(text, inputs) for text in texts}
    expressions = {text: parse_formula(text).javascript() for text in texts}
    listing = ",".join(f"{json.dumps(text)}: () => {code}" for text, code in expressions.items())
    script = (
        f'"use strict"; const inputs = {json.dumps(inputs)}; const all = {{{listing}}};'
        "const values = Object.entries(all).map(([text, compute]) => [text, compute()]);"
        "console.log(JSON.stringify(Object.fromEntries(values)));"
    )
    run = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)  # noqa: S607
    for text, value in json.loads(run.stdout).items():
        if isinstance(expected[text], bool):
            assert value is expected[text], text
        elif expected[text] is not None:
            assert value == pytest.approx(expected[text], rel=1e-9, abs=1e-9), text


@pytest.mark.parametrize(
    ("text", "script", "plain"),
    [
        ("-x ** 2", "-Math.pow(inputs.x, 2)", "−x^2"),
        ("(-x) ** 2", "Math.pow(-inputs.x, 2)", "(−x)^2"),
        ("a - (b - c)", "inputs.a - (inputs.b - inputs.c)", "a − (b − c)"),
        ("a / (b * c)", "inputs.a / (inputs.b * inputs.c)", "a ÷ (b × c)"),
        ("a * b / c", "inputs.a * inputs.b / inputs.c", "a × b ÷ c"),
        ("(a + b) * c", "(inputs.a + inputs.b) * inputs.c", "(a + b) × c"),
        ("a - -b", "inputs.a - (-inputs.b)", "a − (−b)"),
        ("a ** b ** c", "Math.pow(inputs.a, Math.pow(inputs.b, inputs.c))", "a^(b^c)"),
        (
            "g * (floor(k / g) + 1)",
            "inputs.g * (Math.floor(inputs.k / inputs.g) + 1)",
            "g × (floor(k ÷ g) + 1)",
        ),
        ("0.95 <= r <= 1.05", "(0.95 <= inputs.r && inputs.r <= 1.05)", "0.95 ≤ r ≤ 1.05"),
        (
            "not (a < b or c == d)",
            "!(inputs.a < inputs.b || inputs.c === inputs.d)",
            "not (a < b or c = d)",
        ),
    ],
)
def test_printed_forms(text: str, script: str, plain: str) -> None:
    """Parentheses stand where they are needed, and nowhere else."""
    assert (parse_formula(text).javascript(), parse_formula(text).readable()) == (script, plain)


def test_mathml_by_example() -> None:
    """A quotient is a fraction, a function of one argument has its fences, a root its bar."""
    assert parse_formula("floor(a / 2) + sqrt(b)").mathml() == (
        '<math xmlns="http://www.w3.org/1998/Math/MathML" alttext="floor(a ÷ 2) + sqrt(b)"><mrow>'
        "<mrow><mo>⌊</mo><mfrac><mi>a</mi><mn>2</mn></mfrac><mo>⌋</mo></mrow>"
        "<mo>+</mo><msqrt><mi>b</mi></msqrt></mrow></math>"
    )
