import { scoreSystem } from '../../../training/evaluation/change-scores'
import { replicaBatchSize, trainingStage } from '../../../training/open-step'
import type { TrainingStage } from '../../../training/open-step'
import type { SyntheticTask, SyntheticTaskOptions } from '../../../training/task'
import type { Stepper } from '../../../training/train-step'
import type { FamilyModel, FamilyNetwork } from '../../network'
import type { EncodeDecodeParts } from '../predictor/load-package'
import { StagedModel } from '../predictor/staged-model'
import { EntityRetriever } from './entity-retriever'
import { SyntheticBatches } from './synthetic-batches'

const DEV_BATCH = 16

/** All phases of a family, each for its share of the run. Entities are retrieved anew when a phase begins. */
export function encodeDecodeSyntheticTask(
  { network, hooks }: EncodeDecodeParts,
  options: SyntheticTaskOptions,
): SyntheticTask {
  const { tokenizer, categories, entities, without, freezeEncoder, threads } = options
  const sizes = { words: tokenizer.size, categories: categories.length, freezeEncoder }
  const model = network.build(sizes, without)
  const batches = new SyntheticBatches(tokenizer, model.inputs, hooks.fill)
  const open = async (step: Stepper): Promise<StagedModel> =>
    new StagedModel(
      { model, hooks, values: await step.parameters(), tokenizer, entities },
      { provider: 'cpu', threads: threads ?? 1 },
    )
  let retriever: EntityRetriever | null = null
  return {
    parameters: model.parameters,
    stageAt: phaseStages(network, model, options),
    batch: (pairs, seed, { inputNames }) => batches.make(pairs, seed, { inputNames, retriever }),
    async onStageEnter({ inputNames }, step) {
      await retriever?.release()
      const search = inputNames.has('entities') ? hooks.entities : undefined
      retriever = search === undefined ? null : new EntityRetriever(await open(step), search)
    },
    async score({ inputNames }, step, dev) {
      const current = await open(step)
      const captions = inputNames.has('tokens')
      const scores = await scoreSystem((pairs) => current.predict(pairs, { captions }), dev, {
        batch: DEV_BATCH,
      })
      await current.release()
      const { maskIou, accuracy } = scores
      return { maskIou, accuracy, ...scores.captions }
    },
    release: async () => retriever?.release(),
  }
}

/** The stage at a fraction of the run; each graph is built when its phase begins. */
function phaseStages(
  { phases }: FamilyNetwork,
  model: FamilyModel,
  options: SyntheticTaskOptions,
): (share: number) => TrainingStage {
  const stages = new Map<string, TrainingStage>()
  return (share) => {
    let end = 0
    const phase = phases.find((each) => share < (end += each.share) - 1e-9) ?? phases[phases.length - 1]
    const known = stages.get(phase.name)
    if (known !== undefined) {
      return known
    }
    const stage = trainingStage(model.training(replicaBatchSize(options), phase.name, options.replicas))
    stages.set(phase.name, stage)
    return stage
  }
}
