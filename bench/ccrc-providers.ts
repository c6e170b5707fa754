// Whether a CCRC package proposes the same on the CPU and by WebGPU: npx tsx bench/ccrc-providers.ts PACKAGE SET
// (LIMIT pairs, 10 by default; without a GPU a software driver may be named by VK_DRIVER_FILES).

import { predictScene } from '../src/models/ccrc/predictor/predict-scene'
import { CcrcModel } from '../src/models/ccrc/predictor/model'
import { useSoftwareDriver } from '../src/training/testing-webgpu'
import { isChanged, loadItems } from './ccrc/items'
import { Overlap, unionOf } from './ccrc/masks'
import { thresholdOf } from './ccrc/outcomes'

useSoftwareDriver()
const [folder, set] = process.argv.slice(2)
const items = (await loadItems(set)).filter(isChanged).slice(0, Number(process.env['LIMIT'] ?? 10))
const models = await Promise.all(
  (['cpu', 'webgpu'] as const).map((provider) => CcrcModel.open(folder, { provider, threads: 2 })),
)
const overlap = new Overlap()
let same = 0
const milliseconds = models.map(() => 0)
for (const { pixels } of items) {
  const answers = []
  for (const [at, model] of models.entries()) {
    const started = performance.now()
    const [encoding] = await model.encode([pixels])
    const { regions, captions } = await predictScene(model, encoding, {
      threshold: thresholdOf(model),
      rounds: 2,
      captions: 1,
    })
    milliseconds[at] += performance.now() - started
    answers.push({ mask: unionOf(regions), caption: captions[0].text })
  }
  const [cpu, gpu] = answers
  overlap.add(cpu.mask, gpu.mask)
  if (cpu.caption === gpu.caption) {
    same++
  }
}
const [cpu, gpu] = milliseconds.map((total) => (total / items.length).toFixed(0))
console.log(
  `${items.length} changed pairs: masks agree with IoU ${overlap.iou.toFixed(4)}, ${same} captions are the same; ${cpu} ms a pair on the CPU, ${gpu} by WebGPU`,
)
for (const model of models) {
  await model.release()
}
