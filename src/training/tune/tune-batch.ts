import { uniformAt } from '../../graph/random'
import { tokenShares } from '../../systems/blocks/pixels'
import { CAPTION_LENGTH, MASK_SIDE, TOKENS } from '../../systems/blocks/sizes'
import { IGNORED, REGION_SLOTS, type CcrcInputName } from '../../systems/ccrc/training-inputs'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { writeInputs, writeTargets } from '../made/captions'
import {
  drawThree,
  emptyBatch,
  floats,
  integers,
  pickShowing,
  sliceOf,
  writeFrames,
  writeHeat,
  type Slice,
} from '../made/ccrc-batch'
import type { Fed } from '../session'
import { captionsOfPart, firstClauses, mirrorCaption, turnCaption } from './caption-words'
import type { Cut } from './cut'
import type { TuneItem } from './item'
import { takeSample, type Movement, type Sample } from './sample'

const PIXELS = MASK_SIDE * MASK_SIDE
/** Chances of what a pair's captioner is told and reads, as in training on made pairs. */
const CHANCES = { blind: 0.2, told: 0.6, readOther: 0.2 } as const

/** A cut with what is said of it. */
export interface Shown {
  readonly item: TuneItem
  readonly cut: Cut
  readonly movement: Movement
}

export interface SampleOptions {
  /** Moved, mirrored and lit at random; else as the proposer looks. */
  readonly isVaried: boolean
  /** False: it may be turned upside down too. */
  readonly isUpright: boolean
}

interface Spoken {
  readonly sample: Sample
  readonly item: TuneItem
  readonly captions: readonly string[]
}

/** Makes the inputs of CCRC's training graph from cuts of real pairs; the same seed and cuts give the same batch. */
export class TuneBatches {
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
      writePixels(slice, own.sample, random, options)
      this.writeRegions(slice, own, random)
      fill(slice.objectsBefore, IGNORED)
      fill(slice.objectsAfter, IGNORED)
      own.sample.forward.forEach((to, token) => (integers(slice.forward)[token] = BigInt(to)))
      own.sample.backward.forEach((to, token) => (integers(slice.backward)[token] = BigInt(to)))
      this.writeCaptions(slice, own, other, random)
    })
    return batch
  }

  private writeRegions(slice: Slice, { sample, item }: Spoken, random: () => number): void {
    const { masks, regionMasks, heat, heatCounts } = slice
    const all = floats(masks)
    for (const { cover } of sample.regions) addCover(all, cover)
    const whole = tokenShares(all)
    writeHeat(whole, floats(heat), floats(heatCounts))
    floats(slice.anything)[0] = sample.regions.length > 0 ? 1 : 0
    fill(slice.attributes, IGNORED)
    const order = sample.regions
      .map((region) => ({ region, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, REGION_SLOTS)
    slice.order = order.map(({ region }) => region.region)
    for (let slot = 0; slot < REGION_SLOTS; slot++) {
      const own = order[slot]?.region
      if (own === undefined) {
        integers(slice.anchors)[slot] = BigInt(unchangedToken(whole, random))
        continue
      }
      floats(regionMasks).set(own.cover, slot * 2 * PIXELS)
      integers(slice.anchors)[slot] = BigInt(pickShowing(tokenShares(own.cover), random))
      floats(slice.valid)[slot] = 1
      const { category } = item.regions[own.region]
      integers(slice.categories)[slot] = BigInt(1 + this.categories.indexOf(category))
    }
  }

  private writeCaptions(slice: Slice, own: Spoken, other: Spoken, random: () => number): void {
    const said = this.encode(own)
    const [tokens, targets] = [integers(slice.tokens), integers(slice.targets)]
    floats(slice.blind)[0] = random() < CHANCES.blind ? 1 : 0
    floats(slice.told)[0] = random() < CHANCES.told ? 1 : 0
    if (said.length === 0) {
      for (let at = 0; at < 3; at++) writeInputs(tokens, at * CAPTION_LENGTH, [])
      writeInputs(integers(slice.againTokens), 0, [])
      fill(slice.targets, IGNORED)
      fill(slice.againTargets, IGNORED)
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
    floats(slice.readTrue)[0] = others.length > 0 ? 0 : 1
    floats(slice.readOther)[0] = others.length > 0 ? 1 : 0
    writeInputs(integers(slice.againTokens), 0, third)
    writeTargets(integers(slice.againTargets), 0, third)
  }

  /** Captions as tokens; of those that are too long the first clauses. */
  private encode({ captions }: Spoken): (readonly number[])[] {
    const fits = (text: string): boolean => this.tokenizer.encode(text).length < CAPTION_LENGTH
    return captions
      .flatMap((caption) => firstClauses(caption, fits) ?? [])
      .map((caption) => this.tokenizer.encode(caption))
      .filter(({ length }) => length > 0)
  }
}

/** Another change, so that its words are not true here as well. */
function isAnother(own: Spoken, other: Spoken): boolean {
  if (own.item === other.item) return false
  const categories = new Set(own.sample.regions.map(({ region }) => own.item.regions[region].category))
  const theirs = other.sample.regions.map(({ region }) => other.item.regions[region].category)
  return !theirs.some((category) => categories.has(category))
}

function speak({ item, cut, movement }: Shown, random: () => number, options: SampleOptions): Spoken {
  const { isVaried, isUpright } = options
  const spare = { x: (cut.width - 128) / 2, y: (cut.height - 128) / 2 }
  const even = (space: number): number => 2 * Math.floor(isVaried ? random() * (space + 1) : space / 2)
  const [x, y] = [even(spare.x), even(spare.y)]
  const wantsMirror = isVaried && random() < 0.5
  const wantsTurn = isVaried && !isUpright && random() < 0.5
  const inside = cut.regions.map(({ region }) => region)
  const said = cut.kind === 'whole' ? item.captions : inside.length > 0 ? captionsOfPart(item, inside) : []
  const mirrored = wantsMirror ? exchangeAll(said, mirrorCaption) : said
  const isMirrored = wantsMirror && mirrored !== null
  const turned = wantsTurn ? exchangeAll(mirrored ?? said, turnCaption) : null
  const sample = takeSample(cut, movement, { x, y, isMirrored, isTurned: turned !== null })
  const isWhole = sample.regions.length === cut.regions.length
  return { item, sample, captions: isWhole ? (turned ?? mirrored ?? said) : [] }
}

/** Null where one of the captions cannot be exchanged. */
function exchangeAll(
  captions: readonly string[],
  exchange: (caption: string) => string | null,
): readonly string[] | null {
  const all = captions.map((caption) => exchange(caption))
  return all.every((caption) => caption !== null) ? all : null
}

function writePixels(slice: Slice, sample: Sample, random: () => number, { isVaried }: SampleOptions): void {
  writeFrames(slice, sample, isVaried ? random : () => 0.5)
}

function addCover(out: Float32Array, cover: Float32Array): void {
  for (let at = 0; at < out.length; at++) out[at] = Math.min(1, out[at] + cover[at])
}

function unchangedToken(coverage: Float32Array, random: () => number): number {
  let token = 0
  for (let attempt = 0; attempt < 30; attempt++) {
    token = Math.floor(random() * 2 * TOKENS)
    if (coverage[token] === 0) break
  }
  return token
}

function fill(part: Fed | Slice['attributes'], value: number): void {
  if (part.data instanceof BigInt64Array) part.data.fill(BigInt(value))
  else part.data.fill(value)
}
