"""Random formulas with values for their inputs, all of ordinary size."""

from __future__ import annotations

from hypothesis import strategies as st

NAMES = ("a", "b", "c")

numbers = st.from_regex(r"-?(0|[1-9][0-9]?)(\.[0-9]{1,3})?", fullmatch=True)
_leaves = st.sampled_from([*NAMES, "2", "0.5", "3", "1.25"])


def _grown(part: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(part, st.sampled_from(["+", "-", "*", "/"]), part).map(" ".join),
        st.tuples(part, st.sampled_from(["2", "3", "-1", "(-2)"])).map(
            lambda pair: f"({pair[0]}) ** {pair[1]}"
        ),
        part.map(lambda text: f"-{text}"),
        part.map(lambda text: f"({text})"),
        st.tuples(st.sampled_from(["abs", "floor", "ceil", "sqrt"]), part).map(
            lambda pair: f"{pair[0]}({pair[1]})"
        ),
        st.tuples(st.sampled_from(["min", "max"]), part, part).map(
            lambda three: f"{three[0]}({three[1]}, {three[2]})"
        ),
    )


arithmetic = st.recursive(_leaves, _grown, max_leaves=8)

_comparisons = st.one_of(
    st.tuples(arithmetic, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), arithmetic).map(" ".join),
    st.tuples(arithmetic, arithmetic, arithmetic).map(lambda three: f"{three[0]} <= {three[1]} < {three[2]}"),
)
predicates = st.recursive(
    _comparisons,
    lambda part: st.one_of(
        st.tuples(part, st.sampled_from(["and", "or"]), part).map(" ".join),
        part.map(lambda text: f"({text})"),
        part.map(lambda text: f"not {text}"),
    ),
    max_leaves=4,
)
