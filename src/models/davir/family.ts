import { encodeDecodeFamily } from '../encode-decode/family'
import { davirNetwork } from './network/family'
import { encodeThenPrompt, fillNoun, nounSearch } from './network/noun-inputs'
import { message } from '../../messages/message'

export const davir = encodeDecodeFamily({
  network: davirNetwork,
  summary: message('proposals.davir'),
  hooks: {
    fill: fillNoun,
    entities: nounSearch,
    encode: encodeThenPrompt,
    usesMasks: ({ without, entities }) => !without.includes('entityPrompt') && entities.length > 0,
  },
  contributions: async () => (await import('./trainer/contributions')).davirContributions,
})
