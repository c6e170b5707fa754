import { encodeDecodeFamily } from '../encode-decode/family'
import { cheersNetwork } from './network/family'
import { encodeWithSubjects, fillSubject, subjectSearch } from './network/subject-inputs'

export const cheers = encodeDecodeFamily({
  network: cheersNetwork,
  summary: 'Looks for the things that it knows by name, and says what differs with their help (CHEERS).',
  hooks: { fill: fillSubject, entities: subjectSearch, encode: encodeWithSubjects },
})
