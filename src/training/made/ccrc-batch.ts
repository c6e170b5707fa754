import { setImmediate } from 'node:timers/promises'
import type { TrainingPixels } from '../../dataset/made/training-record'
import { uniformAt } from '../../graph/random'
import { ATTRIBUTES, ATTRIBUTE_NAMES } from '../../systems/blocks/region-heads'
import { CAPTION_LENGTH, IMAGE_SIDE, MASK_SIDE, TOKENS } from '../../systems/blocks/sizes'
import { tokenShares, writePlanes } from '../../systems/blocks/pixels'
import { CCRC_INPUTS, IGNORED, REGION_SLOTS, type CcrcInputName } from '../../systems/ccrc/training-inputs'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import type { Fed } from '../session'
import { encodeCaptions, writeInputs, writeTargets, type EncodedCaption } from './captions'
import { readPixels, type TrainingPair } from './training-set'

const PIXELS = MASK_SIDE * MASK_SIDE
/** Tokens of which a region covers less do not show it. */
const LEAST_COVERAGE = 0.25

/** Chances of what a pair's captioner is told and reads. */
const CHANCES = { blind: 0.2, told: 0.6, readOther: 0.2, readWrong: 0.2 } as const

/** Makes batches of the inputs of CCRC's training graph; the same seed and pairs give the same batch. */
export class CcrcBatches {
  private readonly captions = new Map<TrainingPair, readonly EncodedCaption[]>()
  private readonly swaps: ReadonlyMap<number, readonly number[]>

  constructor(
    private readonly tokenizer: Tokenizer,
    /** Category names; class 0 is "no region". */
    private readonly categories: readonly string[],
  ) {
    this.swaps = wordSwaps(tokenizer)
  }

  /** Other work of this process goes on between the pairs. */
  async make(pairs: readonly TrainingPair[], seed: number): Promise<Record<CcrcInputName, Fed>> {
    const n = pairs.length
    const batch = emptyBatch(n)
    let drawn = 0
    const random = (): number => uniformAt(seed, drawn++)
    for (const [item, pair] of pairs.entries()) {
      await setImmediate()
      const pixels = readPixels(pair)
      const slice = sliceOf(batch, item, n)
      writeFrames(slice, pixels, random)
      const coverage = this.writeRegions(slice, pair, pixels, random)
      writeMatches(slice, pixels)
      writeObjects(slice, pair, pixels)
      const other = pairs[(item + 1 + Math.floor(random() * (n - 1))) % n]
      this.writeCaptions(slice, pair, other, random)
      slice.anything.data[0] = coverage > 0 ? 1 : 0
    }
    return batch
  }

  private captionsOf(pair: TrainingPair): readonly EncodedCaption[] {
    const known = this.captions.get(pair)
    if (known !== undefined) return known
    const made = encodeCaptions(pair.record, this.tokenizer)
    this.captions.set(pair, made)
    return made
  }

  /** Returns how many regions the pair has. */
  private writeRegions(
    slice: Slice,
    { record }: TrainingPair,
    pixels: TrainingPixels,
    random: () => number,
  ): number {
    const { masks, regionMasks, heat, heatCounts } = slice
    const all = floats(masks)
    const places = shuffled(record.categories.length, random).slice(0, REGION_SLOTS)
    record.categories.forEach((_, region) => addMask(all, 0, pixels, region + 1))
    const whole = tokenShares(all)
    writeHeat(whole, floats(heat), floats(heatCounts))
    for (let slot = 0; slot < REGION_SLOTS; slot++) {
      const region = places[slot]
      if (region === undefined) {
        writeNoRegion(slice, slot, whole, pixels, random)
        continue
      }
      const own = floats(regionMasks).subarray(slot * 2 * PIXELS, (slot + 1) * 2 * PIXELS)
      addMask(own, 0, pixels, region + 1)
      integers(slice.anchors)[slot] = BigInt(pickShowing(tokenShares(own), random))
      floats(slice.valid)[slot] = 1
      integers(slice.categories)[slot] = BigInt(1 + this.categories.indexOf(record.categories[region]))
      writeRegionAttributes(slice, slot, record, region)
    }
    slice.order = places
    return record.categories.length
  }

