import { uniformAt } from '../../graph/random'
import { tokenShares } from '../../systems/blocks/pixels'
import { CAPTION_LENGTH, MASK_SIDE, TOKENS } from '../../systems/blocks/sizes'
import { IGNORED } from '../../systems/blocks/training-inputs'
import { REGION_SLOTS, type CcrcInputName } from '../../systems/ccrc/training-inputs'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { writeInputs, writeTargets } from '../made/captions'
import { floats, integers } from '../made/batch-parts'
import { emptyBatch, pickShowing, sliceOf, writeHeat, type Slice } from '../made/ccrc-batch'
import { drawThree } from '../made/draws'
import type { Fed } from '../session'
import { fittingCaptions, speak, type SampleOptions, type Shown, type Spoken } from './shown'
import { ignoreAll, writeSight } from './shown-inputs'

const PIXELS = MASK_SIDE * MASK_SIDE
/** Chances of what a pair's captioner is told and reads, as in training on made pairs. */
const CHANCES = { blind: 0.2, told: 0.6, readOther: 0.2 } as const

/** Makes the inputs of CCRC's training graph from cuts of real pairs; the same seed and cuts give the same batch. */
export class CcrcTuneBatches {
  constructor(
    private readonly tokenizer: Tokenizer,
    /** Class 0 is "no region". */
    private readonly categories: readonly string[],
  ) {}

  make(shown: readonly Shown[], seed: number, options: SampleOptions): Record<CcrcInputName, Fed> {
    const batch = emptyBatch(shown.length)
    let drawn = 0
    const random = (): number => uniformAt(seed, drawn++)
    const spoken = shown.map((one) => speak(one, random, options))
    spoken.forEach((own, at) => {
      const slice = sliceOf(batch, at, shown.length)
      const other = spoken[(at + 1 + Math.floor(random() * (spoken.length - 1))) % spoken.length]
      writeSight(slice, own, random, options)
      this.writeRegions(slice, own, random)
      this.writeCaptions(slice, own, other, random)
    })
    return batch
  }

  private writeRegions(slice: Slice, { sample, item, isMarked }: Spoken, random: () => number): void {
    const { masks, regionMasks, heat, heatCounts } = slice
    const whole = tokenShares(floats(masks))
    writeHeat(whole, floats(heat), floats(heatCounts))
    if (!isMarked) floats(heatCounts).fill(0)
    ignoreAll(slice.attributes)
    const order = sample.regions
      .map((region) => ({ region, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, REGION_SLOTS)
    slice.order = order.map(({ region }) => region.region)
    const shares = order.map(({ region }) => tokenShares(region.cover))
    for (let slot = 0; slot < REGION_SLOTS; slot++) {
      const own = order[slot]?.region
      if (own === undefined) {
        const token = unchangedToken(whole, random)
        integers(slice.anchors)[slot] = BigInt(token ?? 0)
        if (token === null || !isMarked) integers(slice.categories)[slot] = BigInt(IGNORED)
        continue
      }
      floats(regionMasks).set(own.cover, slot * 2 * PIXELS)
      integers(slice.anchors)[slot] = BigInt(pickShowing(shares, slot, random))
      floats(slice.valid)[slot] = 1
      const { category } = item.regions[own.region]
      integers(slice.categories)[slot] = BigInt(1 + this.categories.indexOf(category))
    }
  }

  private writeCaptions(slice: Slice, own: Spoken, other: Spoken, random: () => number): void {
    const said = this.encode(own)
    const [tokens, targets] = [integers(slice.tokens), integers(slice.targets)]
    // that there is no region would be told of pairs that are not marked
    floats(slice.blind)[0] = random() < CHANCES.blind || !own.isMarked ? 1 : 0
    floats(slice.told)[0] = random() < CHANCES.told ? 1 : 0
    if (said.length === 0) {
      for (let at = 0; at < 3; at++) writeInputs(tokens, at * CAPTION_LENGTH, [])
      writeInputs(integers(slice.againTokens), 0, [])
      ignoreAll(slice.targets)
      ignoreAll(slice.againTargets)
      floats(slice.read)[0] = 1
      return
    }
    const [first, second, third] = drawThree(said, random)
    ;[first, second].forEach((ids, index) => {
      writeInputs(tokens, index * CAPTION_LENGTH, ids)
      writeTargets(targets, index * CAPTION_LENGTH, ids)
    })
    const others = random() < CHANCES.readOther && isAnother(own, other) ? this.encode(other) : []
    const read = others.length > 0 ? others[0] : first
    writeInputs(tokens, 2 * CAPTION_LENGTH, read)
    floats(slice.read).fill(1, 0, read.length + 1)
    floats(slice.readTrue)[0] = others.length > 0 || !own.isMarked ? 0 : 1
    floats(slice.readOther)[0] = others.length > 0 ? 1 : 0
    writeInputs(integers(slice.againTokens), 0, third)
    writeTargets(integers(slice.againTargets), 0, third)
  }

  private encode(spoken: Spoken): (readonly number[])[] {
    return fittingCaptions(spoken, this.tokenizer).map(({ ids }) => ids)
  }
}

/** Another change, so that its words are not true here as well. */
function isAnother(own: Spoken, other: Spoken): boolean {
  if (own.item === other.item || !own.isMarked || !other.isMarked) return false
  const categories = new Set(own.sample.regions.map(({ region }) => own.item.regions[region].category))
  const theirs = other.sample.regions.map(({ region }) => other.item.regions[region].category)
  return !theirs.some((category) => categories.has(category))
}

/** Null where all but everything changed. */
function unchangedToken(coverage: Float32Array, random: () => number): number | null {
  for (let attempt = 0; attempt < 30; attempt++) {
    const token = Math.floor(random() * 2 * TOKENS)
    if (coverage[token] === 0) return token
  }
  return null
}
