"""The tree of a formula and the parser that makes it.

Python's own parser reads the text; only the arithmetic, comparisons and functions named here are
taken over, each with its column. It must not know values, units or how a formula is printed.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass
from fractions import Fraction

from macros.quantity.errors import QuantityError

LONGEST_FORMULA = 500
DEEPEST_FORMULA = 64
DEEPEST_PARENTHESES = 40

FUNCTIONS = {
    "min": (2, 20),
    "max": (2, 20),
    "abs": (1, 1),
    "floor": (1, 1),
    "ceil": (1, 1),
    "sqrt": (1, 1),
}
"""Each function with the least and the most arguments it takes."""

_TOKEN = re.compile(
    r"(?P<number>(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?(?![A-Za-z0-9_.]))"
    r"|(?P<name>[A-Za-z][A-Za-z0-9_]*(?![A-Za-z0-9_]))"
    r"|(?P<operator>\*\*|<=|>=|==|!=|[-+*/<>(),])"
    r"|(?P<space> +)"
)
_ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_EXPECTED = "numbers, names, + - * / **, comparisons, and, or, not, and the functions " + " ".join(FUNCTIONS)


@dataclass(frozen=True, slots=True)
class Literal:
    """A number in the formula: exact, dimensionless."""

    column: int
    text: str
    value: Fraction


@dataclass(frozen=True, slots=True)
class Name:
    """An input."""

    column: int
    name: str


@dataclass(frozen=True, slots=True)
class Negative:
    """Minus something."""

    column: int
    operand: Arithmetic


@dataclass(frozen=True, slots=True)
class Operation:
    """Two operands and one of + - * / **."""

    column: int
    operator: str
    left: Arithmetic
    right: Arithmetic


@dataclass(frozen=True, slots=True)
class Call:
    """A function of its arguments."""

    column: int
    function: str
    arguments: tuple[Arithmetic, ...]


Arithmetic = Literal | Name | Negative | Operation | Call


@dataclass(frozen=True, slots=True)
class Comparison:
    """A chain such as `0.95 <= ratio <= 1.05`: one operand more than operators."""

    column: int
    operators: tuple[str, ...]
    operands: tuple[Arithmetic, ...]


@dataclass(frozen=True, slots=True)
class Connection:
    """Predicates joined by `and` or by `or`."""

    column: int
    word: str
    parts: tuple[Predicate, ...]


@dataclass(frozen=True, slots=True)
class Negation:
    """The opposite of a predicate."""

    column: int
    part: Predicate


Predicate = Comparison | Connection | Negation
Node = Arithmetic | Predicate


def _check_characters(text: str) -> None:
    """Refuse everything but our tokens before Python's parser sees it."""
    if len(text) > LONGEST_FORMULA:
        raise QuantityError(text, f"a formula of at most {LONGEST_FORMULA} characters")
    position = depth = 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None:
            raise QuantityError(text[position:], _EXPECTED, position + 1)
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if depth > DEEPEST_PARENTHESES:
            raise QuantityError(text, f"at most {DEEPEST_PARENTHESES} nested parentheses", position + 1)
        position = token.end()


def _python_tree(text: str) -> ast.expr:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text, mode="eval").body
    except SyntaxError as error:
        raise QuantityError(text, f"a complete formula ({error.msg})", error.offset or 1) from None
    except (ValueError, RecursionError, MemoryError):
        raise QuantityError(text, "a formula of ordinary depth") from None


