import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cheers } from '../../cheers/family'
import { davir } from '../../davir/family'
import { procap } from '../../procap/family'
import { rdd } from '../../rdd/family'
import { PAIR_INPUTS } from '../../layers/training-inputs'
import type { Tokenizer } from '../../../text/bpe/tokenizer'
import { trainTokenizer } from '../../../text/bpe/train'
import type { TensorData } from '../../../training/session'
import { zeroInputs, asFloat32, asInt64, sliceInputs } from '../../../training/data/batch-inputs'
import { CcrcSyntheticBatches } from '../../ccrc/trainer/synthetic-batches'
import { SyntheticBatches } from './synthetic-batches'
import { writeSmallSet } from '../../../training/synthetic/testing'
import { readTrainingSet } from '../../../training/data/training-set'
import type { TrainingPair } from '../../../training/data/training-set'

let folder = ''
let pairs: TrainingPair[] = []
let tokenizer: Tokenizer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'family-batch-'))
  await writeSmallSet(folder)
  pairs = await readTrainingSet(folder)
  tokenizer = trainTokenizer(
    pairs.flatMap(({ record }) => record.captions.map(({ text }) => text)),
    400,
  )
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function batchOf(name: string, seed: number, inputNames?: readonly string[]) {
  const { network, hooks } = families[name as keyof typeof families]
  const { inputs } = network.build({ words: tokenizer.size, categories: 3 })
  const batches = new SyntheticBatches(tokenizer, inputs, hooks.fill)
  const names = new Set(inputNames ?? Object.keys(inputs))
  return { inputs, tensors: batches.make(pairs, seed, { inputNames: names, retriever: null }) }
}

const families = { rdd, cheers, davir, procap }

test.each(Object.keys(families))(
  '%s gets each of its inputs in its type and shape, the same for the same seed',
  async (name) => {
    const { inputs, tensors } = batchOf(name, 7)
    const batch = await tensors
    const empty = zeroInputs(inputs, pairs.length)
    for (const [input, { data, shape }] of Object.entries(empty)) {
      expect([input, batch[input].data.constructor, batch[input].shape]).toEqual([
        input,
        data.constructor,
        shape,
      ])
    }
    expect(digest(await batchOf(name, 7).tensors)).toBe(digest(batch))
    expect(digest(await batchOf(name, 8).tensors)).not.toBe(digest(batch))
  },
)

test('what all families read is what CCRC reads', async () => {
  const { tensors } = batchOf('rdd', 7)
  const [batch, known] = [await tensors, await new CcrcSyntheticBatches(tokenizer, ['move']).make(pairs, 7)]
  for (const name of [
    'masks',
    'hasChange',
    'forward',
    'backward',
    'objectsBefore',
    'objectsAfter',
  ] as const) {
    expect(digest({ [name]: batch[name] })).toBe(digest({ [name]: known[name] }))
  }
  expect(Object.keys(PAIR_INPUTS).every((name) => name in batch)).toBe(true)
})

test('inputs that a phase does not read are not made', async () => {
  const batch = await batchOf('procap', 7, ['before', 'after', 'masks']).tensors
  expect(batch).not.toHaveProperty('sequence')
  expect(batch).toHaveProperty('targets')
})

test('RDD+ACR reads phrases of a caption of the pair', async () => {
  const batch = await batchOf('rdd', 7).tensors
  pairs.forEach(({ record }, item) => {
    const { nouns } = sliceInputs({ nouns: batch.nouns as never }, item, pairs.length)
    const phrase = tokenizer.decode([...asInt64(nouns)].map(Number).filter((id) => id > 0))
    const [first] = phrase.split(' and ')
    expect(record.captions.some(({ text }) => text.includes(first))).toBe(true)
  })
})

test('a named entity of CHEERS and DAVIR occurs in a caption of a pair that changed', async () => {
  for (const name of ['cheers', 'davir']) {
    const batch = await batchOf(name, 7).tensors
    const named = asFloat32(batch.named)
    const changed = pairs.map(({ record }) => record.categories.length > 0)
    changed.forEach((isChanged, item) => {
      const { entity } = sliceInputs({ entity: batch.entity as never }, item, pairs.length)
      const phrase = tokenizer.decode([...asInt64(entity)].map(Number).filter((id) => id > 0))
      if (named[item] === 0) {
        return
      }
      expect(isChanged).toBe(true)
      expect(phrase).not.toMatch(/^the /)
      expect(pairs[item].record.captions.some(({ text }) => text.includes(phrase))).toBe(true)
    })
    expect(named.some((value) => value === 1)).toBe(true)
  }
})

test('a procedure of ProCap begins and ends with the pair where it is in order', async () => {
  const batch = await batchOf('procap', 7).tensors
  const frame = 3 * 128 * 128
  const ordered = asFloat32(batch.ordered)
  expect(ordered.some((value) => value === 1)).toBe(true)
  ordered.forEach((isOrdered, item) => {
    const sequence = asFloat32(batch.sequence).subarray(item * 4 * frame, (item + 1) * 4 * frame)
    const before = asFloat32(batch.before).subarray(item * frame, (item + 1) * frame)
    const after = asFloat32(batch.after).subarray(item * frame, (item + 1) * frame)
    const isSame = equal(sequence.subarray(0, frame), before) && equal(sequence.subarray(3 * frame), after)
    expect(isOrdered === 0 || isSame).toBe(true)
    expect(sequence.every((value) => Math.abs(value) < 1)).toBe(true)
  })
})

/** Arrays of this size are compared by their hash: deep equality takes seconds. */
function digest(batch: Readonly<Record<string, TensorData>>): string {
  const hash = createHash('sha256')
  for (const [name, { data }] of Object.entries(batch)) {
    hash.update(name).update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
  }
  return hash.digest('hex')
}

function equal(a: Float32Array, b: Float32Array): boolean {
  return a.every((value, at) => value === b[at])
}
