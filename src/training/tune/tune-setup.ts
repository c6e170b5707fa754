import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '../../dataset/atomic'
import { Parameters } from '../../graph'
import { readPackageWeights, type ModelPackage } from '../../packages/read-package'
import { ccrc } from '../../systems/ccrc/model'
import { tokenizerToJson } from '../../text/bpe/json'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { growCategories, growWeights, newWords } from './grow'
import type { TuneItem } from './item'
import { defaults } from './presets'
import { readOptional, runFiles, type TuneJob } from './run-folder'

const setupSchema = z.object({
  categories: z.array(z.string()),
  tokenizer: z.unknown(),
  newWords: z.array(z.string()),
  newCategories: z.array(z.string()),
  /** Null until a step was measured. */
  steps: z.int().nullable(),
  secondsPerStep: z.number().nullable(),
  /** Processors that share a batch: with another number sums come in another order. */
  replicas: z.int(),
})
/** What is decided once in a run. */
export type Setup = z.infer<typeof setupSchema>

/** Taken from the run's folder, or made and kept there. @throws TuneError */
export async function readSetup(
  run: string,
  { options: { advanced } }: TuneJob,
  items: readonly TuneItem[],
  parent: ModelPackage,
): Promise<Setup> {
  const known = readOptional(join(run, runFiles.setup), setupSchema)
  if (known !== null) return known
  const learned = items.filter(({ isHeldOut }) => !isHeldOut)
  const words = newWords(
    learned.flatMap(({ captions }) => captions),
    parent.tokenizer,
  )
  const wanted = learned.flatMap(({ regions }) => regions.map(({ category }) => category))
  const categories = growCategories(parent.manifest.categories, wanted)
  const setup: Setup = {
    categories,
    tokenizer: tokenizerToJson(parent.tokenizer.addWords(words)),
    newWords: words,
    newCategories: categories.slice(parent.manifest.categories.length),
    steps: null,
    secondsPerStep: null,
    replicas: replicasOf(advanced.batch ?? defaults.batch, advanced.threads ?? availableParallelism()),
  }
  await writeSetup(run, setup)
  return setup
}

export async function writeSetup(run: string, setup: Setup): Promise<void> {
  await writeAtomically(join(run, runFiles.setup), JSON.stringify(setup))
}

/** As many as there are processors, and no fewer than four pairs for each. */
function replicasOf(batch: number, processors: number): number {
  for (let count = Math.min(processors, Math.floor(batch / 4)); count > 1; count--)
    if (batch % count === 0) return count
  return 1
}

/** The first model's weights, with rows for the new words and categories. @throws PackageError */
export async function firstValues(
  parent: ModelPackage,
  after: { tokenizer: Tokenizer; categories: number },
): Promise<ReadonlyMap<string, Float32Array>> {
  const { manifest, tokenizer } = parent
  const before = { tokenizer, categories: manifest.categories.length }
  const p = Parameters.create()
  ccrc(p, { categories: before.categories, words: tokenizer.size })
  return growWeights(await readPackageWeights(parent, p.list()), before, after)
}