  private writeCaptions(slice: Slice, pair: TrainingPair, other: TrainingPair, random: () => number): void {
    const own = this.captionsOf(pair)
    const [first, second, third] = drawThree(own, random)
    const tokens = integers(slice.tokens)
    const targets = integers(slice.targets)
    const pointed = floats(slice.pointed)
    ;[first, second].forEach((caption, index) => {
      const at = index * CAPTION_LENGTH
      writeInputs(tokens, at, caption.ids)
      writeTargets(targets, at, caption.ids)
      caption.points.forEach((bits, word) => {
        slice.order.forEach((region, slot) => {
          if ((bits >> region) & 1) pointed[(at + word) * REGION_SLOTS + slot] = 1
        })
      })
    })
    const chance = random()
    const isOther = chance < CHANCES.readOther && other !== pair
    const isWrong = !isOther && chance < CHANCES.readOther + CHANCES.readWrong
    const read = isOther ? drawOne(this.captionsOf(other), random).ids : first.ids
    const ids = isWrong ? this.corrupt(read, random) : read
    writeInputs(tokens, 2 * CAPTION_LENGTH, ids)
    floats(slice.read).fill(1, 0, ids.length + 1)
    const isSame = isOther && sameKind(pair, other)
    floats(slice.readTrue)[0] = !isOther && !isWrong ? 1 : 0
    floats(slice.readOther)[0] = isOther && !isSame ? 1 : 0
    writeInputs(integers(slice.againTokens), 0, third.ids)
    writeTargets(integers(slice.againTargets), 0, third.ids)
    floats(slice.blind)[0] = random() < CHANCES.blind ? 1 : 0
    floats(slice.told)[0] = random() < CHANCES.told ? 1 : 0
  }

  /** Another word in the place of an attribute or two. */
  private corrupt(ids: readonly number[], random: () => number): readonly number[] {
    return ids.map((id) => {
      const others = this.swaps.get(id)
      return others !== undefined && random() < 0.5 ? others[Math.floor(random() * others.length)] : id
    })
  }
}

/** Tokens that name an attribute, each with those that could stand in its place. */
function wordSwaps(tokenizer: Tokenizer): Map<number, readonly number[]> {
  const groups = [...ATTRIBUTE_NAMES.map((name) => ATTRIBUTES[name] as readonly string[]), ['left', 'right']]
  const swaps = new Map<number, readonly number[]>()
  for (const words of groups) {
    // words of several tokens have none of their own to be exchanged
    const ids = words.map((word) => tokenizer.encode(word)).flatMap((own) => (own.length === 1 ? own : []))
    for (const id of ids)
      if (ids.length > 1)
        swaps.set(
          id,
          ids.filter((other) => other !== id),
        )
  }
  return swaps
}

function sameKind(a: TrainingPair, b: TrainingPair): boolean {
  return a.record.changeType === b.record.changeType && a.record.world === 'aerial'
}

interface Part {
  data: Float32Array | BigInt64Array
}
type Slice = Record<CcrcInputName, Part> & { order: readonly number[] }

function emptyBatch(
  n: number,
): Record<CcrcInputName, { data: Float32Array | BigInt64Array; shape: number[] }> {
  return Object.fromEntries(
    Object.entries(CCRC_INPUTS).map(([name, [dtype, shape]]) => {
      const count = shape.reduce<number>((product, size) => product * size, n)
      return [
        name,
        {
          data: dtype === 'int64' ? new BigInt64Array(count) : new Float32Array(count),
          shape: [n, ...shape],
        },
      ]
    }),
  ) as Record<CcrcInputName, { data: Float32Array | BigInt64Array; shape: number[] }>
}

function sliceOf(batch: ReturnType<typeof emptyBatch>, item: number, n: number): Slice {
  const parts = Object.fromEntries(
    Object.entries(batch).map(([name, { data }]) => {
      const size = data.length / n
      return [name, { data: data.subarray(item * size, (item + 1) * size) }]
    }),
  ) as Record<CcrcInputName, Part>
  return Object.assign(parts, { order: [] })
}

function floats({ data }: Part): Float32Array {
  if (data instanceof Float32Array) return data
  throw new TypeError('expected float32')
}

function integers({ data }: Part): BigInt64Array {
  if (data instanceof BigInt64Array) return data
  throw new TypeError('expected int64')
}

/** Light, contrast and tint vary, a little between the frames too. */
function writeFrames(slice: Slice, pixels: TrainingPixels, random: () => number): void {
  const around = (width: number): number => 1 + width * (2 * random() - 1)
  const contrast = around(0.15)
  const light = 0.08 * (2 * random() - 1)
  const tint = [around(0.04), around(0.04), around(0.04)]
  for (const [part, source] of [
    [slice.before, pixels.before],
    [slice.after, pixels.after],
  ] as const) {
    const gain = contrast * around(0.05)
    const shift = light + 0.03 * (2 * random() - 1)
    writePlanes(
      floats(part),
      source,
      tint.map((each) => each * gain),
      shift,
    )
  }
}