class _Reader:
    """Turns Python's nodes into ours; keeps the text for numbers as written."""

    def __init__(self, text: str, indent: int) -> None:
        self.text = text
        self.indent = indent

    def column(self, node: ast.expr) -> int:
        return self.indent + node.col_offset + 1

    def refusal(self, node: ast.expr, expected: str) -> QuantityError:
        found = self.text[node.col_offset : node.end_col_offset]
        return QuantityError(found, expected, self.column(node))

    def check_depth(self, node: ast.expr, depth: int) -> None:
        if depth > DEEPEST_FORMULA:
            raise self.refusal(node, f"a formula of at most {DEEPEST_FORMULA} levels")

    def formula(self, node: ast.expr) -> Node:
        if isinstance(node, (ast.Compare, ast.BoolOp)) or self.is_not(node):
            return self.predicate(node, 1)
        return self.arithmetic(node, 1)

    @staticmethod
    def is_not(node: ast.expr) -> bool:
        return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)

    def predicate(self, node: ast.expr, depth: int) -> Predicate:
        self.check_depth(node, depth)
        column = self.column(node)
        match node:
            case ast.Compare():
                if any(type(operator) not in _COMPARISONS for operator in node.ops):
                    raise self.refusal(node, "one of < <= > >= == !=")
                operators = tuple(_COMPARISONS[type(operator)] for operator in node.ops)
                operands = (node.left, *node.comparators)
                return Comparison(
                    column, operators, tuple(self.arithmetic(part, depth + 1) for part in operands)
                )
            case ast.BoolOp():
                word = "and" if isinstance(node.op, ast.And) else "or"
                return Connection(
                    column, word, tuple(self.predicate(part, depth + 1) for part in node.values)
                )
            case ast.UnaryOp(op=ast.Not()):
                return Negation(column, self.predicate(node.operand, depth + 1))
        raise self.refusal(node, "a comparison")

    def arithmetic(self, node: ast.expr, depth: int) -> Arithmetic:
        self.check_depth(node, depth)
        column = self.column(node)
        match node:
            case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
                written = self.text[node.col_offset : node.end_col_offset]
                return Literal(column, written, Fraction(written))
            case ast.Name():
                return self.name(node)
            case ast.UnaryOp(op=ast.USub()):
                return Negative(column, self.arithmetic(node.operand, depth + 1))
            case ast.UnaryOp(op=ast.UAdd()):
                return self.arithmetic(node.operand, depth + 1)
            case ast.BinOp() if type(node.op) in _ARITHMETIC:
                left = self.arithmetic(node.left, depth + 1)
                return Operation(
                    column, _ARITHMETIC[type(node.op)], left, self.arithmetic(node.right, depth + 1)
                )
            case ast.Call(func=ast.Name()):
                return self.call(node, depth)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp():
                raise self.refusal(node, "a number, not a comparison")
        raise self.refusal(node, _EXPECTED)

    def name(self, node: ast.Name) -> Name:
        if node.id in FUNCTIONS:
            raise self.refusal(node, f"arguments in parentheses after the function {node.id}")
        return Name(self.column(node), node.id)

    def call(self, node: ast.Call, depth: int) -> Call:
        function = node.func.id if isinstance(node.func, ast.Name) else ""
        if function not in FUNCTIONS:
            raise self.refusal(node, "one of the functions " + " ".join(FUNCTIONS))
        least, most = FUNCTIONS[function]
        if node.keywords or not least <= len(node.args) <= most:
            wanted = "one argument" if most == 1 else f"{least} to {most} arguments"
            raise self.refusal(node, f"{wanted} for {function}")
        return Call(
            self.column(node),
            function,
            tuple(self.arithmetic(part, depth + 1) for part in node.args),
        )


def parse_tree(text: str) -> Node:
    """Return the tree of a formula; raises QuantityError, with the column, for anything else."""
    _check_characters(text)
    stripped = text.lstrip(" ")
    indent = len(text) - len(stripped)
    if not stripped:
        raise QuantityError(text, "a formula")
    try:
        body = _python_tree(stripped)
    except QuantityError as error:
        raise QuantityError(text, error.expected, (error.column or 1) + indent) from None
    return _Reader(stripped, indent).formula(body)


def names_in(node: Node) -> frozenset[str]:
    """Return the names of the inputs that a tree uses."""
    match node:
        case Name(name=name):
            return frozenset({name})
        case Literal():
            return frozenset()
        case Negative(operand=part) | Negation(part=part):
            return names_in(part)
        case Operation(left=left, right=right):
            return names_in(left) | names_in(right)
        case Call(arguments=parts) | Comparison(operands=parts):
            return frozenset().union(*(names_in(part) for part in parts))
        case Connection(parts=predicates):
            return frozenset().union(*(names_in(part) for part in predicates))
