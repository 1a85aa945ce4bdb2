"""Clocks and lines of the benchmark's report."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Figure(NamedTuple):
    """One measured thing: what it is, how much, and what was asked of it."""

    label: str
    measured: str
    asked: str
    kept: bool


def best_of(rounds: int, action: Callable[[], object], calls: int = 1) -> float:
    """Seconds a call, in the quietest of several rounds."""
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        for _ in range(calls):
            action()
        times.append((time.perf_counter() - begun) / calls)
    return min(times)


def medians(rounds: int, *actions: Callable[[], object]) -> list[float]:
    """Median seconds of each action, taken in turns so that a noisy moment meets them all."""
    times: list[list[float]] = [[] for _ in actions]
    for _ in range(rounds):
        for taken, action in zip(times, actions, strict=True):
            begun = time.perf_counter()
            action()
            taken.append(time.perf_counter() - begun)
    return [statistics.median(taken) for taken in times]


def percentiles(values: Sequence[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    hundredths = statistics.quantiles(values, n=100, method="inclusive")
    return hundredths[49], hundredths[98]


def show_ms(seconds: float) -> str:
    """Seconds in the report, as milliseconds."""
    return f"{seconds * 1000:.2f} ms"


def report(title: str, figures: list[Figure]) -> list[Figure]:
    """Print a Markdown table of figures; returns those that missed what is asked."""
    print(f"\n## {title}\n\n| what | measured | asked | |\n| --- | --- | --- | --- |")
    for figure in figures:
        print(
            f"| {figure.label} | {figure.measured} | {figure.asked} | {'kept' if figure.kept else '**missed**'} |"
        )
    return [figure for figure in figures if not figure.kept]
