import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeRle, encodeRle } from '../../../mask/rle'
import { PackageError } from '../../../packages/files'
import { makePair } from '../../../synth/make'
import type { ModelProposer } from '../../model-proposer'
import { openProposer } from '../../registry'
import { framesOf } from '../../layers/pixels'
import { MASK_SIDE } from '../../layers/sizes'
import { davir } from '../../davir/family'
import { openStagedModel, writeUntrainedFamily } from './testing'

const cpu = { provider: 'cpu', threads: 1 } as const
const names = ['rdd', 'cheers', 'davir', 'procap'] as const

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'family-proposer-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const imageOf = (width: number, height: number) =>
  makePair({ world: 'blocks', profile: 'single', seed: 2, width, height, inTurn: false }, 3)
const small = imageOf(128, 128)

describe.each(names)('%s', (name) => {
  let model: ModelProposer
  let folder = ''
  beforeAll(async () => {
    folder = await writeUntrainedFamily(home, name)
    model = await openProposer(folder, cpu)
  }, 120_000)
  afterAll(() => model.release())

  test('proposes masks at the image’s size and three captions with their log-probabilities', async () => {
    const draft = await model.propose(small.before, small.after, 'small')
    expect(draft.score).toBeGreaterThan(0)
    expect(draft.score).toBeLessThan(1)
    expect(draft.captions.map(({ rank }) => rank)).toEqual([0, 1, 2])
    expect(draft.captions.every(({ logProbability }) => (logProbability ?? 0) < 0)).toBe(true)
    expect(draft.regions.length).toBeGreaterThan(0)
    for (const { mask, id } of draft.regions) {
      expect(mask.size).toEqual([128, 128])
      expect(id).toContain(name)
      expect(decodeRle(mask).data.some((value) => value > 0)).toBe(true)
    }
  }, 120_000)

  test('completes a caption that was begun', async () => {
    const completed = await model.complete?.(small.before, small.after, 'small', [], 'the small r')
    expect(completed?.captions).not.toHaveLength(0)
    expect(completed?.captions.every(({ text }) => text.startsWith('the small r'))).toBe(true)
  }, 120_000)
})

test('DAVIR looks for entities under a user’s mask, and not where it does not mark; the others take none', async () => {
  const marked = new Uint8Array(128 * 128)
  for (let y = 30; y < 60; y++) {
    marked.fill(1, y * 128 + 30, y * 128 + 70)
  }
  const mask = encodeRle({ width: 128, height: 128, data: marked })
  const folder = await writeUntrainedFamily(join(home, 'told'), 'davir')
  const model = await openProposer(folder, cpu)
  const regions = [{ id: 'mine', mask, beforeMask: null }]
  const decoded = await model.recaption?.(small.before, small.after, 'told', regions, '')
  expect(decoded?.captions).toHaveLength(3)
  const network = await openStagedModel(davir, folder, cpu)
  const pixels = { before: small.before.data, after: small.after.data }
  const frames = { before: framesOf([pixels], 'before'), after: framesOf([pixels], 'after') }
  const { vectors } = (await network.bank())!
  const likenessUnder = async (isShown: (pixel: number) => boolean) => {
    const data = Float32Array.from({ length: 2 * MASK_SIDE ** 2 }, (_, at) =>
      Number(isShown(marked[at % MASK_SIDE ** 2])),
    )
    const masks = { data, shape: [1, 2, MASK_SIDE, MASK_SIDE] }
    return (await network.run('compare', { ...frames, masks, vectors })).likeAfter.data
  }
  expect(await likenessUnder((pixel) => pixel === 1)).not.toEqual(await likenessUnder((pixel) => pixel === 0))
  await network.release()
  await model.release()
  const plain = await openProposer(
    await writeUntrainedFamily(join(home, 'plain'), 'davir', ['entityPrompt']),
    cpu,
  )
  expect([plain.recaption, plain.remask, plain.agree]).toEqual([undefined, undefined, undefined])
  await plain.release()
}, 240_000)

test('below its threshold a model has no region, and has captions all the same', async () => {
  const folder = await writeUntrainedFamily(join(home, 'sure'), 'procap', [], { change: 1.01, window: 1.01 })
  const model = await openProposer(folder, cpu)
  const { regions, captions, agreement } = await model.propose(small.before, small.after, 'sure')
  expect(regions).toEqual([])
  expect(captions).toHaveLength(3)
  expect(agreement).not.toBeNull()
  await model.release()
}, 120_000)

test('a package without a part of its family is damaged, and one of no family is named as such', async () => {
  const folder = await writeUntrainedFamily(join(home, 'odd'), 'rdd')
  const path = join(folder, 'model.json')
  const change = (fields: object): void =>
    writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), ...fields }))
  change({ without: ['nothing'] })
  await expect(openProposer(folder, cpu)).rejects.toThrow(PackageError)
  await expect(openProposer(folder, cpu)).rejects.toThrow('There is no part "nothing"')
  change({ family: 'other' })
  await expect(openProposer(folder, cpu)).rejects.toThrow('is a model of the family other')
})