/** Adds a region's share of each 2 x 2 pixels, before and after (what is gone: where it would be seen). */
function addMask(out: Float32Array, at: number, pixels: TrainingPixels, region: number): void {
  const { beforeRegions, afterRegions, vacatedRegions } = pixels
  for (let y = 0; y < IMAGE_SIDE; y++) {
    const row = at + (y >> 1) * MASK_SIDE
    for (let x = 0; x < IMAGE_SIDE; x++) {
      const pixel = y * IMAGE_SIDE + x
      const cell = row + (x >> 1)
      if (beforeRegions[pixel] === region) out[cell] += 0.25
      if (afterRegions[pixel] === region || vacatedRegions[pixel] === region) {
        const value = out[PIXELS + cell] + 0.25
        out[PIXELS + cell] = value > 1 ? 1 : value
      }
    }
  }
}

function writeHeat(coverage: Float32Array, heat: Float32Array, counts: Float32Array): void {
  const best = Math.max(...coverage)
  const enough = best > 0 && best < LEAST_COVERAGE ? best : LEAST_COVERAGE
  coverage.forEach((share, token) => {
    heat[token] = share >= enough ? 1 : 0
    counts[token] = share > 0 && share < enough ? 0 : 1
  })
}

/** A token that shows the region, at random. */
function pickShowing(coverage: Float32Array, random: () => number): number {
  const tokens = [...coverage.keys()].filter((token) => coverage[token] >= LEAST_COVERAGE)
  if (tokens.length > 0) return tokens[Math.floor(random() * tokens.length)]
  return coverage.indexOf(Math.max(...coverage))
}

/** An unused place: a token without a change, half of the time one that shows a thing. */
function writeNoRegion(
  slice: Slice,
  slot: number,
  coverage: Float32Array,
  pixels: TrainingPixels,
  random: () => number,
): void {
  const wantsThing = random() < 0.5
  let token = 0
  for (let attempt = 0; attempt < 30; attempt++) {
    token = Math.floor(random() * 2 * TOKENS)
    const thing = token < TOKENS ? pixels.beforeObjects[token] : pixels.afterObjects[token - TOKENS]
    if (coverage[token] === 0 && (!wantsThing || thing > 0)) break
  }
  integers(slice.anchors)[slot] = BigInt(token)
  integers(slice.attributes).fill(BigInt(IGNORED), slot * 8, slot * 8 + 8)
}

function writeRegionAttributes(
  slice: Slice,
  slot: number,
  record: TrainingPair['record'],
  region: number,
): void {
  const out = integers(slice.attributes)
  const { before, after } = record.regionObjects[region]
  const known = record.world === 'blocks'
  ;[
    [before, record.objects.before],
    [after, record.objects.after],
  ].forEach(([place, things], frame) => {
    const thing = (things as TrainingPair['record']['objects']['before'])[(place as number) - 1]
    ATTRIBUTE_NAMES.forEach((name, index) => {
      const value = !known ? IGNORED : thing === undefined ? 0 : classOf(name, thing[name])
      out[slot * 8 + frame * 4 + index] = BigInt(value)
    })
  })
}

function classOf(name: keyof typeof ATTRIBUTES, value: string): number {
  return 1 + (ATTRIBUTES[name] as readonly string[]).indexOf(value)
}

function writeMatches(slice: Slice, pixels: TrainingPixels): void {
  pixels.forward.forEach((to, token) => (integers(slice.forward)[token] = BigInt(to)))
  pixels.backward.forEach((to, token) => (integers(slice.backward)[token] = BigInt(to)))
}

function writeObjects(slice: Slice, { record }: TrainingPair, pixels: TrainingPixels): void {
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

function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  for (let index = count - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    ;[order[index], order[other]] = [order[other], order[index]]
  }
  return order
}

function drawOne<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)]
}

/** Three of them, different as far as there are enough. */
function drawThree<T>(values: readonly T[], random: () => number): readonly [T, T, T] {
  const order = shuffled(values.length, random)
  const at = (index: number): T => values[order[index % order.length]]
  return [at(0), at(1), at(2)]
}
