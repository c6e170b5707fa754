import { mkdtemp, rm, symlink, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create, toBinary } from '@bufbuild/protobuf'
import { ModelProtoSchema, TensorProto_DataType } from 'onnx-buf'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildModel, div, input, mean, mul, serializeModel, sub, sum } from '../../graph'
import { constant } from '../../graph/tensor'
import type { Tensor } from '../../graph'
import { decodeRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import { importPackage } from '../../packages/import-package'
import type { ModelProposer } from '../model-proposer'
import { openProposer } from '../registry'
import { writeInput } from './network-runner'
import { differenceManifest, rampWith, semanticManifest, writeNetworkFolder } from './testing'

const cpu = { provider: 'cpu', threads: 1 } as const

let home = ''
let opened: ModelProposer[] = []
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'own-network-'))
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map((model) => model.release()))
  await rm(home, { recursive: true, force: true })
})

let count = 0
/** Imports and opens a network of the fixtures, or of these bytes. */
async function open(
  manifest: Record<string, unknown>,
  files: Readonly<Record<string, Uint8Array | null>> = {},
): Promise<ModelProposer> {
  count += 1
  const source = await writeNetworkFolder(join(home, `source-${count}`), manifest, files)
  const parent = join(home, `models-${count}`)
  const { id } = await importPackage(source, { parent, known: [], tryOut: () => Promise.resolve() })
  const model = await openProposer(join(parent, id), cpu)
  opened.push(model)
  return model
}

function serialized(outputs: Readonly<Record<string, Tensor>>): Uint8Array {
  return serializeModel(buildModel(outputs, { name: 'made' }))
}

/** Share of the pixels of either that are in both. */
function iou(mask: Rle, [left, top, across, down]: readonly [number, number, number, number]): number {
  const { width, data } = decodeRle(mask)
  let [shared, either] = [0, 0]
  data.forEach((value, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    const isInside = x >= left && x < left + across && y >= top && y < top + down ? 1 : 0
    shared += value & isInside
    either += value | isInside
  })
  return shared / either
}

const place = [40, 30, 32, 24] as const

/** What a manifest says of pixels, with changes. */
const as = (change: object) =>
  ({
    layout: 'NCHW',
    range: [0, 255],
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
    channels: 'RGB',
    ...change,
  }) as Parameters<typeof writeInput>[1]

const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 5) as number)

const flat = (rgb: readonly number[]) => ({
  width: 3,
  height: 2,
  data: Uint8Array.from({ length: 18 }, (_, at) => rgb[at % 3]),
})

const changed = (part: string, change: object) => ({
  [part]: { ...(differenceManifest()[part] as object), ...change },
})

async function firstProblem(
  manifest: Record<string, unknown>,
  files: Readonly<Record<string, Uint8Array | null>> = {},
): Promise<string> {
  try {
    const model = await open(manifest, files)
    await model.tryOut?.()
    await model.propose(rampWith(64, 64, null), rampWith(64, 64, [8, 8, 30, 30]), 'pair')
    return 'none'
  } catch (error) {
    return (error as Error).message
  }
}

const value = (name: string) => {
  const elemType = TensorProto_DataType.FLOAT
  return { name, type: { value: { case: 'tensorType' as const, value: { elemType } } } }
}

describe('a network with two inputs and one channel', () => {
  test('marks what changed, tells what was measured of it, and gives its probabilities', async () => {
    const model = await open(differenceManifest())
    const found = await model.propose(rampWith(150, 110, null), rampWith(150, 110, place), 'pair')
    expect(found.regions).toMatchObject([{ category: 'change', beforeMask: null }])
    expect(iou(found.regions[0].mask, place)).toBeGreaterThan(0.9)
    expect(found.captions[0].text).toMatch(/appeared/)
    expect(found.score).toBeGreaterThan(0.9)
    expect(found.probabilities).toMatchObject({ width: 150, height: 110 })
    expect(model).toMatchObject({ id: 'difference-net', version: '3', provider: 'cpu' })
    const still = await model.propose(rampWith(150, 110, null), rampWith(150, 110, null), 'still')
    expect(still.regions).toEqual([])
  })

  test('gives tile by tile what it gives at once where tiles share enough', async () => {
    const whole = await open(differenceManifest())
    const tiled = await open(
      differenceManifest({ size: { kind: 'multiple', of: 16, largest: 64, tile: 64, overlap: 16 } }),
    )
    const [before, after] = [rampWith(150, 110, null), rampWith(150, 110, place)]
    const maps = await Promise.all(
      [whole, tiled].map(async (model) => (await model.propose(before, after, 'pair')).probabilities!.values),
    )
    expect(Math.max(...maps[0].map((value, at) => Math.abs(value - maps[1][at])))).toBeLessThan(1e-6)
    expect(Math.max(...maps[0])).toBeGreaterThan(0.9)
  })

  test('is cut at another threshold from its stored probabilities', async () => {
    const [before, after] = [rampWith(150, 110, null), rampWith(150, 110, place, [75, 75, 75])]
    const first = await open(differenceManifest())
    const { probabilities, regions } = await first.propose(before, after, 'pair')
    expect(regions).toEqual([])
    const other = await open(differenceManifest())
    const cut = await other.proposeAt!(before, after, probabilities!, 0.003)
    expect(iou(cut.regions[0].mask, place)).toBeGreaterThan(0.7)
  })

  test('reads weights from the data file that the manifest names', async () => {
    const model = await open(differenceManifest({ network: { file: 'apart.onnx', data: 'apart.onnx.data' } }))
    const { regions } = await model.propose(rampWith(64, 64, null), rampWith(64, 64, [8, 8, 30, 30]), 'pair')
    expect(regions).toHaveLength(1)
  })
})

