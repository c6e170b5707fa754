import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { dirname, join } from 'node:path'
import { buildModel, concat, constant, conv2d, input, relu, serializeModel } from '../../graph'
import type { Raster } from '../../images/raster'
import type { NetworkManifest } from '../../packages/network-manifest'

const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), 'fixtures')

/** What a network takes that is made for one size alone. */
export const FIXED_SIZE = { kind: 'fixed', height: 48, width: 64, overlap: 8 }

/**
 * A network that joins both frames, as many do, and looks for a difference of any colour. Its first convolution has six
 * channels and gives eight, which WebGPU of ONNX Runtime 1.30 computes wrongly (microsoft/onnxruntime#29651).
 */
export function sixChannelNetwork(): Uint8Array {
  const [before, after] = ['x1', 'x2'].map((name) => input(name, ['n', 3, 48, 64]))
  const first = new Float32Array(8 * 6 * 9)
  const second = new Float32Array(8)
  for (let colour = 0; colour < 3; colour += 1) {
    for (const [at, sign] of [
      [colour, 1],
      [colour + 3, -1],
    ]) {
      // the middle of a kernel of 3 x 3
      first[9 * (6 * at + colour) + 4] = sign
      first[9 * (6 * at + colour + 3) + 4] = -sign
      second[at] = 20
    }
  }
  const both = concat([before, after], 1)
  const differences = relu(conv2d(both, constant(first, [8, 6, 3, 3]), null, { padding: 1 }))
  const change = conv2d(differences, constant(second, [1, 8, 1, 1]), constant([-8], [1]))
  return serializeModel(buildModel({ change }, { name: 'six-channels' }))
}

type Change = { [K in keyof NetworkManifest]?: unknown } & Record<string, unknown>

/** Describes `difference.onnx` of the fixtures. */
export function differenceManifest(change: Change = {}): Record<string, unknown> {
  return {
    format: 1,
    id: 'difference-net',
    title: 'Difference net',
    version: '3',
    licence: 'CC0-1.0',
    network: { file: 'difference.onnx' },
    inputs: {
      names: ['x1', 'x2'],
      layout: 'NCHW',
      type: 'float32',
      range: [0, 1],
      mean: [0, 0, 0],
      deviation: [1, 1, 1],
      channels: 'RGB',
      registered: true,
    },
    size: { kind: 'multiple', of: 16, largest: 512, tile: 256, overlap: 32 },
    outputs: { names: ['change'], values: 'logits' },
    threshold: 0.5,
    leastArea: 12,
    ...change,
  }
}

/** Describes `semantic.onnx` of the fixtures. */
export function semanticManifest(change: Change = {}): Record<string, unknown> {
  return differenceManifest({
    id: 'semantic-net',
    title: 'Semantic net',
    network: { file: 'semantic.onnx' },
    inputs: {
      names: ['pair'],
      layout: 'NHWC',
      type: 'float32',
      range: [0, 255],
      mean: [103.53, 116.28, 123.675],
      deviation: [57.375, 57.12, 58.395],
      channels: 'BGR',
      registered: false,
    },
    size: FIXED_SIZE,
    outputs: {
      names: ['from', 'to'],
      values: 'probabilities',
      classes: ['no change', 'bright', 'dark'],
      noChange: 'no change',
    },
    ...change,
  })
}

/** A folder as a person has it, before it is imported: the manifest, and files of the fixtures or bytes. */
export async function writeNetworkFolder(
  folder: string,
  manifest: Record<string, unknown>,
  files: Readonly<Record<string, Uint8Array | null>> = {},
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const { file, data } = manifest['network'] as NetworkManifest['network']
  const names = [file, ...(data === undefined ? [] : [data])]
  for (const [name, bytes] of Object.entries({
    ...Object.fromEntries(names.map((name) => [name, null])),
    ...files,
  })) {
    await (bytes === null
      ? copyFile(join(FIXTURES, name), join(folder, name))
      : writeFile(join(folder, name), bytes))
  }
  await writeFile(join(folder, 'proposer.json'), JSON.stringify(manifest))
  return folder
}

/** A grey ramp with a bright rectangle, if given: x, y, width and height in pixels. */
export function rampWith(
  width: number,
  height: number,
  rectangle: readonly [number, number, number, number] | null,
  colour: readonly [number, number, number] = [230, 230, 230],
): Raster {
  const data = new Uint8Array(3 * width * height)
  const [left, top, across, down] = rectangle ?? [0, 0, 0, 0]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isInside = x >= left && x < left + across && y >= top && y < top + down
      const grey = 50 + ((3 * x + 5 * y) % 23)
      data.set(isInside ? colour : [grey, grey, grey], 3 * (y * width + x))
    }
  }
  return { width, height, data }
}
