import type { SequencePlace } from '../domain/sequence'
import type { Database } from './database'

/** A pair as it was found in the folder. */
export interface FoundPair {
  key: string
  split: string | null
  before: string
  after: string
  label: string | null
  /** A caption that came with the files, or null. */
  caption: string | null
  /** Absent for a pair of no sequence. */
  sequence?: SequencePlace
}

/** Paths of a pair, relative to the folder. */
export type PairFiles = Pick<FoundPair, 'before' | 'after'>

export interface KeyedFiles extends PairFiles {
  id: number
  key: string
}

/** Never in the key of a pair that was found: control characters are in no sane file name. */
const SEPARATOR = '\u001f'

/**
 * Makes way for what was found: a stored pair that has the key of a found one and is about other images gives its
 * key up, with its files in place of it, and has it back when these very files are found under it again. Returns the
 * stored pairs by the keys that they have then.
 * @param rows all stored pairs
 * @param isOther whether a stored pair is about other images than the found one of its key, rather than the same ones moved or converted
 */
export function putAside<T extends KeyedFiles>(
  database: Database,
  rows: readonly T[],
  found: readonly FoundPair[],
  isOther: (stored: PairFiles, found: FoundPair) => boolean,
): Map<string, T> {
  const keys = new Map(rows.map(({ id, key }) => [id, key]))
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const statement = database.prepare('UPDATE pairs SET key = ? WHERE id = ?')
  const rename = (id: number, key: string): void => {
    statement.run(key, id)
    keys.set(id, key)
  }
  for (const pair of found) {
    const present = byKey.get(pair.key)
    if (present !== undefined && present.before === pair.before && present.after === pair.after) {
      continue
    }
    const aside = byKey.get(asideKey(pair.key, pair))
    if (present !== undefined && (aside !== undefined || isOther(present, pair))) {
      rename(present.id, asideKey(pair.key, present))
    }
    if (aside !== undefined) {
      rename(aside.id, pair.key)
    }
  }
  return new Map(rows.map((row) => [keys.get(row.id) ?? row.key, row]))
}

function asideKey(key: string, { before, after }: PairFiles): string {
  return [key, before, after].join(SEPARATOR)
}
