import type { Family } from '../family'
import { ccrcFamilyNetwork, FINE_TUNE_REFINES_FROM } from './network/family'
import { message } from '../../messages/message'

/** Cost of a step that refines regions by words, over that of one before. */
const REFINED_STEP_COST = 1.5

export const ccrc: Family = {
  summary: message('proposals.ccrc'),
  network: ccrcFamilyNetwork,
  thresholds: { change: 0.55, window: 0.8 },
  fineTuneStepCost: FINE_TUNE_REFINES_FROM + (1 - FINE_TUNE_REFINES_FROM) * REFINED_STEP_COST,
  questions: () => ['recaption', 'complete', 'remask', 'agree'],
  predictor: async () => (await import('./predictor/predictor')).ccrcPredictor,
  trainer: async () => (await import('./trainer/trainer')).ccrcTrainer,
}
