import type { Family } from '../family'
import type { FamilyNetwork } from '../network'
import type { EncodeDecodeHooks } from '../pair-data'
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
}: {
  network: FamilyNetwork
  summary: Message
  hooks: EncodeDecodeHooks
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
    trainer: async () => (await import('./trainer/trainer')).encodeDecodeTrainer(parts),
  }
}
