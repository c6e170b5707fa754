import { setImmediate } from 'node:timers/promises'
import type { TrainingPixels } from '../../../dataset/synthetic/training-record'
import { uniformAt } from '../../../graph/random'
import { ATTRIBUTES, ATTRIBUTE_NAMES } from '../../layers/region-heads'
import { CAPTION_LENGTH, MASK_SIDE, TOKENS } from '../../layers/sizes'
import { tokenMeans } from '../../layers/pixels'
import { IGNORED } from '../../layers/training-inputs'
import { CCRC_INPUTS, REGION_SLOTS } from '../network/training-inputs'
import type { CcrcInputName } from '../network/training-inputs'
import { pickAnchor, pickUnchanged, writeHeat } from './region-tokens'
import type { Tokenizer } from '../../../text/bpe/tokenizer'
import type { TensorData } from '../../../training/session'
import { zeroInputs, asFloat32, asInt64, sliceInputs } from '../../../training/data/batch-inputs'
import type { BatchInputs, InputSlice } from '../../../training/data/batch-inputs'
import {
  writeCaptionInputs,
  writeCaptionTargets,
  EncodedCaptionCache,
} from '../../../training/data/caption-tokens'
import { sampleOne, sampleThree, shuffledIndices } from '../../../training/random-sampler'
import {
  addMask,
  attributeClass,
  writeOrientation,
  writeFrames,
  writeMatches,
  writeObjects,
  writeReferences,
  writeFlow,
} from '../../../training/data/pair-inputs'
import { readPixels } from '../../../training/data/training-set'
import type { TrainingPair } from '../../../training/data/training-set'

const PIXELS = MASK_SIDE * MASK_SIDE

/** Probabilities of the captioner's inputs for a pair. */
const PROBABILITIES = { unconditioned: 0.2, trueCoverage: 0.6, readOther: 0.2, readWrong: 0.2 } as const

/** Makes batches of the inputs of CCRC's training graph; the same seed and pairs give the same batch. */
export class CcrcSyntheticBatches {
  private readonly captions: EncodedCaptionCache
  private readonly swaps: ReadonlyMap<number, readonly number[]>

  constructor(
    tokenizer: Tokenizer,
    /** Category names; class 0 is "no region". */
    private readonly categories: readonly string[],
  ) {
    this.captions = new EncodedCaptionCache(tokenizer)
    this.swaps = wordSwaps(tokenizer)
  }

  /** Other work of this process continues between the pairs. */
  async make(pairs: readonly TrainingPair[], seed: number): Promise<Record<CcrcInputName, TensorData>> {
    const n = pairs.length
    const batch = emptyBatch(n)
    let randomCount = 0
    const random = (): number => uniformAt(seed, randomCount++)
    for (const [item, pair] of pairs.entries()) {
      await setImmediate()
      const pixels = readPixels(pair)
      const slice = sliceBatch(batch, item, n)
      writeFrames(slice, pixels, random)
      const coverage = this.writeRegions(slice, pair, pixels, random)
      writeMatches(slice, pixels)
      writeFlow(slice, pixels)
      writeObjects(slice, pair, pixels)
      writeOrientation(slice, pair, pixels)
      const other = pairs[(item + 1 + Math.floor(random() * (n - 1))) % n]
      this.writeCaptions(slice, pair, other, random)
      slice.hasChange.data[0] = coverage > 0 ? 1 : 0
    }
    return batch
  }

  /** Returns how many regions the pair has. */
  private writeRegions(
    slice: CcrcSlice,
    { record }: TrainingPair,
    pixels: TrainingPixels,
    random: () => number,
  ): number {
    const { masks, regionMasks, heat, heatCounts } = slice
    const all = asFloat32(masks)
    const places = shuffledIndices(record.categories.length, random).slice(0, REGION_SLOTS)
    record.categories.forEach((_, region) => addMask(all, 0, pixels, region + 1))
    const whole = tokenMeans(all)
    writeHeat(whole, asFloat32(heat), asFloat32(heatCounts))
    const shares = places.map((region, slot) => {
      const own = asFloat32(regionMasks).subarray(slot * 2 * PIXELS, (slot + 1) * 2 * PIXELS)
      addMask(own, 0, pixels, region + 1)
      return tokenMeans(own)
    })
    for (let slot = 0; slot < REGION_SLOTS; slot++) {
      const region = places[slot]
      if (region === undefined) {
        writeNoRegion(slice, slot, whole, pixels, random)
        continue
      }
      asInt64(slice.anchors)[slot] = BigInt(pickAnchor(shares, slot, random))
      asFloat32(slice.valid)[slot] = 1
      asInt64(slice.categories)[slot] = BigInt(1 + this.categories.indexOf(record.categories[region]))
      writeRegionAttributes(slice, slot, record, region)
    }
    slice.order = places
    return record.categories.length
  }

