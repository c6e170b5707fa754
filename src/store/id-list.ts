import type { Database } from './database'

/**
 * Ids as one value of a statement. Written into its text, each list would be a statement of its own, which PostgreSQL
 * plans and keeps as long as the connection lasts.
 */
export function idList({ dialect }: Database, ids: readonly number[]): string {
  const numbers = ids.map(Math.trunc).join(',')
  return dialect === 'sqlite' ? `[${numbers}]` : `{${numbers}}`
}

/** Whether a column is one of an `idList`. @param place of the list among the statement's values, as `?1` */
export function isAmong({ dialect }: Database, column: string, place: string): string {
  return dialect === 'sqlite'
    ? `${column} IN (SELECT value FROM json_each(${place}))`
    : `${column} = ANY(${place}::bigint[])`
}

/** A table with the columns `pair_id` and `place`, which counts up in the order of an `idList`. */
export function listedPairs({ dialect }: Database, place: string): string {
  return dialect === 'sqlite'
    ? `SELECT value AS pair_id, key AS place FROM json_each(${place})`
    : `SELECT pair_id, place FROM unnest(${place}::bigint[]) WITH ORDINALITY AS listed (pair_id, place)`
}
