import { encodeDecodeFamily } from '../encode-decode/family'
import { cheersNetwork } from './network/family'
import { encodeWithSubjects, fillSubject, subjectSearch } from './network/subject-inputs'

export const cheers = encodeDecodeFamily({
  network: cheersNetwork,
  summary: 'Retrieves names of objects, and decodes captions from them and the difference (CHEERS).',
  hooks: { fill: fillSubject, entities: subjectSearch, encode: encodeWithSubjects },
})
