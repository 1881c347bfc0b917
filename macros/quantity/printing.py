"""A formula tree printed as JavaScript, MathML and plain text, with no needless parentheses.

It must not know values, units or formula text.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

from macros.quantity import formula_tree as tree

_NAMESPACE = "http://www.w3.org/1998/Math/MathML"
_OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(9)

_PRECEDENCE = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "**": _POWER}
_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷", "**": "^"}
_MINUS = _SIGNS["-"]
_RELATIONS = {"<": "<", "<=": "≤", ">": ">", ">=": "≥", "==": "=", "!=": "≠"}
_STRICT = {"==": "===", "!=": "!=="}
_FENCES = {"abs": ("|", "|"), "floor": ("⌊", "⌋"), "ceil": ("⌈", "⌉")}


def _precedence(node: tree.Node) -> int:
    match node:
        case tree.Operation(operator=operator):
            return _PRECEDENCE[operator]
        case tree.Negative():
            return _SIGN
        case tree.Comparison():
            return _COMPARISON
        case tree.Negation():
            return _NOT
        case tree.Connection(word=word):
            return _AND if word == "and" else _OR
        case _:
            return _ATOM


def _operand_levels(node: tree.Operation) -> tuple[int, int]:
    """Return the precedences that the operands need to stand without parentheses."""
    level = _PRECEDENCE[node.operator]
    if node.operator == "**":
        return _ATOM, _ATOM
    # Equal operators group to the left; a sign straight after an operator reads badly.
    return level, _ATOM if _starts_with_sign(node.right) else level + 1


def _starts_with_sign(node: tree.Node) -> bool:
    if isinstance(node, tree.Operation):
        return node.operator != "**" and _starts_with_sign(node.left)
    return isinstance(node, tree.Negative)


def javascript(node: tree.Node) -> str:
    """Print a JavaScript expression over an object `inputs`, with Math.pow for powers."""
    match node:
        case tree.Literal(text=text):
            return text
        case tree.Name(name=name):
            return f"inputs.{name}"
        case tree.Negative(operand=operand):
            return f"-{_script(operand, _POWER)}"
        case tree.Operation(operator="**", left=left, right=right):
            return f"Math.pow({javascript(left)}, {javascript(right)})"
        case tree.Operation(operator=operator, left=left, right=right):
            before, after = _operand_levels(node)
            return f"{_script(left, before)} {operator} {_script(right, after)}"
        case tree.Call(function=function, arguments=arguments):
            return f"Math.{function}({', '.join(javascript(part) for part in arguments)})"
        case tree.Comparison(operators=operators, operands=operands):
            texts = [_script(operand, _SUM) for operand in operands]
            pairs = zip(texts, operators, texts[1:], strict=False)
            parts = [f"{left} {_STRICT.get(operator, operator)} {right}" for left, operator, right in pairs]
            return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"
        case tree.Connection(word=word, parts=parts):
            return (" && " if word == "and" else " || ").join(_script(part, _NOT) for part in parts)
        case tree.Negation(part=part):
            return f"!({javascript(part)})"


def _script(node: tree.Node, level: int) -> str:
    text = javascript(node)
    bare = isinstance(node, tree.Operation) and node.operator == "**"
    return text if bare or _precedence(node) >= level else f"({text})"


def readable(node: tree.Node) -> str:
    """Print plain text with × ÷ − ≤ ≥ = ≠ and ^ for powers."""
    match node:
        case tree.Literal(text=text):
            return text
        case tree.Name(name=name):
            return name
        case tree.Negative(operand=operand):
            return f"{_MINUS}{_plain(operand, _POWER)}"
        case tree.Operation(operator=operator, left=left, right=right):
            before, after = _operand_levels(node)
            space = "" if operator == "**" else " "
            return f"{_plain(left, before)}{space}{_SIGNS[operator]}{space}{_plain(right, after)}"
        case tree.Call(function=function, arguments=arguments):
            return f"{function}({', '.join(readable(part) for part in arguments)})"
        case tree.Comparison(operators=operators, operands=operands):
            first, *others = [_plain(operand, _SUM) for operand in operands]
            pairs = zip(operators, others, strict=True)
            return first + "".join(f" {_RELATIONS[operator]} {other}" for operator, other in pairs)
        case tree.Connection(word=word, parts=parts):
            return f" {word} ".join(_plain(part, _NOT) for part in parts)
        case tree.Negation(part=part):
            return f"not {_plain(part, _ATOM)}"


def _plain(node: tree.Node, level: int) -> str:
    text = readable(node)
    return text if _precedence(node) >= level else f"({text})"


def mathml(node: tree.Node) -> str:
    """Print a MathML Core element with the plain text as its alternative."""
    root = ET.Element("math", {"xmlns": _NAMESPACE, "alttext": readable(node)})
    root.append(_row(_parts(node)))
    return ET.tostring(root, encoding="unicode")


def _leaf(tag: str, text: str) -> ET.Element:
    element = ET.Element(tag)
    element.text = text
    return element


def _sign(text: str) -> ET.Element:
    return _leaf("mo", text)


def _row(parts: list[ET.Element]) -> ET.Element:
    if len(parts) == 1:
        return parts[0]
    row = ET.Element("mrow")
    row.extend(parts)
    return row


def _pair(tag: str, first: ET.Element, second: ET.Element) -> ET.Element:
    element = ET.Element(tag)
    element.extend((first, second))
    return element


def _fenced(before: str, parts: list[ET.Element], after: str) -> ET.Element:
    return _row([_sign(before), *parts, _sign(after)])


def _enclosed(node: tree.Node, level: int) -> list[ET.Element]:
    """Return an operand, in parentheses if it binds too loosely; a fraction bar groups too."""
    is_fraction = isinstance(node, tree.Operation) and node.operator == "/"
    binding = _POWER if is_fraction else _precedence(node)
    return _parts(node) if binding >= level else [_fenced("(", _parts(node), ")")]


def _joined(operands: list[list[ET.Element]], signs: list[str]) -> list[ET.Element]:
    parts = list(operands[0])
    for sign, operand in zip(signs, operands[1:], strict=True):
        parts.append(_sign(sign))
        parts.extend(operand)
    return parts


def _parts(node: tree.Node) -> list[ET.Element]:
    match node:
        case tree.Literal(text=text):
            return [_leaf("mn", text)]
        case tree.Name(name=name):
            return [_leaf("mi", name)]
        case tree.Negative(operand=operand):
            return [_sign(_MINUS), *_enclosed(operand, _POWER)]
        case tree.Operation():
            return _operation_parts(node)
        case tree.Call():
            return [_call_element(node)]
        case tree.Comparison(operators=operators, operands=operands):
            signs = [_RELATIONS[operator] for operator in operators]
            return _joined([_enclosed(operand, _SUM) for operand in operands], signs)
        case tree.Connection(word=word, parts=parts):
            operands_of_word = [_enclosed(part, _NOT) for part in parts]
            return _joined(operands_of_word, [word] * (len(parts) - 1))
        case tree.Negation(part=part):
            return [_sign("not"), *_enclosed(part, _ATOM)]


def _operation_parts(node: tree.Operation) -> list[ET.Element]:
    if node.operator == "/":
        return [_pair("mfrac", _row(_parts(node.left)), _row(_parts(node.right)))]
    if node.operator == "**":
        return [_pair("msup", _row(_enclosed(node.left, _ATOM)), _row(_parts(node.right)))]
    before, after = _operand_levels(node)
    return _joined([_enclosed(node.left, before), _enclosed(node.right, after)], [_SIGNS[node.operator]])


def _call_element(node: tree.Call) -> ET.Element:
    if node.function == "sqrt":
        root = ET.Element("msqrt")
        root.extend(_parts(node.arguments[0]))
        return root
    if node.function in _FENCES:
        before, after = _FENCES[node.function]
        return _fenced(before, _parts(node.arguments[0]), after)
    arguments = [_parts(argument) for argument in node.arguments]
    inside = _joined(arguments, [","] * (len(arguments) - 1))
    return _row([_leaf("mi", node.function), _fenced("(", inside, ")")])
