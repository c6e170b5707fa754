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


def fastest(size, work):
    times = max(1, round(2**21 / (size * size)))
    best = float("inf")
    for _ in range(40):
        start = time.perf_counter()
        for _ in range(times):
            work()
        best = min(best, (time.perf_counter() - start) / times)
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
