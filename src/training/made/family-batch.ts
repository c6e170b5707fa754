import { setImmediate } from 'node:timers/promises'
import { timeBetween, type TrainingPixels } from '../../dataset/made/training-record'
import { uniformAt } from '../../graph/random'
import { PAIR_INPUTS, type InputSpecs } from '../../systems/blocks/training-inputs'
import type { FillInputs, Sample } from '../../systems/sample'
import { MASK_SIDE } from '../../systems/blocks/sizes'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import type { Fed } from '../session'
import { emptyInputs, floats, integers, partsOf } from './batch-parts'
import { drawThree } from './draws'
import { isToldTruly, type EntityFinder } from './entity-finder'
import { OwnInputs } from './own-inputs'
import { PairCaptions } from './pair-captions'
import {
  addMasks,
  writeFacing,
  writeFrames,
  writeMatches,
  writeObjects,
  writeReferences,
  writeWays,
} from './pair-inputs'
import { readPixels, type TrainingPair } from './training-set'

/** What fills a batch besides the pairs. */
export interface FillingOptions {
  /** Inputs that the phase reads; of a family's own no others are made. */
  readonly wanted: ReadonlySet<string>
  /** For the input `entities`. */
  readonly finder: EntityFinder | null
}

/** Makes batches of a family's inputs; the same seed and pairs give the same batch. */
export class FamilyBatches {
  private readonly captions: PairCaptions
  private readonly own: OwnInputs

  constructor(
    private readonly tokenizer: Tokenizer,
    inputs: InputSpecs,
    fill: FillInputs,
  ) {
    this.captions = new PairCaptions(tokenizer)
    this.own = new OwnInputs(inputs, fill)
  }

  /** Other work of this process goes on between the pairs. */
  async make(
    pairs: readonly TrainingPair[],
    seed: number,
    { wanted, finder }: FillingOptions,
  ): Promise<Record<string, Fed>> {
    const n = pairs.length
    let drawn = 0
    const random = (): number => uniformAt(seed, drawn++)
    const shared = emptyInputs(PAIR_INPUTS, n)
    const own = this.own.empty(n, wanted)
    const samples: Sample[] = []
    for (const [item, pair] of pairs.entries()) {
      await setImmediate()
      const pixels = readPixels(pair)
      const slice = partsOf(shared, item, n)
      const varied = writeFrames(slice, pixels, random)
      addMasks(floats(slice.masks), pixels)
      writeMatches(slice, pixels)
      writeWays(slice, pixels)
      writeObjects(slice, pair, pixels)
      writeFacing(slice, pair, pixels)
      const { captions, categories } = pair.record
      const isChanged = categories.length > 0
      floats(slice.anything)[0] = isChanged ? 1 : 0
      const [first, second] = drawThree(this.captions.of(pair), random)
      writeReferences(slice, [first.ids, second.ids])
      samples.push({
        captions,
        caption: captions[first.place],
        isChanged,
        before: floats(slice.before),
        after: floats(slice.after),
        forward: pixels.forward,
        backward: pixels.backward,
        between: pixels.between.map(
          (frame, at) => () => varied(frame, timeBetween(at, pixels.between.length)),
        ),
      })
      if ('entities' in own) {
        const { entities } = partsOf(own, item, n)
        await finder?.write(integers(entities), pair, () => ({
          ...pixels,
          masks: () => (isToldTruly(pair.record.seed) ? trueMasks(pixels) : null),
        }))
      }
    }
    await this.own.write(own, samples, { tokenizer: this.tokenizer, random })
    return { ...shared, ...own }
  }
}

function trueMasks(pixels: TrainingPixels): Float32Array {
  const masks = new Float32Array(2 * MASK_SIDE * MASK_SIDE)
  addMasks(masks, pixels)
  return masks
}
