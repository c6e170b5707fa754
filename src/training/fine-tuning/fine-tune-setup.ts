import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { providerNameSchema } from '../../contract/proposal'
import type { ProviderName } from '../../contract/proposal'
import { TRAINING_DEFAULTS } from '../../contract/training'
import { writeAtomically } from '../../dataset/atomic'
import type { ModelPackage } from '../../packages/read-package'
import { tokenizerToJson } from '../../text/bpe/json'
import { newWords } from '../new-words'
import { extendCategories } from '../resize-embeddings'
import type { CorrectedPair } from '../data/corrected-pair'
import { readOptional, RUN_FILES } from '../run-folder'
import type { FineTuneJob } from '../run-folder'
import { FAMILIES } from '../../models/registry'

/** Properties of fine-tuning a family, available without opening a model. */
export interface FineTuneInfo {
  /** As its authors call it. */
  readonly title: string
  /** Whether categories of regions can be trained. */
  readonly trainsCategories: boolean
  /** Whether captions, and words that are new to it, can be trained. */
  readonly trainsCaptions: boolean
  /** Mean cost of a step over a run, over that of the first steps. */
  readonly stepCost: number
}

/** Null for a family that is not known here. */
export function fineTuneInfo(family: string): FineTuneInfo | null {
  const definition = FAMILIES.get(family)
  return definition === undefined
    ? null
    : {
        title: definition.network.title,
        trainsCategories: definition.network.marks === 'regions',
        trainsCaptions: definition.network.isWordless !== true,
        stepCost: definition.fineTuneStepCost,
      }
}

const setupSchema = z.object({
  family: z.string().default('ccrc'),
  categories: z.array(z.string()),
  tokenizer: z.unknown(),
  newWords: z.array(z.string()),
  newCategories: z.array(z.string()),
  /** Null until a step was measured. */
  steps: z.int().nullable(),
  secondsPerStep: z.number().nullable(),
  /** What trains; null until it is chosen. Runs of older versions train on the processor. */
  provider: providerNameSchema.nullable().default('cpu'),
  /** Threads that share a batch; another number changes the order of sums. */
  replicas: z.int(),
})
/** Decided once in a run. */
export type FineTuneSetup = z.infer<typeof setupSchema>
export type DecidedSetup = FineTuneSetup & { readonly provider: ProviderName }

/** Read from the run's folder, or created and written there. @throws FineTuneError */
export async function readSetup(
  run: string,
  job: FineTuneJob,
  items: readonly CorrectedPair[],
  parent: ModelPackage,
): Promise<FineTuneSetup> {
  const stored = readOptional(join(run, RUN_FILES.setup), setupSchema)
  if (stored !== null) {
    return stored
  }
  const trainingItems = items.filter(({ isHeldOut }) => !isHeldOut)
  const { family, categories: parentCategories } = parent.manifest
  const info = fineTuneInfo(family)
  const captions = info?.trainsCaptions === true ? trainingItems.flatMap((item) => item.captions) : []
  const words = newWords(captions, parent.tokenizer)
  const used = trainingItems.flatMap(({ regions }) => regions.map(({ category }) => category))
  const categories =
    info?.trainsCategories === true ? extendCategories(parentCategories, used) : parentCategories
  const setup: FineTuneSetup = {
    family,
    categories,
    tokenizer: tokenizerToJson(parent.tokenizer.addWords(words)),
    newWords: words,
    newCategories: categories.slice(parentCategories.length),
    steps: null,
    secondsPerStep: null,
    ...workersOf(job, namedProvider(job)),
  }
  await writeSetup(run, setup)
  return setup
}

/** Null where the choice is automatic, there is one, and it is not known from an earlier run. */
function namedProvider({ options, device, lastProvider }: FineTuneJob): ProviderName | null {
  const { provider } = options.advanced
  if (provider !== 'auto') {
    return provider
  }
  if (device === null) {
    return 'cpu'
  }
  return lastProvider === 'cpu' || lastProvider === device ? lastProvider : null
}

/** The device that a run trains on; null for the processor, and where none is chosen. */
export function deviceOfRun(run: string): ProviderName | null {
  const provider = readOptional(join(run, RUN_FILES.setup), setupSchema)?.provider ?? 'cpu'
  return provider === 'cpu' ? null : provider
}

/** The same setup, trained by this provider. Where it is the same, so is the number of replicas. */
export function withProvider(setup: FineTuneSetup, job: FineTuneJob, provider: ProviderName): DecidedSetup {
  return setup.provider === provider
    ? { ...setup, provider }
    : { ...setup, ...workersOf(job, provider), provider }
}

function workersOf(
  { options: { advanced } }: FineTuneJob,
  provider: ProviderName | null,
): Pick<FineTuneSetup, 'provider' | 'replicas'> {
  const { batch, threads } = advanced
  const processors = threads ?? availableParallelism()
  const isOnDevice = provider !== null && provider !== 'cpu'
  return {
    provider,
    replicas: isOnDevice ? 1 : replicaCount(batch ?? TRAINING_DEFAULTS.batch, processors),
  }
}

export async function writeSetup(run: string, setup: FineTuneSetup): Promise<void> {
  await writeAtomically(join(run, RUN_FILES.setup), JSON.stringify(setup))
}

/** As many as there are processors, and no fewer than four pairs for each. */
function replicaCount(batch: number, processors: number): number {
  for (let count = Math.min(processors, Math.floor(batch / 4)); count > 1; count--) {
    if (batch % count === 0) {
      return count
    }
  }
  return 1
}