describe('a network with one input of six channels, classes and two maps', () => {
  const dark = rampWith(100, 90, place, [10, 10, 10])
  const bright = rampWith(100, 90, place, [240, 240, 240])

  test('tells the class before and after as the category', async () => {
    const model = await open(semanticManifest())
    const { regions, changes } = await model.propose(dark, bright, 'pair')
    expect(regions).toMatchObject([{ category: 'dark to bright' }])
    expect(iou(regions[0].mask, place)).toBeGreaterThan(0.95)
    expect(regions[0].beforeMask).toEqual(regions[0].mask)
    expect(changes).toMatchObject([{ kind: 'changed' }])
  })

  test('with one map, tells its class', async () => {
    const outputs = { ...(semanticManifest()['outputs'] as object), names: ['to'] }
    const model = await open(semanticManifest({ outputs }))
    const proposed = await model.propose(bright, dark, 'pair')
    expect(proposed.regions).toMatchObject([{ category: 'dark' }])
    // without the pair at hand the network runs again: stored probabilities have no classes
    const again = await open(semanticManifest({ outputs }))
    const cut = await again.proposeAt!(bright, dark, proposed.probabilities!, 0.5)
    expect(cut.regions).toEqual(proposed.regions)
    expect(await model.proposeAt!(bright, dark, proposed.probabilities!, 0.5)).toMatchObject({
      regions: proposed.regions,
    })
  })

  test('with a class called "change", leaves the region without a name', async () => {
    const outputs = {
      names: ['to'],
      values: 'probabilities',
      classes: ['none', 'change', 'dark'],
      noChange: 'none',
    }
    const model = await open(semanticManifest({ outputs }))
    expect((await model.propose(dark, bright, 'pair')).regions).toMatchObject([{ category: 'change' }])
  })
})

describe('pixels become the values that the network was trained on', () => {
  const [before, after] = [Uint8Array.of(10, 20, 30, 40, 50, 60), Uint8Array.of(0, 51, 102, 153, 204, 255)]

  test.each([
    [as({}), [before], [10, 40, 20, 50, 30, 60]],
    [as({ layout: 'NHWC' }), [before], [10, 20, 30, 40, 50, 60]],
    [as({ channels: 'BGR' }), [before], [30, 60, 20, 50, 10, 40]],
    [as({ range: [0, 1] }), [after], [0, 0.6, 0.2, 0.8, 0.4, 1]],
    [as({ mean: [10, 20, 30], deviation: [1, 2, 5] }), [before], [0, 30, 0, 15, 0, 6]],
    [as({ channels: 'BGR', mean: [10, 20, 30], deviation: [1, 2, 5] }), [before], [20, 50, 0, 15, -4, 2]],
    [as({ layout: 'NHWC' }), [before, after], [10, 20, 30, 0, 51, 102, 40, 50, 60, 153, 204, 255]],
    [as({}), [before, after], [10, 40, 20, 50, 30, 60, 0, 153, 51, 204, 102, 255]],
  ])('%j', (preparation, frames, expected) => {
    expect([...writeInput(frames, preparation)]).toEqual(near(expected))
  })

  test('and what it makes of them is its probability', async () => {
    const pair = input('pair', [1, 'height', 'width', 6])
    const weighted = mul(pair, constant([0.1, 0, 0, 0, 0, -0.2], [6]))
    const bytes = serialized({ change: sum(weighted, { axes: [-1], keepDims: true }) })
    const inputs = {
      ...(semanticManifest()['inputs'] as object),
      mean: [1, 2, 3],
      deviation: [2, 4, 5],
    }
    const size = { kind: 'multiple', of: 1, largest: 64, tile: 64, overlap: 0 }
    const outputs = { names: ['change'], values: 'logits' }
    const model = await open(semanticManifest({ inputs, size, outputs }), { 'semantic.onnx': bytes })
    const { probabilities } = await model.propose(flat([10, 20, 30]), flat([40, 50, 60]), 'pair')
    // blue before: (30 - 1) / 2, red after: (40 - 3) / 5
    const expected = 1 / (1 + Math.exp(-(0.1 * 14.5 - 0.2 * 7.4)))
    expect([...probabilities!.values]).toEqual(near(Array.from({ length: 6 }, () => expected)))
  })
})

