import { Tensor } from 'onnxruntime-node'
import type { GraphSession } from '../../inference/sessions/graph-session'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import { createSession, openSource } from '../../inference/sessions/model-session'
import type { SessionOptions } from '../../inference/sessions/model-session'
import { differenceModel, TILE_MARGIN } from './graph'

/** Bounds memory: a tile takes some 100 bytes a pixel inside the graph. */
const DEFAULT_TILE_SIDE = 1024
/** Tiles of several pairs in one run on a device. */
const TILES_AT_ONCE = 8
/** On a processor what a tile takes stays in its cache. */
const CPU_TILE_SIDE = 216

/** The evidence graph on a provider. One call at a time. */
export interface EvidenceModel {
  /** As `measureEvidence`. */
  measure(before: Raster, after: Raster): Promise<Evidence>
  release(): Promise<void>
}

/** @throws Error in ONNX Runtime's words */
export async function openEvidenceModel(options: SessionOptions): Promise<EvidenceModel> {
  const isCpu = options.provider === 'cpu'
  const traits = { isNarrow: true }
  const session = await (isCpu
    ? createSession(differenceModel(), options, traits)
    : openSource(
        { file: () => differenceModel('pairs'), batches: 'any', mostRows: TILES_AT_ONCE, traits },
        options,
      ))
  const tileSide = isCpu ? CPU_TILE_SIDE : DEFAULT_TILE_SIDE
  return {
    measure: (before, after) => measureEvidence(session, before, after, tileSide),
    release: () => session.release(),
  }
}

/** Grey levels 0 to 255, rounded, one byte a pixel, row-major, in the after frame. */
export interface Evidence {
  width: number
  height: number
  plain: Uint8Array
  tolerant: Uint8Array
  /** Plain evidence before shadows were taken back. */
  raw: Uint8Array
}

/** @param before in the after frame and of its size, matched in light. */
export async function measureEvidence(
  session: GraphSession,
  before: Raster,
  after: Raster,
  tileSide = DEFAULT_TILE_SIDE,
): Promise<Evidence> {
  const { width, height } = after
  const plain = new Uint8Array(width * height)
  const tolerant = new Uint8Array(width * height)
  const raw = new Uint8Array(width * height)
  for (const tile of tilesOf(width, height, tileSide)) {
    const feeds = { before: pack(before, tile), after: pack(after, tile) }
    const { evidence } = await session.run(feeds)
    const values = evidence.data as Float32Array
    unpack(values, 0, plain, width, tile)
    unpack(values, tile.width * tile.height, tolerant, width, tile)
    unpack(values, 2 * tile.width * tile.height, raw, width, tile)
    evidence.dispose()
  }
  return { width, height, plain, tolerant, raw }
}

function tilesOf(width: number, height: number, tileSide: number): Rect[] {
  const tiles: Rect[] = []
  for (let y = 0; y < height; y += tileSide) {
    for (let x = 0; x < width; x += tileSide) {
      tiles.push({ x, y, width: Math.min(tileSide, width - x), height: Math.min(tileSide, height - y) })
    }
  }
  return tiles
}

/** A tile with its margin as [1, 3, H, W]; beyond the image's border the nearest pixel is repeated. */
function pack(image: Raster, tile: Rect): Tensor {
  const width = tile.width + 2 * TILE_MARGIN
  const height = tile.height + 2 * TILE_MARGIN
  const plane = width * height
  const data = new Float32Array(3 * plane)
  // of the columns, those inside the image; the others repeat the first and the last of them
  const first = Math.max(0, TILE_MARGIN - tile.x)
  const end = Math.min(width, image.width - tile.x + TILE_MARGIN)
  for (let row = 0; row < height; row += 1) {
    const y = Math.min(image.height - 1, Math.max(0, tile.y + row - TILE_MARGIN))
    let source = 3 * (y * image.width + tile.x + first - TILE_MARGIN)
    const start = row * width
    for (let at = start + first; at < start + end; at += 1, source += 3) {
      data[at] = image.data[source]
      data[at + plane] = image.data[source + 1]
      data[at + 2 * plane] = image.data[source + 2]
    }
    for (let channel = start; channel < data.length; channel += plane) {
      data.fill(data[channel + first], channel, channel + first)
      data.fill(data[channel + end - 1], channel + end, channel + width)
    }
  }
  return new Tensor('float32', data, [1, 3, height, width])
}

function unpack(values: Float32Array, offset: number, into: Uint8Array, stride: number, tile: Rect): void {
  for (let row = 0; row < tile.height; row += 1) {
    const source = offset + row * tile.width
    const target = (tile.y + row) * stride + tile.x
    for (let column = 0; column < tile.width; column += 1) {
      const value = values[source + column]
      into[target + column] = value > 254.5 ? 255 : value + 0.5
    }
  }
}

/**
 * Which share of the plain evidence vanishes once small shifts are forgiven. Of an object that changed,
 * most stays; of edges that do not lie on each other, next to nothing. Counted where the plain evidence
 * is over the threshold, on pixels; 0 where there is none.
 */
export function explainedByShift(evidence: Evidence, valid: Uint8Array | null, threshold: number): number {
  const { plain, tolerant } = evidence
  let over = 0
  let explained = 0
  for (let at = 0; at < plain.length; at += 1) {
    if (plain[at] > threshold && (valid === null || valid[at] !== 0)) {
      over += 1
      explained += tolerant[at] > threshold / 2 ? 0 : 1
    }
  }
  return over === 0 ? 0 : explained / over
}
