"""The value of a formula tree for given quantities: nominal, interval, unit, digits; or its truth.

It must not know formula text or how a formula is printed.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from macros.quantity import formula_tree as tree
from macros.quantity.errors import QuantityError
from macros.quantity.number import round_significant
from macros.quantity.span import Span, compare
from macros.quantity.unit import PLAIN, Unit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.quantity.number import Interval
    from macros.quantity.quantity import Quantity
    from macros.quantity.unit_table import UnitTable

_DIGITS_SHOWN_WHOLE = 12
_DIGITS_OF_EXACT_FRACTION = 6
_MOST_DIGITS_OF_A_SUM = 28


@dataclass(frozen=True, slots=True)
class Result:
    """What a formula computes.

    `nominal` comes from the nominal inputs; the true value lies in `interval` if every input's
    does.
    `significant_digits` is the least among the inputs that are not exact, None if all are. `is_sum` says that
    the last step was a sum or a difference, whose digits end at a place rather than after a count.
    """

    nominal: Decimal
    interval: Interval
    unit: Unit | None
    significant_digits: int | None
    is_sum: bool = False

    def converted_to(self, unit: Unit | None) -> Result:
        """Return the value in another unit; raises QuantityError, naming both, if it has none."""
        wanted = unit or PLAIN
        factor = (self.unit or PLAIN).exact_factor_to(wanted)
        span = Span.of(self.nominal, self.interval).scaled(factor)
        return Result(span.nominal_decimal, span.interval, unit, self.significant_digits, self.is_sum)


@dataclass(frozen=True, slots=True)
class Truth:
    """Whether a predicate holds at the nominal inputs, and over all that the inputs may be.

    `always` is True if it holds for all values, False if for none, None if that depends. Each place
    in the formula is taken as independent, so None may be said where a finer look would decide.
    """

    nominal: bool
    always: bool | None

    @property
    def is_fragile(self) -> bool:
        """Whether a value that the inputs may have decides otherwise than the nominal one."""
        return self.always is None


class _Value(NamedTuple):
    span: Span
    unit: Unit


class Evaluation:
    """One evaluation of trees over one set of inputs."""

    def __init__(self, inputs: Mapping[str, Quantity], units: UnitTable) -> None:
        """Keep the inputs; the table combines units and remembers how."""
        self._inputs = inputs
        self._units = units

    def compute(self, node: tree.Arithmetic) -> Result:
        """Return the value of an arithmetic tree; raises QuantityError where it has none."""
        span, unit = self._value(node)
        counted = [
            self._inputs[name].number.significant_digits
            for name in tree.names_in(node)
            if not self._inputs[name].number.is_exact
        ]
        return Result(
            span.nominal_decimal,
            span.interval,
            unit if unit.text else None,
            min(counted, default=None),
            isinstance(node, tree.Operation) and node.operator in {"+", "-"},
        )

    def decide(self, node: tree.Predicate) -> Truth:
        """Return the truth of a predicate; every part is evaluated, an error in any is raised."""
        match node:
            case tree.Comparison():
                return self._comparison(node)
            case tree.Negation(part=part):
                truth = self.decide(part)
                return Truth(not truth.nominal, None if truth.always is None else not truth.always)
            case tree.Connection(word=word, parts=parts):
                return _connected(word, [self.decide(part) for part in parts])

    def _comparison(self, node: tree.Comparison) -> Truth:
        values = [self._value(part) for part in node.operands]
        truths = []
        for operator, left, right in zip(node.operators, values, values[1:], strict=False):
            span = self._in_unit_of(left, right, operator, node.column)
            truths.append(Truth(*compare(operator, left.span, span)))
        return _connected("and", truths)

    def _in_unit_of(self, left: _Value, right: _Value, operator: str, column: int) -> Span:
        """Return the right operand in the left one's unit, for an operator that needs one unit."""
        if left.unit is right.unit:
            return right.span
        if not left.unit.same_dimension(right.unit):
            found = f"{left.unit.described} {operator} {right.unit.described}"
            raise QuantityError(found, f"units of one kind on both sides of {operator}", column)
        return right.span.scaled(right.unit.exact_factor_to(left.unit))

    def _value(self, node: tree.Arithmetic) -> _Value:
        try:
            match node:
                case tree.Literal(value=value):
                    return _Value(Span.point(value), PLAIN)
                case tree.Name(name=name):
                    return self._input(name)
                case tree.Negative(operand=operand):
                    span, unit = self._value(operand)
                    return _Value(-span, unit)
                case tree.Operation():
                    return self._operation(node)
                case tree.Call():
                    return self._call(node)
        except QuantityError as error:
            raise error.at(node.column) from None

    def _input(self, name: str) -> _Value:
        quantity = self._inputs.get(name)
        if quantity is None:
            raise QuantityError(name, "a name among the inputs " + " ".join(sorted(self._inputs)))
        return _Value(Span.of(quantity.number.nominal, quantity.number.interval), quantity.unit or PLAIN)

    def _operation(self, node: tree.Operation) -> _Value:
        left, right = self._value(node.left), self._value(node.right)
        match node.operator:
            case "+":
                return _Value(left.span + self._in_unit_of(left, right, "+", node.column), left.unit)
            case "-":
                return _Value(left.span - self._in_unit_of(left, right, "-", node.column), left.unit)
            case "*":
                unit, factor = self._units.product(left.unit, right.unit)
                return _Value((left.span * right.span).scaled(factor), unit)
            case "/":
                unit, factor = self._units.quotient(left.unit, right.unit)
                return _Value((left.span / right.span).scaled(factor), unit)
        exponent = _whole_exponent(right, node.right.column)
        unit, factor = (left.unit**exponent).reduced()
        return _Value(left.span.power(exponent).scaled(factor), unit)

    def _call(self, node: tree.Call) -> _Value:
        first, *others = [self._value(part) for part in node.arguments]
        span, unit = first
        match node.function:
            case "min":
                spans = [self._in_unit_of(first, other, "min", node.column) for other in others]
                return _Value(reduce(Span.minimum, spans, span), unit)
            case "max":
                spans = [self._in_unit_of(first, other, "max", node.column) for other in others]
                return _Value(reduce(Span.maximum, spans, span), unit)
            case "abs":
                return _Value(span.absolute(), unit)
            case "floor":
                return _Value(span.floor(), unit)
            case "ceil":
                return _Value(span.ceil(), unit)
        if unit.is_dimensionless:
            return _Value(span.scaled(unit.scale).root(), PLAIN)
        return _Value(span.root(), unit.root())


