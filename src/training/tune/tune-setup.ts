import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '../../dataset/atomic'
import type { ModelPackage } from '../../packages/read-package'
import { tokenizerToJson } from '../../text/bpe/json'
import { growCategories, newWords } from './grow'
import type { TuneItem } from './item'
import { defaults } from './presets'
import { readOptional, runFiles, type TuneJob } from './run-folder'
import { tunable } from './tunable'

const setupSchema = z.object({
  family: z.string().default('ccrc'),
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
  const kept = readOptional(join(run, runFiles.setup), setupSchema)
  if (kept !== null) return kept
  const learned = items.filter(({ isHeldOut }) => !isHeldOut)
  const words = newWords(
    learned.flatMap(({ captions }) => captions),
    parent.tokenizer,
  )
  const { family, categories: known } = parent.manifest
  const wanted = learned.flatMap(({ regions }) => regions.map(({ category }) => category))
  const categories = tunable(family)?.learnsCategories === true ? growCategories(known, wanted) : known
  const setup: Setup = {
    family,
    categories,
    tokenizer: tokenizerToJson(parent.tokenizer.addWords(words)),
    newWords: words,
    newCategories: categories.slice(known.length),
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
