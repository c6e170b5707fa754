import { join } from 'node:path'
import { Parameters } from '../../../graph'
import { MANIFEST_FILE } from '../../../packages/files'
import { damaged } from '../../../packages/package-error'
import { readPackageWeights } from '../../../packages/read-package'
import type { ModelPackage } from '../../../packages/read-package'
import { ccrcNetwork } from '../network/network'
import { ccrcPartsWithout } from '../network/training'
import type { CcrcParts } from '../network/training'
import type { Tokenizer } from '../../../text/bpe/tokenizer'
import { CcrcSyntheticBatches } from './synthetic-batches'
import { CcrcStages } from './stages'
import { CcrcCorrectedBatches } from './corrected-batches'
import { CcrcHeldOutScorer } from './held-out-scorer'
import { resizeEmbeddings } from '../../../training/resize-embeddings'
import type { FineTuneTaskOptions, FineTuneTask } from '../../../training/task'
import { FINE_TUNE_REFINES_FROM } from '../network/family'

/**
 * Captions are trained from the start, refinement of regions by captions late in the run. Parts that the first model
 * lacks are not trained.
 * @throws PackageError for a part that is not known
 */
export function ccrcFineTuneTask(
  parent: ModelPackage,
  tokenizer: Tokenizer,
  { categories, batch, replicas }: FineTuneTaskOptions,
): FineTuneTask {
  const { without } = parent.manifest
  const stages = new CcrcStages(
    { batch, replicas, parts: partsOf(parent), captionFrom: 0, refineFrom: FINE_TUNE_REFINES_FROM },
    { categories: categories.length, words: tokenizer.size },
  )
  const corrected = new CcrcCorrectedBatches(tokenizer, categories)
  const replayed = new CcrcSyntheticBatches(tokenizer, categories)
  return {
    parameters: stages.parameters,
    stageAt: (share) => stages.stageAt(share),
    initialWeights: () => initialWeights(parent, { tokenizer, categories: categories.length }),
    correctedBatch: (loaded, seed, options) => Promise.resolve(corrected.make(loaded, seed, options)),
    replayBatch: (pairs, seed) => replayed.make(pairs, seed),
    openScorer: (pairs, options) =>
      CcrcHeldOutScorer.create(stages.network, stages.stageAt(0), corrected, pairs, options),
    manifestFields: { ...(without !== undefined && { without }) },
    cardNotes: [],
    release: () => Promise.resolve(),
  }
}

/** @throws PackageError */
function partsOf({ folder, manifest }: ModelPackage): CcrcParts {
  try {
    return ccrcPartsWithout(manifest.without ?? [])
  } catch (error) {
    if (error instanceof RangeError) {
      throw damaged(join(folder, MANIFEST_FILE), error.message, error)
    }
    throw error
  }
}

/** The first model's weights, with rows for the new words and categories. @throws PackageError */
async function initialWeights(
  parent: ModelPackage,
  after: { tokenizer: Tokenizer; categories: number },
): Promise<ReadonlyMap<string, Float32Array>> {
  const { manifest, tokenizer } = parent
  const before = { tokenizer, categories: manifest.categories.length }
  const p = Parameters.create()
  ccrcNetwork(p, { categories: before.categories, words: tokenizer.size })
  return resizeEmbeddings(await readPackageWeights(parent, p.list()), before, after)
}
