import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import {
  buildModel,
  inference,
  initialValues,
  input,
  matmul,
  serializeModel,
  squeeze,
  unsqueeze,
} from '../../../graph'
import type { ModelSpec } from '../../../graph/onnx'
import { CAPTION_LENGTH, CHANNELS, TOKENS } from '../../layers/sizes'
import { ccrcLayout, ccrcStage } from './stages'

const REGIONS = 4
const KEYS = REGIONS + 1 + TOKENS + TOKENS / 4
const WORDS = 300
const layout = ccrcLayout({ categories: 2, words: WORDS })
const values = initialValues(layout.parameters, 5)

async function run(spec: ModelSpec): Promise<InferenceSession.OnnxValueMapType> {
  const session = await InferenceSession.create(serializeModel(spec), { intraOpNumThreads: 1 })
  const memory = Float32Array.from({ length: KEYS * CHANNELS.model }, (_, at) => Math.sin(at / 3))
  const words = BigInt64Array.from({ length: 3 * CAPTION_LENGTH }, (_, at) => BigInt((7 * at) % WORDS))
  const last = new Float32Array(3 * CAPTION_LENGTH)
  for (const [item, index] of [0, 9, CAPTION_LENGTH - 1].entries()) {
    last[item * CAPTION_LENGTH + index] = 1
  }
  const shape = [3, CAPTION_LENGTH]
  const outputs = await session.run({
    memory: new Tensor('float32', memory, [1, KEYS, CHANNELS.model]),
    words: new Tensor('int64', words, shape),
    last: new Tensor('float32', last, shape),
  })
  await session.release()
  return outputs
}

/** The words that follow each place, of which one is taken. */
function logitsAtEveryPosition(): ModelSpec {
  const memory = input('memory', [1, KEYS, CHANNELS.model])
  const words = input('words', ['batch', CAPTION_LENGTH], 'int64')
  const { logits } = layout.network.caption(words, memory, inference)
  const last = unsqueeze(input('last', ['batch', CAPTION_LENGTH]), 1)
  return buildModel({ next: squeeze(matmul(last, logits), 1) }, { name: 'every-place', values })
}

test('the words after a prefix are those of its last place, and nothing else is made', async () => {
  const decoded = await run(ccrcStage(layout, 'decode', values, REGIONS))
  expect(Object.keys(decoded).toSorted()).toEqual(['attention', 'hidden', 'next'])
  expect(decoded['next'].dims).toEqual([3, WORDS])
  const expected = (await run(logitsAtEveryPosition()))['next'].data as Float32Array
  const actual = decoded['next'].data as Float32Array
  expect(Math.max(...expected)).toBeGreaterThan(0.01)
  actual.forEach((logit, at) => expect(logit).toBeCloseTo(expected[at], 4))
})

test('words are made of one place of each caption, not of all', () => {
  const { nodes } = ccrcStage(layout, 'decode', values, REGIONS)
  const inputsOf = (name: string): string[] => {
    const maker = nodes.find(({ outputs }) => outputs.includes(name))
    return name === 'hidden' || maker === undefined ? [name] : maker.inputs.flatMap(inputsOf)
  }
  const outputLayer = nodes.find(({ inputs }) => inputs.includes('caption.output.weight'))
  expect(inputsOf(outputLayer?.inputs[0] ?? '')).toEqual(expect.arrayContaining(['last', 'hidden']))
})
