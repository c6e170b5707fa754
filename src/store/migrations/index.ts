import { project } from './0010-project'
import { agreement } from './0020-agreement'
import { agreeingPairs } from './0030-agreeing-pairs'

/** In order. A migration is never edited once released; numbers leave room between. */
export const migrations: readonly { version: number; sql: string }[] = [
  { version: 10, sql: project },
  { version: 20, sql: agreement },
  { version: 30, sql: agreeingPairs },
]
