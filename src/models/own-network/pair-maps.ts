import { cutWindow } from '../../images/cut-window'
import { clamp, sigmoid } from '../../basics/numbers'
import type { NetworkManifest, NetworkSize } from '../../packages/network-manifest'
import { clearUnknown } from '../change-map/map-proposal'
import type { AlignedPair } from '../change-map/map-proposal'
import { coverTiles, eachInnerRow } from '../change-map/tiles'
import type { Tile, TilePlan } from '../change-map/tiles'
import type { ChangeMap } from '../model-proposer'
import type { NetworkRunner, OutputMap } from './network-runner'
import type { HeightWidth } from '../layers/sizes'

/** What a network with classes says of one frame, in the place of the after image. */
export interface FrameClasses {
  /** Probability of any class but "no change". */
  readonly changed: Float32Array
  /** Index of the most probable of these classes. */
  readonly classes: Uint8Array
}

/** What a network says of a pair. */
export interface PairMaps {
  /** Of several frames, the larger probability. */
  readonly map: ChangeMap
  /** One for each output; empty for a network without classes. */
  readonly frames: readonly FrameClasses[]
}

/** Runs the network over a pair of any size. @throws PackageError */
export async function mapPair(
  runner: NetworkRunner,
  { size, outputs }: NetworkManifest,
  pair: AlignedPair,
): Promise<PairMaps> {
  const { width, height } = pair.after
  const area = width * height
  const noChange = outputs.classes?.indexOf(outputs.noChange ?? '') ?? -1
  const maps = outputs.names.map(() => ({
    changed: new Float32Array(area),
    classes: new Uint8Array(outputs.classes === undefined ? 0 : area),
  }))
  for (const tile of coverTiles(width, height, tilePlan(size))) {
    const frame = frameFor(tile, size)
    const before = cutWindow(pair.registered.aligned, tile, frame)
    const results = await runner.run(before, cutWindow(pair.after, tile, frame), frame)
    results.forEach((result, index) => {
      const read = outputs.classes === undefined ? readChanged : readClasses(noChange)
      eachInnerRow(tile, frame[1], width, (from, to, count) => {
        for (let at = 0; at < count; at += 1) {
          read(result, from + at, outputs.values, maps[index], to + at)
        }
      })
    })
  }
  maps.forEach(({ changed }) => clearUnknown(changed, pair))
  const values = maps.length === 1 ? maps[0].changed : largerOf(maps[0].changed, maps[1].changed)
  return { map: { width, height, values }, frames: outputs.classes === undefined ? [] : maps }
}

/** Reads one pixel of an output into a map. */
type ReadPixel = (
  output: OutputMap,
  from: number,
  kind: NetworkManifest['outputs']['values'],
  map: FrameClasses,
  to: number,
) => void

const readChanged: ReadPixel = ({ values, pixelStep }, from, kind, { changed }, to) => {
  const value = values[from * pixelStep]
  changed[to] = kind === 'logits' ? sigmoid(value) : clamp(value, 1)
}

function readClasses(noChange: number): ReadPixel {
  return ({ values, channels, pixelStep, channelStep }, from, kind, { changed, classes }, to) => {
    const start = from * pixelStep
    let best = noChange === 0 ? 1 : 0
    for (let channel = 0; channel < channels; channel += 1) {
      if (
        channel !== noChange &&
        values[start + channel * channelStep] > values[start + best * channelStep]
      ) {
        best = channel
      }
    }
    classes[to] = best
    const none = values[start + noChange * channelStep]
    if (kind === 'probabilities') {
      changed[to] = clamp(1 - none, 1)
      return
    }
    const peak = Math.max(none, values[start + best * channelStep])
    let sum = 0
    for (let channel = 0; channel < channels; channel += 1) {
      sum += Math.exp(values[start + channel * channelStep] - peak)
    }
    changed[to] = 1 - Math.exp(none - peak) / sum
  }
}

function largerOf(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, at) => Math.max(value, b[at]))
}

function tilePlan(size: NetworkSize): TilePlan {
  const margin = Math.ceil(size.overlap / 2)
  const [height, width] = size.kind === 'fixed' ? [size.height, size.width] : [size.tile, size.tile]
  const [most, mostAcross] = size.kind === 'fixed' ? [height, width] : [size.largest, size.largest]
  return { isWhole: (across, down) => across <= mostAcross && down <= most, width, height, margin }
}

/** Of a multiple of what the network asks for, and at least as large as the tile. */
function frameFor(tile: Tile, size: NetworkSize): HeightWidth {
  if (size.kind === 'fixed') {
    return [size.height, size.width]
  }
  const roundUp = (side: number): number => Math.ceil(side / size.of) * size.of
  return [roundUp(tile.height), roundUp(tile.width)]
}
