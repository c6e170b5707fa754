import { encodeDecodeFamily } from '../encode-decode/family'
import { encodeInOneStage } from '../layers/pair-stages'
import { procapNetwork } from './network/family'
import { fillProcedure } from './network/procedure-inputs'

export const procap = encodeDecodeFamily({
  network: procapNetwork,
  summary: 'Imagines how one frame became the other, and says what happened on the way (ProCap).',
  hooks: { fill: fillProcedure, encode: encodeInOneStage },
})
