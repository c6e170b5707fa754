import type { EngineHandlers } from '../../contract/engine'
import { failWith } from '../../contract/errors'
import type { EngineState } from '../engine-state'

type TrainingHandlers = Pick<EngineHandlers, Extract<keyof EngineHandlers, `training.${string}`>>

export function trainingHandlers(_state: EngineState): TrainingHandlers {
  const missing = (): never => {
    throw failWith('unavailable', 'Fine-tuning cannot be had in this build.')
  }
  return {
    'training.preview': missing,
    'training.start': missing,
    'training.pause': missing,
    'training.resume': missing,
    'training.cancel': missing,
    'training.runs': () => [],
    'training.forget': missing,
    'training.history': missing,
    'training.verdict': missing,
    'training.compare': missing,
  }
}
