import { Tensor } from 'onnxruntime-node'
import type { GraphSession } from '../../inference/sessions/graph-session'
import type { Raster } from '../../images/raster'
import { createGraphSession } from '../../inference/sessions/model-session'
import type { SessionOptions } from '../../inference/sessions/model-session'
import type { Rect } from '../../mask/bitmap'
import { readDetectorWeights } from './detector-package'
import { putPixels } from './letterbox'
import { detectorNetwork, FEATURE_OUTPUTS, IMAGE_INPUT, LATERAL_CHANNELS, STRIDES } from './network/network'
import {
  addMeans,
  changeOf,
  changeWeights,
  middleWeights,
  turnedField,
  turnedFrom,
  TURNS,
  unitVector,
  boxInside,
  squareAbout,
  squarePixels,
} from './region-square'
import type { Field } from './region-square'

/** Pixels of the square that the network sees of a region. */
const SQUARE_SIDE = 128
/** Of the box's longer side: the region and what it touches. */
const SQUARE_SCALE = 1.5
/** Pixels of the image: less shows no shape. */
const LEAST_SQUARE = 32
/** Pixels of the square about the box that may belong to the change. */
const MARGIN = 2
/** Both frames in each turn. */
const BATCH = 2 * TURNS
const CHANNELS = STRIDES.length * LATERAL_CHANNELS
/** Middle and change: see `encode`. */
const POOLS = 2

export interface RegionEncoder {
  /**
   * For each region 1,536 values: what the detector's laterals tell of the middle of its square, and of the pixels
   * that changed, each as after less before and as after, each of unit length. They are means over the region as it
   * is, mirrored and turned to either side. One call at a time.
   * @param before lies on the after frame, pixel by pixel
   * @param boxes in pixels of that
   */
  encode(before: Raster, after: Raster, boxes: readonly Rect[]): Promise<Float32Array[]>
  release(): Promise<void>
}

/**
 * @param folder the detector's package
 * @throws PackageError for what lies in the package, else Error in ONNX Runtime's words
 */
export async function createRegionEncoder(folder: string, options: SessionOptions): Promise<RegionEncoder> {
  const network = detectorNetwork(SQUARE_SIDE)
  const values = await readDetectorWeights(folder, network.parameters)
  const session = await createGraphSession(network.featureModel(values, BATCH), options)
  return {
    encode: async (before, after, boxes) => {
      if (before.width !== after.width || before.height !== after.height) {
        throw new RangeError('the before frame does not lie on the after frame')
      }
      const vectors: Float32Array[] = []
      for (const box of boxes) {
        vectors.push(await encodeRegion(session, before, after, boxInside(box, after)))
      }
      return vectors
    },
    release: () => session.release(),
  }
}

async function encodeRegion(
  session: GraphSession,
  before: Raster,
  after: Raster,
  box: Rect,
): Promise<Float32Array> {
  const square = squareAbout(box, SQUARE_SCALE, LEAST_SQUARE)
  const frames = [before, after].map((image) => squarePixels(image, square, SQUARE_SIDE))
  const half = SQUARE_SIDE / square.side / 2
  const change = changeOf(frames[0], frames[1], {
    across: box.width * half + MARGIN,
    down: box.height * half + MARGIN,
  })
  const input = new Tensor('float32', inputOf(frames), [BATCH, 3, SQUARE_SIDE, SQUARE_SIDE])
  const outputs = await session.run({ [IMAGE_INPUT]: input })
  const levels = FEATURE_OUTPUTS.map((name) => outputs[name].data as Float32Array)
  return vectorOf(pooled(levels, change))
}

/** [batch, 3, side, side]: each turn of the before and of the after frame. */
function inputOf(frames: readonly Raster[]): Float32Array {
  const plane = SQUARE_SIDE * SQUARE_SIDE
  const input = new Float32Array(BATCH * 3 * plane)
  for (let turn = 0, start = 0; turn < TURNS; turn += 1) {
    const from = Int32Array.from({ length: plane }, (_, at) =>
      turnedFrom(turn, at % SQUARE_SIDE, Math.floor(at / SQUARE_SIDE), SQUARE_SIDE),
    )
    for (const { data } of frames) {
      putPixels(data, from, input.subarray(start, start + 3 * plane))
      start += 3 * plane
    }
  }
  return input
}

/** By pool, before and after: sums over the turns, [channels of all levels]. */
function pooled(levels: readonly Float32Array[], change: Field): Float32Array[][] {
  const sums = Array.from({ length: POOLS }, () => [new Float32Array(CHANNELS), new Float32Array(CHANNELS)])
  levels.forEach((data, level) => {
    const cells = SQUARE_SIDE / STRIDES[level]
    const pools = [middleWeights(cells), changeWeights(change, cells)]
    const length = LATERAL_CHANNELS * cells * cells
    for (let item = 0; item < BATCH; item += 1) {
      const channels = data.subarray(item * length, (item + 1) * length)
      const turn = item >> 1
      pools.forEach((weights, pool) => {
        addMeans(channels, turnedField(weights, turn), sums[pool][item & 1], level * LATERAL_CHANNELS)
      })
    }
  })
  return sums
}

function vectorOf(sums: readonly Float32Array[][]): Float32Array {
  const vector = new Float32Array(2 * POOLS * CHANNELS)
  sums.forEach(([before, after], pool) => {
    const gained = after.map((value, at) => value - before[at])
    vector.set(unitVector(gained), 2 * pool * CHANNELS)
    vector.set(unitVector(after), (2 * pool + 1) * CHANNELS)
  })
  return vector
}
