import { invert } from '../domain/homography'
import type { Homography } from '../domain/pair'
import { checkOneSize } from '../frames/common-grid'
import { warp } from '../images/registration/homography'
import type { Raster } from '../images/raster'
import type { ModelProposal, ModelProposer } from '../models/model-proposer'
import { withImageErrors } from './decoded-pair-cache'
import type { DecodedPair } from './decoded-pair-cache'
import { readProbabilities } from './probabilities-file'

/** The before frame as it lies in the after frame. */
export function alignedAs({ before, after }: DecodedPair, alignment: Homography | null): Raster {
  const toBefore = alignment === null ? null : invert(alignment)
  return toBefore === null ? before : warp(before, toBefore, after.width, after.height).image
}

/** @throws ContractError `bad-image` where the file of probabilities is gone or of other images */
export async function proposeAt(
  model: ModelProposer,
  { before, after }: DecodedPair,
  { from, threshold }: { from: string; threshold: number },
): Promise<ModelProposal> {
  const map = await withImageErrors(async () => {
    const read = await readProbabilities(from)
    checkOneSize(from, read, after, null)
    return read
  })
  return requireSupported(model.proposeAt, model)(before, after, map, threshold)
}

/** @throws Error for a request that the model's family does not support */
export function requireSupported<A extends unknown[], R>(
  run: ((...args: A) => R) | undefined,
  model: ModelProposer,
): (...args: A) => R {
  if (run === undefined) {
    throw new Error(`${model.id} does not support this request.`)
  }
  return (...args) => run.apply(model, args)
}
