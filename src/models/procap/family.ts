import { encodeDecodeFamily } from '../encode-decode/family'
import { encodeInOneStage } from '../layers/pair-network'
import { procapNetwork } from './network/family'
import { fillProcedure } from './network/procedure-inputs'

export const procap = encodeDecodeFamily({
  network: procapNetwork,
  summary: 'Models the change as a procedure between the frames, and decodes captions from it (ProCap).',
  hooks: { fill: fillProcedure, encode: encodeInOneStage },
})
