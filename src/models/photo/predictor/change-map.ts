import { cutWindow } from '../../../images/cut-window'
import { Tensor } from 'onnxruntime-node'
import type { GraphSession } from '../../../inference/sessions/graph-session'
import { createBatchSession, createGraphSession } from '../../../inference/sessions/model-session'
import type { SessionOptions } from '../../../inference/sessions/model-session'
import type { FamilyNetwork } from '../../network'
import type { ModelSpec } from '../../../graph/onnx'
import { coverTiles, eachInnerRow } from '../../change-map/tiles'
import type { Tile, TilePlan } from '../../change-map/tiles'
import { resampleWindow } from '../../../images/resample-window'
import type { Raster } from '../../../images/raster'
import type { ChangeMap } from '../../model-proposer'
import { openTogether } from '../../../process/open-together'
import { createFrozenEncoder } from '../frozen-encoder'
import type { FrozenEncoder } from '../frozen-encoder'
import type { Calibration } from '../../../packages/manifest'
import { sigmoid } from '../../../basics/numbers'
import { SIDE_MULTIPLE } from '../network/network'
import type { HeightWidth } from '../../layers/sizes'
import { writePlanes } from '../../layers/pixels'
import { meanOfViews } from './views'
import type { View } from './views'

/** The parts that the sessions of a model are made from. */
export interface PhotoModel {
  readonly family: FamilyNetwork
  readonly values: ReadonlyMap<string, Float32Array>
  /** Parts that it was built without. */
  readonly without: readonly string[]
  /** Weights of the frozen encoder; null for a model that does not read it. */
  readonly encoder: ReadonlyMap<string, Float32Array> | null
  /** Calibration of the probabilities of pixels. */
  readonly calibration?: Calibration | undefined
}

/** Sessions for frames of one size. */
interface SizedSessions {
  readonly network: GraphSession
  readonly encoder: FrozenEncoder | null
}

/** Pixels of an image that is seen whole. */
const MOST_WHOLE = 1024 * 1024
/** Side of the tiles of a larger one. */
const TILE_SIDE = 768

export const PHOTO_TILES: TilePlan = {
  isWhole: (width, height) => width * height <= MOST_WHOLE,
  width: TILE_SIDE,
  height: TILE_SIDE,
  margin: 64,
}

/** Of the frames of several pairs in one run on a device: bounds memory. */
const PIXELS_AT_ONCE = 8 * MOST_WHOLE
/**
 * Number of frame sizes whose sessions are cached: images of three sizes at two scales. Those of a megapixel take
 * some 400 MB at both; opening them takes about as long as a pair.
 */
const MOST_SIZES = 6

/** The network on pairs of any size. One call at a time. */
export class ChangeMapper {
  /** The most recently used last. */
  private readonly sessions = new Map<string, SizedSessions>()

  constructor(
    private readonly model: PhotoModel,
    private readonly options: SessionOptions,
  ) {}

  /**
   * The mean of these views.
   * @param before of the size of `after`, aligned pixel by pixel
   */
  async map(before: Raster, after: Raster, views: readonly View[]): Promise<ChangeMap> {
    const { width, height } = after
    const maps: Float32Array[] = []
    for (const { scale } of views) {
      const map = await this.mapAt(scaled(before, scale), scaled(after, scale))
      maps.push(resized(map, width, height))
    }
    return { width, height, values: meanOfViews(maps, views) }
  }

  async release(): Promise<void> {
    const all = [...this.sessions.values()]
    this.sessions.clear()
    for (const { network, encoder } of all) {
      await network.release()
      await encoder?.release()
    }
  }

  private async mapAt(before: Raster, after: Raster): Promise<ChangeMap> {
    const { width, height } = after
    const values = new Float32Array(width * height)
    for (const tile of coverTiles(width, height, PHOTO_TILES)) {
      const frame: HeightWidth = [roundUp(tile.height), roundUp(tile.width)]
      const logits = await this.detect(cutWindow(before, tile, frame), cutWindow(after, tile, frame), frame)
      writeInner(logits, frame[1], tile, { width, height, values }, this.model.calibration)
    }
    return { width, height, values }
  }

