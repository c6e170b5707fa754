import { PROJECT } from './0010-project'
import { AGREEMENT } from './0020-agreement'
import { AGREEING_PAIRS } from './0030-agreeing-pairs'

/** In order. A migration is never edited once released; numbers leave room between. */
export const MIGRATIONS: readonly { version: number; sql: string }[] = [
  { version: 10, sql: PROJECT },
  { version: 20, sql: AGREEMENT },
  { version: 30, sql: AGREEING_PAIRS },
]
