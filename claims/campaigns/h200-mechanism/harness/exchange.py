"""All-to-all against all-gather and reduce-scatter between two devices of one host, through NCCL.

    torchrun --nproc-per-node 2 exchange.py FOLDER      writes FOLDER/exchange.csv: one line an iteration

Dispatch moves each token's row to every rank that holds one of its experts, once a rank; combine moves the rows
back, in bfloat16. All-gather gives each rank all rows instead, and reduce-scatter sums and returns them. What is
received is compared with what was sent before anything is timed. Counts are known to both ranks beforehand: the
exchange of counts is not part of what is timed.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.distributed as dist

RANKS, TOP_K, EXPERTS = 2, 8, 256
TOKENS = tuple(2**power for power in range(13))  # a rank, 1 to 4096
HIDDEN = (2048, 4096, 7168)
PAYLOADS = {"bfloat16": torch.bfloat16, "byte": torch.uint8}
WARM_UP, ITERATIONS = 10, 40
SKEW = 0.9  # of the choices fall to the first rank's experts


@dataclass(frozen=True)
class Case:
    """One combination that is measured; ``routing`` is uniform or skewed, ``launch`` single or graph."""

    tokens: int
    hidden: int
    payload: str
    routing: str


def cases() -> Iterator[Case]:
    """Yield every combination in the order in which it is measured."""
    for tokens in TOKENS:
        for hidden in HIDDEN:
            for payload in PAYLOADS:
                for routing in ("uniform", "skewed"):
                    yield Case(tokens, hidden, payload, routing)


def wanted_by(case: Case, rank: int) -> torch.Tensor:
    """Return, for each token of a rank, which ranks hold one of its experts: (tokens, ranks), on the CPU."""
    generator = torch.Generator().manual_seed(case.tokens * 8191 + case.hidden + rank)
    half = EXPERTS // RANKS
    weights = torch.ones(case.tokens, EXPERTS)
    if case.routing == "skewed":
        weights[:, :half] *= SKEW / (1 - SKEW)
    chosen = torch.multinomial(weights, TOP_K, generator=generator)
    return torch.stack([((chosen // half) == destination).any(dim=1) for destination in range(RANKS)], dim=1)


class Exchange:
    """The buffers of one case on one rank, and the four operations that are timed."""

    def __init__(self, case: Case, rank: int) -> None:
        """Make the buffers; what a rank sends is drawn from its own seed, so that the other can check it."""
        self.case, self.rank = case, rank
        dtype = PAYLOADS[case.payload]
        wanted = [wanted_by(case, sender) for sender in range(RANKS)]
        self.sent = [int(wanted[rank][:, to].sum()) for to in range(RANKS)]
        self.received = [int(wanted[sender][:, rank].sum()) for sender in range(RANKS)]
        rows = [self._rows(sender, dtype) for sender in range(RANKS)]
        self.own = rows[rank].contiguous()
        self.outgoing = torch.cat([rows[rank][wanted[rank][:, to]] for to in range(RANKS)]).contiguous()
        self.expected = torch.cat([rows[sender][wanted[sender][:, rank]] for sender in range(RANKS)])
        self.expected_all = torch.cat(rows)
        self.incoming = torch.empty_like(self.expected)
        self.gathered = torch.empty_like(self.expected_all)
        width = case.hidden
        counts = [[int(wanted[sender][:, to].sum()) for sender in range(RANKS)] for to in range(RANKS)]
        answers = [_answers(to, sum(counts[to]), width) for to in range(RANKS)]
        self.answers = answers[rank]
        starts = [sum(counts[to][:rank]) for to in range(RANKS)]
        self.expected_back = torch.cat(
            [answers[to][start : start + counts[to][rank]] for to, start in enumerate(starts)]
        )
        self.returned = torch.empty(sum(self.sent), width, device="cuda", dtype=torch.bfloat16)
        self.partial = torch.randn(RANKS * case.tokens, width, device="cuda").to(torch.bfloat16)
        self.reduced = torch.empty(case.tokens, width, device="cuda", dtype=torch.bfloat16)

    def _rows(self, sender: int, dtype: torch.dtype) -> torch.Tensor:
        generator = torch.Generator(device="cuda").manual_seed(1 + sender)
        shape = (self.case.tokens, self.case.hidden)
        if dtype == torch.uint8:
            return torch.randint(0, 256, shape, device="cuda", generator=generator, dtype=dtype)
        return torch.randn(shape, device="cuda", generator=generator).to(dtype)

    def dispatch(self) -> None:
        """Send each row to the ranks that want it."""
        dist.all_to_all_single(self.incoming, self.outgoing, self.received, self.sent)

    def combine(self) -> None:
        """Send an answer for each row back to where the row came from."""
        dist.all_to_all_single(self.returned, self.answers, self.sent, self.received)

    def gather(self) -> None:
        """Give every rank all rows."""
        dist.all_gather_into_tensor(self.gathered, self.own)

    def scatter(self) -> None:
        """Sum the ranks' partial answers and give each rank those of its own rows."""
        dist.reduce_scatter_tensor(self.reduced, self.partial)

    def operations(self) -> dict[str, Callable[[], None]]:
        """Return the operations by the name under which they are recorded."""
        return {
            "dispatch": self.dispatch,
            "combine": self.combine,
            "all-gather": self.gather,
            "reduce-scatter": self.scatter,
        }

    def check(self) -> None:
        """Raise ValueError where a rank received anything but what the other sent."""
        self.incoming.zero_()
        self.gathered.zero_()
        self.returned.zero_()
        self.dispatch()
        self.gather()
        self.combine()
        self.scatter()
        others = [torch.empty_like(self.partial) for _ in range(RANKS)]
        dist.all_gather(others, self.partial)
        start = self.rank * self.case.tokens
        total = sum(other[start : start + self.case.tokens].float() for other in others)
        torch.cuda.synchronize()
        if not torch.equal(self.incoming, self.expected) or not torch.equal(self.gathered, self.expected_all):
            raise ValueError(f"rank {self.rank}: {self.case}: other rows than were sent")
        if not torch.allclose(self.reduced.float(), total, atol=0.05, rtol=0.02):
            raise ValueError(f"rank {self.rank}: {self.case}: other sums than those of the parts")
        if not torch.equal(self.returned, self.expected_back):
            raise ValueError(f"rank {self.rank}: {self.case}: other answers than were given")


