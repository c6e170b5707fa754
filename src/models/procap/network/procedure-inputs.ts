import { writeIds } from '../../layers/entity-ids'
import { CAPTION_LENGTH, GRID_SIDE, IMAGE_SIDE } from '../../layers/sizes'
import type { FillInputs, Sample } from '../../pair-data'
import { interpolateFrames, tokenDisplacement } from './interpolate-frames'
import { perturbSequence } from './perturb-sequence'
import { PROCEDURE_FRAMES } from './network'
import { drawHiding, frameWeights, hiddenTokens, sampleFrames } from './sampling'
import { CELL_SIDE } from './image-tokenizer'

/** Share of the sequences that are not as they were, and of the texts that are another pair's. */
const FALSE_SHARE = 0.25
/**
 * Moments between both ends of which two are sampled where nothing was rendered (the paper has VFIformer interpolate
 * as many).
 */
const MOMENTS = 7
/** Frames of a procedure that lie between its ends. */
const BETWEEN = PROCEDURE_FRAMES - 2

const FRAME = 3 * IMAGE_SIDE * IMAGE_SIDE

/** A procedure, what of it is hidden, and a text that may be of another pair. */
export const fillProcedure: FillInputs = (own, sample, other, { tokenizer, random }) => {
  const { sequence, ordered, hidden, reading, belongs } = own
  if (!(sequence instanceof Float32Array) || ordered === undefined || belongs === undefined) {
    return
  }
  writeSequence(sequence, sample, random)
  const isFalse = random() < FALSE_SHARE
  if (isFalse) {
    perturbSequence(sequence, other, random)
  }
  ordered[0] = isFalse ? 0 : 1
  if (hidden instanceof Float32Array) {
    hidden.set(hiddenTokens(drawHiding(random), PROCEDURE_FRAMES, CELL_SIDE, random))
  }
  const teller = random() < FALSE_SHARE ? other : sample
  const { text } = teller.captions[Math.floor(random() * teller.captions.length)]
  writeIds(reading, tokenizer.encode(text).slice(0, CAPTION_LENGTH))
  belongs[0] = describes(text, sample) || (!sample.isChanged && !teller.isChanged) ? 1 : 0
}

function describes(text: string, { captions }: Sample): boolean {
  return captions.some((caption) => caption.text === text)
}

/** First frame, two between, last frame: rendered ones where there are as many, else cross-fades along the true correspondence. */
function writeSequence(out: Float32Array, sample: Sample, random: () => number): void {
  const { before, after, between } = sample
  const moments = between.length < BETWEEN ? MOMENTS : between.length
  const sampled = sampleFrames(weightsOf(moments), BETWEEN, random)
  const middle =
    between.length < BETWEEN
      ? sampled.map(crossFades(sample, moments))
      : sampled.map((moment) => between[moment]())
  const frames = [before, ...middle, after]
  frames.forEach((data, index) => out.set(data, index * FRAME))
}

/** The similarity of a frame to an end is its nearness in time: a substitute for a trained similarity. */
function weightsOf(moments: number): number[] {
  const times = Array.from({ length: moments }, (_, moment) => timeOf(moment, moments))
  return frameWeights(
    times.map((time) => 1 - time),
    times,
  )
}

function timeOf(moment: number, moments: number): number {
  return (moment + 1) / (moments + 1)
}

function crossFades(
  { before, after, forward, backward }: Sample,
  moments: number,
): (moment: number) => Float32Array {
  const side = IMAGE_SIDE
  const [first, last] = [before, after].map((data) => ({ width: side, height: side, data }))
  const [there, back] = [forward, backward].map((tokens) => tokenDisplacement(tokens, GRID_SIDE, side, side))
  const between = interpolateFrames(first, last, there, back)
  return (moment) => between(timeOf(moment, moments)).data
}
