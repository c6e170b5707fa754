import type { Family } from '../family'
import type { FamilyNetwork } from '../network'
import type { EncodeDecodeHooks } from '../pair-data'
import type { MeasureContributions } from './trainer/contributions'
import type { Message } from '../../messages/message'

export interface EncodeDecodeFamily extends Family {
  readonly hooks: EncodeDecodeHooks
}

/**
 * A family that encodes a pair into masks and a memory, and decodes a caption from that: all but CCRC. They share
 * predictor and trainer, and differ in their graphs and hooks.
 */
export function encodeDecodeFamily({
  network,
  summary,
  hooks,
  contributions,
}: {
  network: FamilyNetwork
  summary: Message
  hooks: EncodeDecodeHooks
  /** Measures what its own parts should raise; loaded when it is first needed. */
  contributions: () => Promise<MeasureContributions>
}): EncodeDecodeFamily {
  const parts = { network, hooks }
  return {
    summary,
    network,
    hooks,
    thresholds: { change: 0.5 },
    fineTuneStepCost: 1,
    questions: (model) => (hooks.usesMasks?.(model) === true ? ['recaption', 'complete'] : ['complete']),
    predictor: async () => (await import('./predictor/predictor')).encodeDecodePredictor(parts),
    trainer: async () => (await import('./trainer/trainer')).encodeDecodeTrainer({ ...parts, contributions }),
  }
}
