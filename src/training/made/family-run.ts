import type { TrainingGraph } from '../../graph'
import { FamilyNetwork } from '../../inference/family/network'
import { openPackage } from '../../packages/read-package'
import { FAMILIES } from '../../systems'
import { PHRASE_LENGTH } from '../../systems/blocks/training-inputs'
import { oneOf, type Family, type FamilyModel, type FamilyUse } from '../../systems/family'
import { changeEntities } from '../../text/entities'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import type { Stepper } from '../train-step'
import { scoreSystem, type CaptionScores } from './caption-scores'
import { EntityFinder } from './entity-finder'
import { FamilyBatches } from './family-batch'
import { firstValues } from './first-values'
import { runMade, type MadeLogLine } from './made-run'
import type { MadeRunOptions } from './run-setup'
import { shareOfBatch } from './shared-step'
import { openRunSetup } from './run-setup'
import type { SceneScores } from './scene-scores'
import { readTrainingSet, type TrainingPair } from './training-set'

export interface FamilyRunOptions extends MadeRunOptions {
  readonly family: string
  /** Parts to leave out. */
  readonly without: readonly string[]
}

export type FamilyScores = SceneScores & CaptionScores

interface Stage {
  readonly graph: TrainingGraph
  /** Inputs that it reads. */
  readonly wanted: ReadonlySet<string>
}

/** Rarer phrases of the training captions are not looked for. */
const LEAST_COUNT = 2
/** As many as a package may name. */
const MOST_ENTITIES = 1000
const DEV_BATCH = 16

/** Trains a family other than CCRC, from the newest checkpoint of `out` where there is one. @throws RangeError for an unknown family or part */
export async function runFamily(
  options: FamilyRunOptions,
  onLine: (line: MadeLogLine) => void,
  onScores: (scores: FamilyScores) => void,
  signal: AbortSignal,
): Promise<void> {
  const { family, use } = trainableFamily(options.family)
  const pairs = (await Promise.all(options.data.map(readTrainingSet))).flat()
  const start = options.from === null ? null : await openPackage(options.from, family.name)
  const kind = {
    family: family.name,
    without: options.without,
    entities: (from: readonly TrainingPair[], words: Tokenizer) => entitiesOf(use, from, words),
  }
  const { categories, tokenizer, entities } = openRunSetup(options, kind, pairs, start)
  const sizes = {
    words: tokenizer.size,
    categories: categories.length,
    sightStays: options.sight !== null,
  }
  const model = family.build(sizes, options.without)
  const batches = new FamilyBatches(tokenizer, model.inputs, use.fill)
  const network = async (step: Stepper): Promise<FamilyNetwork> =>
    new FamilyNetwork(
      { model, use, values: await step.parameters(), tokenizer, entities },
      { provider: 'cpu', threads: options.threads ?? 1 },
    )
  let finder: EntityFinder | null = null
  await runMade<Stage, FamilyScores>(
    options,
    pairs,
    {
      at: stagesOf(family, model, options),
      firstValues: () => firstValues(options, start, model.parameters),
      batch: (shown, seed, { wanted }) => batches.make(shown, seed, { wanted, finder }),
      async enter({ wanted }, step) {
        await finder?.release()
        const search = wanted.has('entities') ? use.entities : undefined
        finder = search === undefined ? null : new EntityFinder(await network(step), search)
      },
      async score({ wanted }, step, dev) {
        const own = await network(step)
        const captions = wanted.has('tokens')
        const propose = (shown: Parameters<FamilyNetwork['propose']>[0]) => own.propose(shown, { captions })
        const { captions: said, maskIou, accuracy } = await scoreSystem(propose, dev, { batch: DEV_BATCH })
        await own.release()
        return { maskIou, accuracy, ...said }
      },
      release: async () => finder?.release(),
    },
    onLine,
    onScores,
    signal,
  )
}

/** @throws RangeError for one that is not there, or for CCRC, which has its own trainer */
export function trainableFamily(name: string): { family: Family; use: FamilyUse } {
  const names = [...FAMILIES.values()].filter(({ use }) => use !== null).map((each) => each.name)
  const family = FAMILIES.get(oneOf(names, name, 'family'))
  if (family === undefined || family.use === null) throw new RangeError(`${name} has its own trainer.`)
  return { family, use: family.use }
}

/** Phases by their shares of a run; each graph is made when it is due. */
function stagesOf(
  { phases }: Family,
  model: FamilyModel,
  options: FamilyRunOptions,
): (share: number) => Stage {
  const made = new Map<string, Stage>()
  return (share) => {
    let end = 0
    const phase = phases.find((each) => share < (end += each.share) - 1e-9) ?? phases[phases.length - 1]
    const known = made.get(phase.name)
    if (known !== undefined) return known
    const graph = model.training(shareOfBatch(options), phase.name, options.replicas)
    const stage = { graph, wanted: new Set(graph.step.inputs.map(({ name }) => name)) }
    made.set(phase.name, stage)
    return stage
  }
}

/** The commonest phrases of the training captions that the model can read whole. */
function entitiesOf(
  { entities }: FamilyUse,
  pairs: readonly TrainingPair[],
  tokenizer: Tokenizer,
): readonly string[] {
  if (entities === undefined) return []
  const captions = pairs.flatMap(({ record }) => record.captions)
  return changeEntities(captions, { from: entities.from, least: LEAST_COUNT })
    .map(({ name }) => name)
    .filter((name) => tokenizer.encode(name).length <= PHRASE_LENGTH)
    .slice(0, MOST_ENTITIES)
}
