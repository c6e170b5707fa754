import type { Family } from '../family'
import { photoFamilyNetwork } from './network/family'
import { message } from '../../messages/message'

export const photo: Family = {
  summary: message('proposals.photo'),
  network: photoFamilyNetwork,
  thresholds: { change: 0.5, pixel: 0.5 },
  fineTuneStepCost: 1,
  questions: () => ['threshold'],
  readsDetector: (without) => !without.includes('encoder'),
  predictor: async () => (await import('./predictor/predictor')).photoPredictor,
  trainer: async () => (await import('./trainer/trainer')).photoTrainer,
}
