import type { FamilyPredictor } from '../../family'
import type { PairPrediction } from '../../model-proposer'
import { PROPOSAL_OPTIONS, predictScene } from './predict-scene'
import { CcrcModel } from './model'
import { createCcrcProposer } from './proposer'

export const ccrcPredictor: FamilyPredictor = {
  openProposer: createCcrcProposer,
  async openBatchPredictor(folder, options) {
    const model = await CcrcModel.open(folder, options)
    return { predict: (pairs) => predictPairs(model, pairs), release: () => model.release() }
  },
}

/** Masks are those of the head that all families share; captions are conditioned on regions, and refine these once. */
async function predictPairs(
  model: CcrcModel,
  pairs: Parameters<CcrcModel['encode']>[0],
): Promise<PairPrediction[]> {
  const threshold = model.manifest.thresholds['change'] ?? 0.5
  const predictions: PairPrediction[] = []
  for (const scene of await model.encode(pairs)) {
    const { captions } = await predictScene(model, scene, {
      threshold,
      rounds: PROPOSAL_OPTIONS.rounds,
      captions: 1,
    })
    const changedLogit = Math.log(scene.changeProbability / (1 - scene.changeProbability))
    predictions.push({ changed: scene.changed, changedLogit, caption: captions[0].text })
  }
  return predictions
}