describe('what is not as the manifest says is refused when the network is opened or run:', () => {
  test.each([
    [
      'other inputs',
      changed('inputs', { names: ['before', 'after'] }),
      'inputs.names is wrong: the network\'s inputs are "x1", "x2"',
    ],
    ['one input of two', changed('inputs', { names: ['x1'] }), 'inputs.names is wrong'],
    [
      'channels last',
      changed('inputs', { layout: 'NHWC' }),
      'inputs.layout is wrong: the input "x1" has the shape',
    ],
    [
      'another output',
      changed('outputs', { names: ['mask'] }),
      'outputs.names is wrong: the network\'s outputs are "change"',
    ],
    [
      'more channels',
      changed('outputs', { classes: ['no', 'a', 'b'], noChange: 'no' }),
      'its output "change" has the shape [1, 1, 16, 32], and the manifest makes it [1, 3, 16, 32]',
    ],
    [
      'no probabilities',
      changed('outputs', { values: 'probabilities' }),
      'which is no probability (outputs.values)',
    ],
  ])('%s', async (_, change, message) => {
    expect(await firstProblem(differenceManifest(change))).toContain(message)
  })

  test('any size, of a network that has one', async () => {
    const size = { kind: 'multiple', of: 16, largest: 512, tile: 256, overlap: 32 }
    expect(await firstProblem(semanticManifest({ size }))).toContain(
      'size is wrong: the input "pair" has the shape [1, 48, 64, 6], and the manifest makes it [1, any, any, 6]',
    )
    expect(
      await firstProblem(semanticManifest({ size: { kind: 'fixed', height: 64, width: 48, overlap: 8 } })),
    ).toContain('size is wrong')
  })

  test('values that are no numbers', async () => {
    const [x1, x2] = ['x1', 'x2'].map((name) => input(name, [1, 3, 'height', 'width']))
    const nothing = sub(x1, x1)
    const bytes = serialized({ change: mean(div(sub(x2, x1), nothing), { axes: [1], keepDims: true }) })
    expect(await firstProblem(differenceManifest(), { 'difference.onnx': bytes })).toContain(
      'holds values that are no finite numbers',
    )
  })

  test('what is no network, and an operator that the runtime does not have', async () => {
    const text = new TextEncoder().encode('not a network')
    expect(await firstProblem(differenceManifest(), { 'difference.onnx': text })).toContain(
      'is not a usable ONNX model',
    )
    const model = create(ModelProtoSchema, {
      irVersion: 8n,
      opsetImport: [
        { domain: '', version: 17n },
        { domain: 'my.operators', version: 1n },
      ],
      graph: {
        name: 'made',
        node: [{ opType: 'Compare', domain: 'my.operators', input: ['x1', 'x2'], output: ['change'] }],
        input: [value('x1'), value('x2')],
        output: [value('change')],
      },
    })
    const bytes = toBinary(ModelProtoSchema, model)
    expect(await firstProblem(differenceManifest(), { 'difference.onnx': bytes })).toMatch(/my\.operators/)
  })

  test('weights in a file that the manifest does not name, that is cut, or that lies elsewhere', async () => {
    const files = { 'apart.onnx.data': null }
    expect(await firstProblem(differenceManifest({ network: { file: 'apart.onnx' } }), files)).toContain(
      'are in apart.onnx.data, which is not read with it',
    )
    const manifest = differenceManifest({ network: { file: 'apart.onnx', data: 'apart.onnx.data' } })
    const cut = await writeNetworkFolder(join(home, 'cut'), manifest)
    await truncate(join(cut, 'apart.onnx.data'), 40)
    const parent = join(home, 'models')
    const taken = { parent, known: [], tryOut: () => Promise.resolve() }
    const { id } = await importPackage(cut, taken)
    await expect(openProposer(join(parent, id), cpu)).rejects.toThrow(
      'claims bytes that apart.onnx.data does not',
    )
    const linked = await writeNetworkFolder(join(home, 'linked'), manifest)
    await rm(join(linked, 'apart.onnx.data'))
    await symlink(join(cut, 'apart.onnx.data'), join(linked, 'apart.onnx.data'))
    await expect(importPackage(linked, taken)).rejects.toThrow('is a link out of its folder')
  })

  test('a network that nobody imported', async () => {
    const folder = await writeNetworkFolder(join(home, 'by-hand'), differenceManifest())
    await expect(openProposer(folder, cpu)).rejects.toThrow('was not imported, so it was never tried out')
  })
})
