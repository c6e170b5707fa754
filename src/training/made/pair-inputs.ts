import type { TrainingPixels } from '../../dataset/made/training-record'
import { ATTRIBUTES, ATTRIBUTE_NAMES } from '../../systems/blocks/region-heads'
import { CAPTION_LENGTH, MASK_SIDE } from '../../systems/blocks/sizes'
import { writePlanes } from '../../systems/blocks/pixels'
import { IGNORED } from '../../systems/blocks/training-inputs'
import { floats, integers, type Part } from './batch-parts'
import { writeInputs, writeTargets } from './captions'
import type { TrainingPair } from './training-set'

const PIXELS = MASK_SIDE * MASK_SIDE

/** Light, contrast and tint vary, a little between the frames too. Gives what varies a picture at a time in 0..1 between them. */
export function writeFrames(
  slice: Record<'before' | 'after', Part>,
  pixels: Pick<TrainingPixels, 'before' | 'after'>,
  random: () => number,
): (between: Uint8Array, time: number) => Float32Array {
  const around = (width: number): number => 1 + width * (2 * random() - 1)
  const contrast = around(0.15)
  const light = 0.08 * (2 * random() - 1)
  const tint = [around(0.04), around(0.04), around(0.04)]
  const draw = (): Look => ({ gain: contrast * around(0.05), shift: light + 0.03 * (2 * random() - 1) })
  const write = (out: Float32Array, source: Uint8Array, { gain, shift }: Look): void =>
    writePlanes(
      out,
      source,
      tint.map((each) => each * gain),
      shift,
    )
  const [first, last] = [draw(), draw()]
  write(floats(slice.before), pixels.before, first)
  write(floats(slice.after), pixels.after, last)
  return (between, time) => {
    const out = new Float32Array(between.length)
    const way = (name: keyof Look): number => first[name] + time * (last[name] - first[name])
    write(out, between, { gain: way('gain'), shift: way('shift') })
    return out
  }
}

interface Look {
  readonly gain: number
  readonly shift: number
}

/** Adds a region's pixels, before and after (what is gone: where it would be seen). */
export function addMask(out: Float32Array, at: number, pixels: TrainingPixels, region: number): void {
  const { beforeRegions, afterRegions, vacatedRegions } = pixels
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    if (beforeRegions[pixel] === region) out[at + pixel] = 1
    if (afterRegions[pixel] === region || vacatedRegions[pixel] === region) out[at + PIXELS + pixel] = 1
  }
}

/** The class of an attribute's value; 0 is for no thing. */
export function classOf(name: keyof typeof ATTRIBUTES, value: string): number {
  return 1 + (ATTRIBUTES[name] as readonly string[]).indexOf(value)
}

/** Which token of the other frame shows the same. */
export function writeMatches(slice: Record<'forward' | 'backward', Part>, pixels: TrainingPixels): void {
  pixels.forward.forEach((to, token) => (integers(slice.forward)[token] = BigInt(to)))
  pixels.backward.forEach((to, token) => (integers(slice.backward)[token] = BigInt(to)))
}

/** How far each token went, where that is known. */
export function writeWays(slice: Record<'forwardWays' | 'backwardWays', Part>, pixels: TrainingPixels): void {
  for (const name of ['forwardWays', 'backwardWays'] as const) {
    const out = floats(slice[name])
    const ways = pixels[name]
    for (let token = 0; 2 * token < ways.length; token++) {
      const way = ways.subarray(2 * token, 2 * token + 2)
      if (!Number.isNaN(way[0])) out.set([...way, 1], 3 * token)
    }
  }
}

/** What each token shows, which Blocks knows. */
export function writeObjects(
  slice: Record<'objectsBefore' | 'objectsAfter', Part>,
  { record }: TrainingPair,
  pixels: TrainingPixels,
): void {
  for (const [part, tokens, things] of [
    [slice.objectsBefore, pixels.beforeObjects, record.objects.before],
    [slice.objectsAfter, pixels.afterObjects, record.objects.after],
  ] as const) {
    const out = integers(part)
    if (record.world !== 'blocks') {
      out.fill(BigInt(IGNORED))
      continue
    }
    tokens.forEach((place, token) => {
      if (place === 0) return
      const thing = things[place - 1]
      ATTRIBUTE_NAMES.forEach((name, index) => (out[token * 4 + index] = BigInt(classOf(name, thing[name]))))
    })
  }
}

/** How the cubes that tokens show stand. */
export function writeFacing(
  slice: Record<'facingBefore' | 'facingAfter', Part>,
  { record }: TrainingPair,
  pixels: TrainingPixels,
): void {
  for (const [part, tokens, things] of [
    [slice.facingBefore, pixels.beforeObjects, record.objects.before],
    [slice.facingAfter, pixels.afterObjects, record.objects.after],
  ] as const) {
    const out = floats(part)
    tokens.forEach((place, token) => {
      const angle = things.at(place - 1)?.facingRad ?? null
      if (place > 0 && angle !== null) out.set([Math.cos(4 * angle), Math.sin(4 * angle), 1], 3 * token)
    })
  }
}

/** Two references, end to end, to be read and to be said. */
export function writeReferences(
  slice: Record<'tokens' | 'targets', Part>,
  references: readonly [readonly number[], readonly number[]],
): void {
  references.forEach((ids, index) => {
    writeInputs(integers(slice.tokens), index * CAPTION_LENGTH, ids)
    writeTargets(integers(slice.targets), index * CAPTION_LENGTH, ids)
  })
}

/** The pixels of all regions, both frames: adds to [2, 128, 128]. */
export function addMasks(out: Float32Array, pixels: TrainingPixels): void {
  const count = Math.max(...[pixels.beforeRegions, pixels.afterRegions, pixels.vacatedRegions].map(most))
  for (let region = 1; region <= count; region++) addMask(out, 0, pixels, region)
}

function most(values: Uint8Array): number {
  return values.reduce((best, value) => (value > best ? value : best), 0)
}
