import { encodeDecodeFamily } from '../encode-decode/family'
import { encodeInOneStage } from '../layers/pair-network'
import { procapNetwork } from './network/family'
import { fillProcedure } from './network/procedure-inputs'
import { message } from '../../messages/message'

export const procap = encodeDecodeFamily({
  network: procapNetwork,
  summary: message('proposals.procap'),
  hooks: { fill: fillProcedure, encode: encodeInOneStage },
  contributions: async () => (await import('./trainer/contributions')).procapContributions,
})