  private writeCaptions(
    slice: CcrcSlice,
    pair: TrainingPair,
    other: TrainingPair,
    random: () => number,
  ): void {
    const own = this.captions.get(pair)
    const [first, second, third] = sampleThree(own, random)
    const pointed = asFloat32(slice.pointed)
    writeReferences(slice, [first.ids, second.ids])
    ;[first, second].forEach((caption, index) => {
      const at = index * CAPTION_LENGTH
      caption.regionBits.forEach((bits, word) => {
        slice.order.forEach((region, slot) => {
          if ((bits >> region) & 1) {
            pointed[(at + word) * REGION_SLOTS + slot] = 1
          }
        })
      })
    })
    const draw = random()
    const isOther = draw < PROBABILITIES.readOther && other !== pair
    const isWrong = !isOther && draw < PROBABILITIES.readOther + PROBABILITIES.readWrong
    const read = isOther ? sampleOne(this.captions.get(other), random).ids : first.ids
    const ids = isWrong ? this.corrupt(read, random) : read
    writeCaptionInputs(asInt64(slice.tokens), 2 * CAPTION_LENGTH, ids)
    asFloat32(slice.read).fill(1, 0, ids.length + 1)
    const isSame = isOther && hasSameChange(pair, other)
    asFloat32(slice.readTrue)[0] = !isOther && !isWrong ? 1 : 0
    asFloat32(slice.readOther)[0] = isOther && !isSame ? 1 : 0
    writeCaptionInputs(asInt64(slice.againTokens), 0, third.ids)
    writeCaptionTargets(asInt64(slice.againTargets), 0, third.ids)
    asFloat32(slice.unconditioned)[0] = random() < PROBABILITIES.unconditioned ? 1 : 0
    asFloat32(slice.trueCoverage)[0] = random() < PROBABILITIES.trueCoverage ? 1 : 0
  }

  /** Replaces attribute words at random by others of the same attribute. */
  private corrupt(ids: readonly number[], random: () => number): readonly number[] {
    return ids.map((id) => {
      const others = this.swaps.get(id)
      return others !== undefined && random() < 0.5 ? others[Math.floor(random() * others.length)] : id
    })
  }
}

/** Tokens that name an attribute value, each with the tokens of the other values. */
function wordSwaps(tokenizer: Tokenizer): Map<number, readonly number[]> {
  const groups = [...ATTRIBUTE_NAMES.map((name) => ATTRIBUTES[name] as readonly string[]), ['left', 'right']]
  const swaps = new Map<number, readonly number[]>()
  for (const words of groups) {
    // words of several tokens have none of their own to be exchanged
    const ids = words.map((word) => tokenizer.encode(word)).flatMap((own) => (own.length === 1 ? own : []))
    for (const id of ids) {
      if (ids.length > 1) {
        swaps.set(
          id,
          ids.filter((other) => other !== id),
        )
      }
    }
  }
  return swaps
}

function hasSameChange(a: TrainingPair, b: TrainingPair): boolean {
  return a.record.changeType === b.record.changeType && a.record.world === 'aerial'
}

export type CcrcSlice = Record<CcrcInputName, InputSlice> & { order: readonly number[] }

export function emptyBatch(n: number): BatchInputs<CcrcInputName> {
  return zeroInputs(CCRC_INPUTS, n)
}

export function sliceBatch(batch: BatchInputs<CcrcInputName>, item: number, n: number): CcrcSlice {
  return Object.assign(sliceInputs(batch, item, n), { order: [] })
}

/** An unused slot: a token without a change, half of the time one that shows an object. Ignored where none is found. */
export function writeNoRegion(
  slice: CcrcSlice,
  slot: number,
  coverage: Float32Array,
  { beforeObjects, afterObjects }: Pick<TrainingPixels, 'beforeObjects' | 'afterObjects'>,
  random: () => number,
): void {
  const needsObject = random() < 0.5
  const token = pickUnchanged(
    coverage,
    random,
    (at) => !needsObject || (at < TOKENS ? beforeObjects[at] : afterObjects[at - TOKENS]) > 0,
  )
  asInt64(slice.anchors)[slot] = BigInt(token ?? 0)
  if (token === null) {
    asInt64(slice.categories)[slot] = BigInt(IGNORED)
  }
  asInt64(slice.attributes).fill(BigInt(IGNORED), slot * 8, slot * 8 + 8)
}

function writeRegionAttributes(
  slice: CcrcSlice,
  slot: number,
  record: TrainingPair['record'],
  region: number,
): void {
  const out = asInt64(slice.attributes)
  const { before, after } = record.regionObjects[region]
  const hasAttributes = record.world === 'blocks'
  const { objects } = record
  ;[objects.before[before - 1], objects.after[after - 1]].forEach((object, frame) => {
    ATTRIBUTE_NAMES.forEach((name, index) => {
      const value = !hasAttributes ? IGNORED : object === undefined ? 0 : attributeClass(name, object[name])
      out[slot * 8 + frame * 4 + index] = BigInt(value)
    })
  })
}
