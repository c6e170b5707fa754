// The flow errors of a CCRC package, in pixels of 128:
// npx tsx bench/ccrc-flow.ts PACKAGE SET...

import { Tensor } from 'onnxruntime-node'
import { buildModel, inference } from '../src/graph'
import { framesOf } from '../src/models/layers/pixels'
import { createGraphSession } from '../src/inference/sessions/model-session'
import { openPackage, readPackageWeights } from '../src/packages/read-package'
import { IMAGE_SIDE, TOKENS } from '../src/models/layers/sizes'
import { ccrcLayout, frameInput } from '../src/models/ccrc/network/stages'
import { readPixels, readTrainingSet } from '../src/training/data/training-set'
import { quantile } from './statistics'

const LIMIT = Number(process.env['LIMIT'] ?? 200)

const [folder, ...sets] = process.argv.slice(2)
const opened = await openPackage(folder, 'ccrc')
const { categories } = opened.manifest
const { network, parameters } = ccrcLayout({
  categories: categories.length,
  words: opened.tokenizer.size,
})
const scene = network.encode(frameInput('before'), frameInput('after'), inference)
const outputs = {
  'token matches': scene.flow,
  'finer cells': scene.fineFlow.flow,
  places: scene.backgroundFlow,
}
const values = await readPackageWeights(opened, parameters)
const session = await createGraphSession(buildModel(outputs, { name: 'flow', values }), {
  provider: 'cpu',
  threads: 2,
})

for (const set of sets) {
  const pairs = (await readTrainingSet(set)).slice(0, LIMIT)
  const errors = new Map<string, number[]>()
  for (const pair of pairs) {
    const pixels = readPixels(pair)
    const frame = (name: 'before' | 'after'): Tensor => {
      const { data, shape } = framesOf([pixels], name)
      return new Tensor('float32', data, shape)
    }
    const predicted = await session.run({ before: frame('before'), after: frame('after') })
    const truth = [
      [pixels.forwardFlow, pixels.beforeObjects],
      [pixels.backwardFlow, pixels.afterObjects],
    ] as const
    truth.forEach(([flow, objects], at) => {
      for (let token = 0; token < TOKENS; token++) {
        const [x, y] = flow.subarray(2 * token, 2 * token + 2)
        if (Number.isNaN(x)) {
          continue
        }
        for (const name of Object.keys(outputs)) {
          const own = predicted[name].data as Float32Array
          const offset = 2 * (at * TOKENS + token)
          const key = `${objects[token] > 0 ? 'things' : 'ground'}, ${name}`
          const off = (Math.hypot(own[offset] - x, own[offset + 1] - y) * IMAGE_SIDE) / 2
          const others = errors.get(key)
          if (others === undefined) {
            errors.set(key, [off])
          } else {
            others.push(off)
          }
        }
      }
    })
  }
  console.log(`\n${set}: ${pairs.length} pairs; median and mean`)
  for (const [name, own] of [...errors].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const mean = own.reduce((total, value) => total + value, 0) / own.length
    const figures = [quantile(own, 0.5), mean].map((value) => value.toFixed(2).padStart(6))
    console.log(`${name.padEnd(24)} ${figures.join(' ')}`)
  }
}
await session.release()
