import type { Family } from '../family'
import { photoFamilyNetwork } from './network/family'

export const photo: Family = {
  summary:
    'Segments the change in photographs of any size, on features of the detector (CCRC for photographs).',
  network: photoFamilyNetwork,
  thresholds: { change: 0.5, pixel: 0.5 },
  fineTuneStepCost: 1,
  questions: () => ['threshold'],
  readsDetector: (without) => !without.includes('encoder'),
  predictor: async () => (await import('./predictor/predictor')).photoPredictor,
  trainer: async () => (await import('./trainer/trainer')).photoTrainer,
}
