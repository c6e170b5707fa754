import { setImmediate } from 'node:timers/promises'
import type { TrainingPixels } from '../../dataset/made/training-record'
import { uniformAt } from '../../graph/random'
import { ATTRIBUTES, ATTRIBUTE_NAMES } from '../../systems/blocks/region-heads'
import { CAPTION_LENGTH, MASK_SIDE, TOKENS } from '../../systems/blocks/sizes'
import { tokenShares } from '../../systems/blocks/pixels'
import { IGNORED } from '../../systems/blocks/training-inputs'
import { CCRC_INPUTS, REGION_SLOTS, type CcrcInputName } from '../../systems/ccrc/training-inputs'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import type { Fed } from '../session'
import { emptyInputs, floats, integers, partsOf, type BatchInputs, type Part } from './batch-parts'
import { writeInputs, writeTargets } from './captions'
import { drawOne, drawThree, shuffled } from './draws'
import {
  addMask,
  classOf,
  writeFacing,
  writeFrames,
  writeMatches,
  writeObjects,
  writeReferences,
  writeWays,
} from './pair-inputs'
import { PairCaptions } from './pair-captions'
import { readPixels, type TrainingPair } from './training-set'

const PIXELS = MASK_SIDE * MASK_SIDE
/** Tokens of which a region covers less do not show it. */
const LEAST_COVERAGE = 0.25

/** Chances of what a pair's captioner is told and reads. */
const CHANCES = { blind: 0.2, told: 0.6, readOther: 0.2, readWrong: 0.2 } as const

/** Makes batches of the inputs of CCRC's training graph; the same seed and pairs give the same batch. */
export class CcrcBatches {
  private readonly captions: PairCaptions
  private readonly swaps: ReadonlyMap<number, readonly number[]>

  constructor(
    tokenizer: Tokenizer,
    /** Category names; class 0 is "no region". */
    private readonly categories: readonly string[],
  ) {
    this.captions = new PairCaptions(tokenizer)
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
      writeWays(slice, pixels)
      writeObjects(slice, pair, pixels)
      writeFacing(slice, pair, pixels)
      const other = pairs[(item + 1 + Math.floor(random() * (n - 1))) % n]
      this.writeCaptions(slice, pair, other, random)
      slice.anything.data[0] = coverage > 0 ? 1 : 0
    }
    return batch
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
    const shares = places.map((region, slot) => {
      const own = floats(regionMasks).subarray(slot * 2 * PIXELS, (slot + 1) * 2 * PIXELS)
      addMask(own, 0, pixels, region + 1)
      return tokenShares(own)
    })
    for (let slot = 0; slot < REGION_SLOTS; slot++) {
      const region = places[slot]
      if (region === undefined) {
        writeNoRegion(slice, slot, whole, pixels, random)
        continue
      }
      integers(slice.anchors)[slot] = BigInt(pickShowing(shares, slot, random))
      floats(slice.valid)[slot] = 1
      integers(slice.categories)[slot] = BigInt(1 + this.categories.indexOf(record.categories[region]))
      writeRegionAttributes(slice, slot, record, region)
    }
    slice.order = places
    return record.categories.length
  }

  private writeCaptions(slice: Slice, pair: TrainingPair, other: TrainingPair, random: () => number): void {
    const own = this.captions.of(pair)
    const [first, second, third] = drawThree(own, random)
    const pointed = floats(slice.pointed)
    writeReferences(slice, [first.ids, second.ids])
    ;[first, second].forEach((caption, index) => {
      const at = index * CAPTION_LENGTH
      caption.points.forEach((bits, word) => {
        slice.order.forEach((region, slot) => {
          if ((bits >> region) & 1) pointed[(at + word) * REGION_SLOTS + slot] = 1
        })
      })
    })
    const chance = random()
    const isOther = chance < CHANCES.readOther && other !== pair
    const isWrong = !isOther && chance < CHANCES.readOther + CHANCES.readWrong
    const read = isOther ? drawOne(this.captions.of(other), random).ids : first.ids
    const ids = isWrong ? this.corrupt(read, random) : read
    writeInputs(integers(slice.tokens), 2 * CAPTION_LENGTH, ids)
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

export type Slice = Record<CcrcInputName, Part> & { order: readonly number[] }

export function emptyBatch(n: number): BatchInputs<CcrcInputName> {
  return emptyInputs(CCRC_INPUTS, n)
}

export function sliceOf(batch: BatchInputs<CcrcInputName>, item: number, n: number): Slice {
  return Object.assign(partsOf(batch, item, n), { order: [] })
}

export function writeHeat(coverage: Float32Array, heat: Float32Array, counts: Float32Array): void {
  const best = Math.max(...coverage)
  const enough = best > 0 && best < LEAST_COVERAGE ? best : LEAST_COVERAGE
  coverage.forEach((share, token) => {
    heat[token] = share >= enough ? 1 : 0
    counts[token] = share > 0 && share < enough ? 0 : 1
  })
}

/**
 * A token that shows the region, at random, and no other region more: what it is asked for would be either's.
 * @param shares of each token [512], by region
 */
export function pickShowing(shares: readonly Float32Array[], region: number, random: () => number): number {
  const own = shares[region]
  const showing = [...own.keys()].filter((token) => own[token] >= LEAST_COVERAGE)
  const mostly = showing.filter((token) => shares.every((other) => other[token] <= own[token]))
  const tokens = mostly.length > 0 ? mostly : showing
  if (tokens.length > 0) return tokens[Math.floor(random() * tokens.length)]
  return own.indexOf(Math.max(...own))
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
