"""Nanoseconds a pixel of pycocotools' encode, as JSON by size.

Takes square masks from the standard input, row-major, a byte a pixel, in the order of the sizes that are the
arguments. `fromRows` is the whole of what encodeRle does: to the order of columns, then to the text of counts.
`fromColumns` leaves the first out, as where a mask lies in that order already. `counts` tells that it is the
same mask.
"""

import json
import sys
import time

import numpy as np
from pycocotools import mask as coco


TURN_S = 0.3
LEAST_REPEATS = 3
PIXELS_AT_ONCE = 2**17


def fastest(size, work):
    times = max(1, round(PIXELS_AT_ONCE / (size * size)))
    best = float("inf")
    repeat = 0
    end = time.perf_counter() + TURN_S
    while repeat < LEAST_REPEATS or time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(times):
            work()
        best = min(best, (time.perf_counter() - start) / times)
        repeat += 1
    return best * 1e9 / (size * size)


results = {}
for size in map(int, sys.argv[1:]):
    rows = np.frombuffer(sys.stdin.buffer.read(size * size), np.uint8).reshape(size, size)
    columns = np.asfortranarray(rows)
    results[size] = {
        "fromRows": fastest(size, lambda: coco.encode(np.asfortranarray(rows))),
        "fromColumns": fastest(size, lambda: coco.encode(columns)),
        "counts": coco.encode(columns)["counts"].decode(),
    }
print(json.dumps(results))