def _whole_exponent(value: _Value, column: int) -> int:
    if not value.unit.is_dimensionless:
        raise QuantityError(f"an exponent in {value.unit.text}", "an exponent without a unit", column)
    span = value.span.scaled(value.unit.scale)
    if not span.is_point or span.nominal.denominator != 1:
        raise QuantityError("an exponent that is not one whole number", "a whole, exact exponent", column)
    return int(span.nominal)


def _connected(word: str, truths: list[Truth]) -> Truth:
    """Join truths in Kleene's three-valued logic: one decided part can decide the whole."""
    deciding = word == "or"
    nominal = any(truth.nominal for truth in truths) if deciding else all(truth.nominal for truth in truths)
    if any(truth.always is deciding for truth in truths):
        return Truth(nominal, deciding)
    undecided = any(truth.always is None for truth in truths)
    return Truth(nominal, None if undecided else not deciding)


def rounded(result: Result) -> str:
    """Write the nominal value with the digits that its inputs support.

    A result of exact inputs is written whole if it is an integer or needs at most 12 digits, and
    with 6 significant digits otherwise.
    """
    if result.significant_digits is not None:
        return round_significant(result.nominal, _supported(result, result.significant_digits))
    value = result.nominal
    if value == value.to_integral_value():
        return format(value.to_integral_value(), "f")
    plain = value.normalize()
    if len(plain.as_tuple().digits) <= _DIGITS_SHOWN_WHOLE:
        return format(plain, "f")
    return round_significant(value, _DIGITS_OF_EXACT_FRACTION)


def _supported(result: Result, least: int) -> int:
    """Return how many digits the interval bears: a sum ends at the place of its coarsest term.

    Half a unit of the last place is what a written number leaves open, so the last place of a sum is the
    finest of which the interval reaches less than five units: 42.16 − 41.94 is 0.22, and 112 − 1 is 111. A
    product keeps ``least``, the digits of its coarsest factor, unless ten units of that place are open.
    """
    ends = [end for end in (result.interval.low, result.interval.high) if end.is_finite()]
    if not ends or not result.nominal:
        return least
    reach = min(abs(end - result.nominal) for end in ends)
    digits = _MOST_DIGITS_OF_A_SUM if result.is_sum else least
    open_units = 5 if result.is_sum else 10
    first = result.nominal.adjusted()
    while digits > 1 and reach >= Decimal(open_units).scaleb(first - digits + 1):
        digits -= 1
    return digits
