import { join } from 'node:path'
import { Parameters } from '../../graph'
import { manifestFile } from '../../packages/files'
import { damaged } from '../../packages/package-error'
import { readPackageWeights, type ModelPackage } from '../../packages/read-package'
import { ccrc } from '../../systems/ccrc/model'
import { chainWithout, type CcrcParts } from '../../systems/ccrc/training'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { CcrcBatches } from '../made/ccrc-batch'
import { CcrcStages } from '../made/ccrc-stages'
import { CcrcTuneBatches } from './ccrc-batch'
import { CcrcHeldOut } from './ccrc-held-out'
import { growWeights } from './grow'
import type { LessonOptions, TuneLesson } from './lesson'
import { refineFrom } from './tunable'

/**
 * CCRC speaks from the start; late in the run what it says changes what it sees. Parts that the first model was never
 * taught are not taught here.
 * @throws PackageError for a part that is not known
 */
export function ccrcLesson(
  parent: ModelPackage,
  tokenizer: Tokenizer,
  { categories, batch, replicas }: LessonOptions,
): TuneLesson {
  const { without } = parent.manifest
  const stages = new CcrcStages(
    { batch, replicas, parts: partsOf(parent), captionFrom: 0, refineFrom },
    { categories: categories.length, words: tokenizer.size },
  )
  const corrected = new CcrcTuneBatches(tokenizer, categories)
  const replayed = new CcrcBatches(tokenizer, categories)
  return {
    parameters: stages.parameters,
    at: (share) => stages.at(share),
    firstValues: () => firstValues(parent, { tokenizer, categories: categories.length }),
    corrected: (shown, seed, options) => Promise.resolve(corrected.make(shown, seed, options)),
    replayed: (pairs, seed) => replayed.make(pairs, seed),
    heldOut: (pairs, options) => CcrcHeldOut.create(stages.chain, stages.at(0), corrected, pairs, options),
    kept: { ...(without !== undefined && { without }) },
    remarks: [],
    release: () => Promise.resolve(),
  }
}

/** @throws PackageError */
function partsOf({ folder, manifest }: ModelPackage): CcrcParts {
  try {
    return chainWithout(manifest.without ?? [])
  } catch (error) {
    if (error instanceof RangeError) throw damaged(join(folder, manifestFile), error.message, error)
    throw error
  }
}

/** The first model's weights, with rows for the new words and categories. @throws PackageError */
async function firstValues(
  parent: ModelPackage,
  after: { tokenizer: Tokenizer; categories: number },
): Promise<ReadonlyMap<string, Float32Array>> {
  const { manifest, tokenizer } = parent
  const before = { tokenizer, categories: manifest.categories.length }
  const p = Parameters.create()
  ccrc(p, { categories: before.categories, words: tokenizer.size })
  return growWeights(await readPackageWeights(parent, p.list()), before, after)
}
