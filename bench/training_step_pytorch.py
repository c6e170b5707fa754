"""PyTorch's side of training-step.bench.ts: sizes (JSON) and threads in, milliseconds (JSON) out."""
import json, pathlib, sys, time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'src/graph/fixtures'))
from make_fixtures import Decoder, Segmenter, decoder_batch, optimizer, segmenter_batch
import torch

sizes = json.loads(sys.argv[1])
torch.set_num_threads(int(sys.argv[2]))
out = {}
for name, kind, make in [('segmenter', Segmenter, segmenter_batch), ('decoder', Decoder, decoder_batch)]:
    model = kind(**sizes[name])
    model.training = True
    opt, batch, times, costs = optimizer(model), make(0, **sizes[name]), [], []
    for step in range(18):
        start, before = time.perf_counter(), time.process_time()
        opt.zero_grad()
        model.loss(batch).backward()
        torch.nn.utils.clip_grad_norm_(model.p.values(), 1)
        opt.step()
        times.append((time.perf_counter() - start) * 1e3)
        costs.append((time.process_time() - before) * 1e3)
    times = sorted(times[3:])
    out[name] = {'medianMs': times[len(times) // 2], 'minMs': times[0], 'cpuMs': min(costs[3:])}
print(json.dumps(out))