  /** Logits of one tile, row-major. */
  private async detect(before: Uint8Array, after: Uint8Array, frame: HeightWidth): Promise<Float32Array> {
    const { network, encoder } = await this.sessionsFor(frame)
    const features = (await encoder?.encode([{ before, after }])) ?? {}
    const feeds = Object.fromEntries(
      Object.entries(features).map(([name, { data, shape }]) => [
        name,
        new Tensor('float32', data as Float32Array, [...shape]),
      ]),
    )
    const { changed } = await network.run({
      ...feeds,
      before: frameTensor(before, frame),
      after: frameTensor(after, frame),
    })
    return changed.data as Float32Array
  }

  private async sessionsFor(frame: HeightWidth): Promise<SizedSessions> {
    const key = frame.join(' x ')
    const sized = this.sessions.get(key) ?? (await this.open(frame))
    this.sessions.delete(key)
    this.sessions.set(key, sized)
    if (this.sessions.size > MOST_SIZES) {
      const [oldest] = this.sessions
      this.sessions.delete(oldest[0])
      await oldest[1].network.release()
      await oldest[1].encoder?.release()
    }
    return sized
  }

  private open(frame: HeightWidth): Promise<SizedSessions> {
    const { family, values, without, encoder } = this.model
    const graph = family.build({ words: 0, categories: 0, frame }, without)
    const detect = (batch: number): ModelSpec => graph.stage('detect', values, { batch })
    const mostRows = Math.max(1, Math.floor(PIXELS_AT_ONCE / (frame[0] * frame[1])))
    return openTogether(async (keep) => ({
      network: await keep(
        this.options.provider === 'cpu'
          ? createGraphSession(detect(1), this.options)
          : createBatchSession((rows) => detect(rows ?? 1), this.options, mostRows),
      ),
      encoder:
        encoder === null ? null : await keep(createFrozenEncoder(encoder, frame, this.options, mostRows)),
    }))
  }
}

function roundUp(side: number): number {
  return Math.ceil(side / SIDE_MULTIPLE) * SIDE_MULTIPLE
}

function scaled(image: Raster, scale: number): Raster {
  if (scale === 1) {
    return image
  }
  const { width, height } = image
  const side = (whole: number): number => Math.max(1, Math.round(whole * scale))
  return resampleWindow(image, { x: 0, y: 0, width, height }, side(width), side(height))
}

function frameTensor(pixels: Uint8Array, [height, width]: HeightWidth): Tensor {
  const planes = new Float32Array(pixels.length)
  writePlanes(planes, pixels)
  return new Tensor('float32', planes, [1, 3, height, width])
}

/** Writes the inner part of a tile, as probabilities. */
function writeInner(
  logits: Float32Array,
  stride: number,
  tile: Tile,
  map: ChangeMap,
  { scale, shift }: Calibration = { scale: 1, shift: 0 },
): void {
  eachInnerRow(tile, stride, map.width, (from, to, count) => {
    for (let at = 0; at < count; at += 1) {
      map.values[to + at] = sigmoid(scale * logits[from + at] + shift)
    }
  })
}

/** Bilinearly. */
function resized({ width, height, values }: ChangeMap, toWidth: number, toHeight: number): Float32Array {
  if (width === toWidth && height === toHeight) {
    return values
  }
  const out = new Float32Array(toWidth * toHeight)
  const columns = Array.from({ length: toWidth }, (_, x) => tap(x, toWidth, width))
  for (let y = 0; y < toHeight; y += 1) {
    const { first, second, share } = tap(y, toHeight, height)
    for (let x = 0; x < toWidth; x += 1) {
      const column = columns[x]
      const at = (row: number): number => {
        const start = row * width
        return (
          values[start + column.first] * (1 - column.share) + values[start + column.second] * column.share
        )
      }
      out[y * toWidth + x] = at(first) * (1 - share) + at(second) * share
    }
  }
  return out
}

/** The two of `count` cells between which the middle of cell `index` of `size` lies. */
function tap(index: number, size: number, count: number): { first: number; second: number; share: number } {
  const place = Math.min(count - 1, Math.max(0, ((index + 0.5) * count) / size - 0.5))
  const first = Math.floor(place)
  return { first, second: Math.min(count - 1, first + 1), share: place - first }
}
