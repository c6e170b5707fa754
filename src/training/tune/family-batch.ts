import { streamSeed, uniformAt } from '../../graph/random'
import { PAIR_INPUTS, type InputSpecs } from '../../systems/blocks/training-inputs'
import { MASK_SIDE, TOKENS } from '../../systems/blocks/sizes'
import type { FillInputs, Sample as FilledSample } from '../../systems/sample'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { emptyInputs, floats, integers, partsOf } from '../made/batch-parts'
import { drawThree } from '../made/draws'
import { isToldTruly, type Searched } from '../made/entity-finder'
import type { FillingOptions } from '../made/family-batch'
import { OwnInputs } from '../made/own-inputs'
import { writeReferences } from '../made/pair-inputs'
import type { Batch } from './lesson'
import type { Sample } from './sample'
import { fittingCaptions, speak, still, type Fitting, type SampleOptions, type Shown } from './shown'
import { addCovers, ignoreAll, writeSight } from './shown-inputs'

const silence: Fitting = { text: '', ids: [] }

/** Makes a family's inputs from cuts of real pairs; the same seed and cuts give the same batch. */
export class FamilyTuneBatches {
  private readonly own: OwnInputs

  constructor(
    private readonly tokenizer: Tokenizer,
    inputs: InputSpecs,
    fill: FillInputs,
  ) {
    this.own = new OwnInputs(inputs, fill)
  }

  async make(
    shown: readonly Shown[],
    seed: number,
    options: SampleOptions,
    { wanted, finder }: FillingOptions,
  ): Promise<Batch> {
    const n = shown.length
    let drawn = 0
    const random = (): number => uniformAt(seed, drawn++)
    const shared = emptyInputs(PAIR_INPUTS, n)
    const own = this.own.empty(n, wanted)
    const samples: FilledSample[] = []
    for (const [item, one] of shown.entries()) {
      const spoken = speak(one, random, options)
      const slice = partsOf(shared, item, n)
      writeSight(slice, spoken, random, options)
      const said = fittingCaptions(spoken, this.tokenizer)
      const [first, second] = said.length === 0 ? [silence, silence] : drawThree(said, random)
      writeReferences(slice, [first.ids, second.ids])
      if (said.length === 0) ignoreAll(slice.targets)
      samples.push({
        captions: (said.length === 0 ? [silence] : said).map(plain),
        caption: plain(first),
        isChanged: spoken.sample.regions.length > 0 || !spoken.isMarked,
        before: floats(slice.before),
        after: floats(slice.after),
        forward: knownTokens(spoken.sample.forward),
        backward: knownTokens(spoken.sample.backward),
        between: [],
      })
      if ('entities' in own) {
        const { entities } = partsOf(own, item, n)
        await finder?.write(integers(entities), keyOf(one), () => searchedIn(one))
      }
    }
    await this.own.write(own, samples, { tokenizer: this.tokenizer, random })
    return { ...shared, ...own }
  }
}

/** No span of a person's words says which phrase means what, so phrases are found by patterns over tags. */
function plain({ text }: Fitting): FilledSample['caption'] {
  return { text, spans: [] }
}

/** What is not known has no counterpart. */
function knownTokens(tokens: Int16Array): Int16Array {
  return tokens.map((token) => (token < 0 ? TOKENS : token))
}

/** A cut's own, however often it is read. */
function keyOf({ item, cut: { afterWindow } }: Shown): string {
  const { x, y, width, height } = afterWindow
  return [item.pairId, x, y, width, height].join(' ')
}

/** A cut as the proposer looks at it, under the true masks or the model's own. */
function searchedIn(shown: Shown): Searched {
  const { sample, isMarked } = speak(shown, () => 0.5, still)
  return {
    before: sample.before,
    after: sample.after,
    masks: () => (isMarked && isToldTruly(streamSeed(0, keyOf(shown))) ? masksOf(sample) : null),
  }
}

function masksOf(sample: Sample): Float32Array {
  const masks = new Float32Array(2 * MASK_SIDE * MASK_SIDE)
  addCovers(masks, sample)
  return masks
}
