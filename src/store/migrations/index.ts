import { project } from './0010-project'

/** In order. A migration is never edited once released; numbers leave room between. */
export const migrations: readonly { version: number; sql: string }[] = [{ version: 10, sql: project }]
