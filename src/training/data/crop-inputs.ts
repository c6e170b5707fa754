import { IGNORED, UNKNOWN } from '../../models/layers/training-inputs'
import { asFloat32, asInt64, type InputSlice } from './batch-inputs'
import { writeFrames } from './pair-inputs'
import type { TrainingSample } from './training-sample'
import type { AugmentationOptions, AugmentedSample } from './augmentation'

type ImageInput =
  | 'before'
  | 'after'
  | 'masks'
  | 'anything'
  | 'forward'
  | 'backward'
  | 'objectsBefore'
  | 'objectsAfter'

/** Writes the inputs that all families read of a real pair, except captions. The objects of its tokens are unknown. */
export function writeImageInputs(
  slice: Record<ImageInput, InputSlice>,
  { sample, hasKnownMasks }: Pick<AugmentedSample, 'sample' | 'hasKnownMasks'>,
  random: () => number,
  { isRandom }: AugmentationOptions,
): void {
  writeFrames(slice, sample, isRandom ? random : () => 0.5)
  addCoverage(asFloat32(slice.masks), sample)
  asFloat32(slice.anything)[0] = sample.regions.length > 0 ? 1 : hasKnownMasks ? 0 : UNKNOWN
  ignoreTargets(slice.objectsBefore)
  ignoreTargets(slice.objectsAfter)
  sample.forward.forEach((to, token) => (asInt64(slice.forward)[token] = BigInt(to)))
  sample.backward.forEach((to, token) => (asInt64(slice.backward)[token] = BigInt(to)))
}

/** Marks all targets as ignored. */
export function ignoreTargets(targets: InputSlice): void {
  asInt64(targets).fill(BigInt(IGNORED))
}

/** Adds the coverage of all regions, both frames, to [2, 128, 128]. */
export function addCoverage(out: Float32Array, { regions }: TrainingSample): void {
  for (const { coverage } of regions)
    for (let at = 0; at < out.length; at++) out[at] = Math.min(1, out[at] + coverage[at])
}
