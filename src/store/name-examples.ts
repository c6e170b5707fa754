import type { Database } from './database'

/** A region that a person named, with the features that it is known again by. */
export interface StoredExample {
  readonly pairId: number
  readonly regionId: string
  readonly word: string
  /** Of its masks: where they change, the features are others. */
  readonly place: string
}

/** One that is known; the example of a word that was forgotten serves no more. */
export type KnownExample = StoredExample & { readonly isForgotten: boolean }

interface WordCount {
  word: string
  count: number
}

interface TaughtExample {
  word: string
  features: Float32Array
}

interface FeatureRecord {
  word: string
  features: Uint8Array
}

/** Names that people taught: of a project (`project` is empty), or of all projects. */
export class NameExampleTable {
  constructor(
    private readonly database: Database,
    private readonly project = '',
  ) {}

  ofPair(pairId: number): KnownExample[] {
    const records = this.database
      .prepare(
        `SELECT pair_id AS "pairId", region_id AS "regionId", word, place,
           CASE WHEN encoder = '' THEN 1 ELSE 0 END AS "isForgotten"
         FROM name_examples WHERE project = ? AND pair_id = ?`,
      )
      .all(this.project, pairId) as (StoredExample & { isForgotten: number })[]
    return records.map((record) => ({ ...record, isForgotten: record.isForgotten === 1 }))
  }

  /** @param encoder what made the features; examples by another one are not known again */
  put({ pairId, regionId, word, place }: StoredExample, encoder: string, features: Float32Array): void {
    const bytes = new Uint8Array(features.buffer, features.byteOffset, features.byteLength)
    this.database
      .prepare(`INSERT INTO name_examples VALUES (?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (project, pair_id, region_id) DO UPDATE SET word = excluded.word, place = excluded.place,
             encoder = excluded.encoder, features = excluded.features, at = excluded.at`)
      .run(this.project, pairId, regionId, word, place, encoder, bytes, Date.now())
  }

  rename({ pairId, regionId }: StoredExample, word: string): void {
    this.database
      .prepare('UPDATE name_examples SET word = ? WHERE project = ? AND pair_id = ? AND region_id = ?')
      .run(word, this.project, pairId, regionId)
  }

  remove({ pairId, regionId }: StoredExample): void {
    this.database
      .prepare('DELETE FROM name_examples WHERE project = ? AND pair_id = ? AND region_id = ?')
      .run(this.project, pairId, regionId)
  }

  /** Of any project. Its regions are remembered as known, so that the next edit of their pair does not teach it again. */
  forget(word: string): void {
    this.database.prepare("UPDATE name_examples SET encoder = '' WHERE word = ?").run(word)
  }

  /** Of this project. */
  counts(): WordCount[] {
    return this.countsWhere('project = ?')
  }

  /** Of all projects but this one. */
  countsOfOthers(): WordCount[] {
    return this.countsWhere('project <> ?')
  }

  /** The newest of each word, of this project; the newest first. */
  newest(encoder: string, mostOfWord: number): TaughtExample[] {
    return this.newestWhere('project = ?', encoder, mostOfWord)
  }

  /** The newest of each word, of all projects but this one. */
  newestOfOthers(encoder: string, mostOfWord: number): TaughtExample[] {
    return this.newestWhere('project <> ?', encoder, mostOfWord)
  }

  private countsWhere(condition: string): WordCount[] {
    return this.database
      .prepare(
        `SELECT word, count(*) AS count FROM name_examples WHERE encoder <> '' AND ${condition} GROUP BY word`,
      )
      .all(this.project) as WordCount[]
  }

  private newestWhere(condition: string, encoder: string, mostOfWord: number): TaughtExample[] {
    const records = this.database
      .prepare(
        `SELECT word, features FROM (
           SELECT word, features, at, row_number() OVER (PARTITION BY word ORDER BY at DESC) AS place
           FROM name_examples WHERE ${condition} AND encoder = ?) AS ranked WHERE place <= ? ORDER BY at DESC`,
      )
      .all(this.project, encoder, mostOfWord) as FeatureRecord[]
    return records.map(({ word, features }) => ({ word, features: asFloats(features) }))
  }
}

/** A copy, because the bytes need not lie on a multiple of four. */
function asFloats(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer)
}
