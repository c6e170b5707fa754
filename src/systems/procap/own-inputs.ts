import { writeIds } from '../blocks/entity-ids'
import { CAPTION_LENGTH, GRID_SIDE, IMAGE_SIDE } from '../blocks/sizes'
import type { FillInputs, Sample } from '../sample'
import { inBetween, tokenDisplacement } from './between'
import { disturbSequence } from './disturb'
import { PROCEDURE_FRAMES } from './model'
import { drawHiding, frameWeights, hiddenTokens, sampleFrames } from './sampling'
import { CELL_SIDE } from './tokenizer'

/** Share of the sequences that are not as they were, and of the texts that are another pair's. */
const FALSE_SHARE = 0.25
/** Moments between both ends of which two are drawn (VFIformer makes as many in the paper). */
const MOMENTS = [1, 2, 3, 4, 5, 6, 7].map((moment) => moment / 8)
/** A frame is as like an end as it is near it in time: what stands in for a learned likeness. */
const WEIGHTS = frameWeights(
  MOMENTS.map((time) => 1 - time),
  MOMENTS,
)

const FRAME = 3 * IMAGE_SIDE * IMAGE_SIDE

/** A procedure of cross-fades along the true correspondence, what of it is hidden, and a text that may be of another pair. */
export const fillProcedure: FillInputs = (own, sample, other, { tokenizer, random }) => {
  const { sequence, ordered, hidden, reading, belongs } = own
  if (!(sequence instanceof Float32Array) || ordered === undefined || belongs === undefined) return
  writeSequence(sequence, sample, random)
  const isFalse = random() < FALSE_SHARE
  if (isFalse) disturbSequence(sequence, other, random)
  ordered[0] = isFalse ? 0 : 1
  if (hidden instanceof Float32Array)
    hidden.set(hiddenTokens(drawHiding(random), PROCEDURE_FRAMES, CELL_SIDE, random))
  const teller = random() < FALSE_SHARE ? other : sample
  const { text } = teller.captions[Math.floor(random() * teller.captions.length)]
  writeIds(reading, tokenizer.encode(text).slice(0, CAPTION_LENGTH))
  belongs[0] = isTrueOf(text, sample) || (!sample.isChanged && !teller.isChanged) ? 1 : 0
}

function isTrueOf(text: string, { captions }: Sample): boolean {
  return captions.some((caption) => caption.text === text)
}

/** First frame, two between, last frame. */
function writeSequence(
  out: Float32Array,
  { before, after, forward, backward }: Sample,
  random: () => number,
): void {
  const side = IMAGE_SIDE
  const [first, last] = [before, after].map((data) => ({ width: side, height: side, data }))
  const [there, back] = [forward, backward].map((tokens) => tokenDisplacement(tokens, GRID_SIDE, side, side))
  const between = inBetween(first, last, there, back)
  const times = sampleFrames(WEIGHTS, PROCEDURE_FRAMES - 2, random).map((moment) => MOMENTS[moment])
  const frames = [before, ...times.map((time) => between(time).data), after]
  frames.forEach((data, place) => out.set(data, place * FRAME))
}
