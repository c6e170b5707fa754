import type { Settings } from '../src/contract/work'

/** Of a person who knows the program. What proposes costs little, as few stories are about a model. */
export const WITHOUT_MODEL: Partial<Settings> = {
  hints: 'done',
  proposer: 'difference',
  provider: 'cpu',
  embedPairs: false,
}
