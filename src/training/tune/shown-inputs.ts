import { IGNORED, UNKNOWN } from '../../systems/blocks/training-inputs'
import { floats, integers, type Part } from '../made/batch-parts'
import { writeFrames } from '../made/pair-inputs'
import type { Sample } from './sample'
import type { SampleOptions, Spoken } from './shown'

type SightInput =
  | 'before'
  | 'after'
  | 'masks'
  | 'anything'
  | 'forward'
  | 'backward'
  | 'objectsBefore'
  | 'objectsAfter'

/** What all families read of a real pair but its captions. What things its tokens show is not known. */
export function writeSight(
  slice: Record<SightInput, Part>,
  { sample, isMarked }: Pick<Spoken, 'sample' | 'isMarked'>,
  random: () => number,
  { isVaried }: SampleOptions,
): void {
  writeFrames(slice, sample, isVaried ? random : () => 0.5)
  addCovers(floats(slice.masks), sample)
  floats(slice.anything)[0] = sample.regions.length > 0 ? 1 : isMarked ? 0 : UNKNOWN
  ignoreAll(slice.objectsBefore)
  ignoreAll(slice.objectsAfter)
  sample.forward.forEach((to, token) => (integers(slice.forward)[token] = BigInt(to)))
  sample.backward.forEach((to, token) => (integers(slice.backward)[token] = BigInt(to)))
}

/** No target counts. */
export function ignoreAll(targets: Part): void {
  integers(targets).fill(BigInt(IGNORED))
}

/** The share that any region covers of each pixel, both frames: adds to [2, 128, 128]. */
export function addCovers(out: Float32Array, { regions }: Sample): void {
  for (const { cover } of regions)
    for (let at = 0; at < out.length; at++) out[at] = Math.min(1, out[at] + cover[at])
}
