import { encodeDecodeFamily } from '../encode-decode/family'
import { cheersNetwork } from './network/family'
import { encodeWithSubjects, fillSubject, subjectSearch } from './network/subject-inputs'
import { message } from '../../messages/message'

export const cheers = encodeDecodeFamily({
  network: cheersNetwork,
  summary: message('proposals.cheers'),
  hooks: { fill: fillSubject, entities: subjectSearch, encode: encodeWithSubjects },
  contributions: async () => (await import('./trainer/contributions')).cheersContributions,
})