def _answers(rank: int, rows: int, width: int) -> torch.Tensor:
    generator = torch.Generator(device="cuda").manual_seed(101 + rank)
    return torch.randn((rows, width), device="cuda", generator=generator).to(torch.bfloat16)


def times(operation: Callable[[], None], *, in_graph: bool) -> list[int]:
    """Return the nanoseconds of each counted iteration, by device events."""
    for _ in range(3):
        operation()
    torch.cuda.synchronize()
    run = operation
    if in_graph:
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, capture_error_mode="thread_local"):
            operation()
        run = graph.replay
    begun = [torch.cuda.Event(enable_timing=True) for _ in range(ITERATIONS)]
    ended = [torch.cuda.Event(enable_timing=True) for _ in range(ITERATIONS)]
    for _ in range(WARM_UP):
        run()
    torch.cuda.synchronize()
    dist.barrier()
    for start, end in zip(begun, ended, strict=True):
        start.record()
        run()
        end.record()
        torch.cuda.synchronize()
    return [round(start.elapsed_time(end) * 1e6) for start, end in zip(begun, ended, strict=True)]


def main() -> int:
    """Measure every case on both ranks; the first one writes what it saw."""
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and the folder
        print("usage: exchange.py FOLDER", file=sys.stderr)
        return 2
    dist.init_process_group("nccl")
    rank = dist.get_rank()
    torch.cuda.set_device(rank)
    lines: list[tuple[object, ...]] = []
    for case in cases():
        exchange = Exchange(case, rank)
        exchange.check()
        dist.barrier()
        for launch in ("single", "graph"):
            for name, operation in exchange.operations().items():
                if name in {"combine", "reduce-scatter"} and case.payload == "byte":
                    continue  # answers are bfloat16 either way
                found = times(operation, in_graph=launch == "graph")
                sent = _bytes(exchange, name)
                lines.extend(
                    (name, launch, case.routing, case.payload, case.hidden, case.tokens, sent, value)
                    for value in found
                )
    if rank == 0:
        with (Path(sys.argv[1]) / "exchange.csv").open("w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(
                ("operation", "launch", "routing", "payload", "hidden", "tokens", "remote_bytes", "ns")
            )
            writer.writerows(lines)
        print(f"exchange: {len(lines)} iterations")
    dist.destroy_process_group()
    return 0


def _bytes(exchange: Exchange, name: str) -> int:
    """Return what the first rank sends to the other in one operation."""
    width = exchange.case.hidden
    other = 1 - exchange.rank
    size = exchange.own.element_size()
    match name:
        case "dispatch":
            return exchange.sent[other] * width * size
        case "combine":
            return exchange.received[other] * width * 2
        case "all-gather":
            return exchange.case.tokens * width * size
    return exchange.case.tokens * width * 2


if __name__ == "__main__":
    sys.exit(main())
