import { inTransaction } from './database'
import type { Database } from './database'
import { IS_READABLE } from './readable-pairs'

/** Embedding of a pair, with what it was made of. */
export interface StoredEmbedding {
  readonly pairId: number
  /** Name and version of what made it. */
  readonly encoder: string
  /** Sizes and times of both image files. */
  readonly files: string
  readonly embedding: Int8Array
  /** Bits of the fingerprints of the before and of the after frame, in a row. */
  readonly fingerprints: Int32Array
}

interface EmbeddingRecord {
  id: number
  pairId: number
  embedding: Uint8Array
  fingerprints: Uint8Array
}

/** Rows that are read at once. */
const MOST_READ = 5000

/** Embeddings of pairs, one a pair. */
export class PairEmbeddingTable {
  constructor(private readonly database: Database) {}

  /** Stands in for the pair's earlier one. In a transaction of its own: two programs would take the same id. */
  put({ pairId, encoder, files, embedding, fingerprints }: StoredEmbedding): void {
    const put = this.database.prepare(
      `INSERT INTO pair_embeddings (id, pair_id, encoder, files, embedding, fingerprints)
         VALUES ((SELECT coalesce(max(id), 0) + 1 FROM pair_embeddings), ?, ?, ?, ?, ?)
         ON CONFLICT (pair_id) DO UPDATE SET id = excluded.id, encoder = excluded.encoder, files = excluded.files,
           embedding = excluded.embedding, fingerprints = excluded.fingerprints`,
    )
    inTransaction(this.database, () =>
      put.run(pairId, encoder, files, bytesOf(embedding), bytesOf(fingerprints)),
    )
  }

  /** Ids of the pairs in this reading whose files can be read, and that have none by this encoder. */
  missing(encoder: string): number[] {
    const rows = this.database
      .prepare(
        `SELECT id FROM pairs WHERE ${IS_READABLE}
           AND NOT EXISTS (SELECT 1 FROM pair_embeddings WHERE pair_id = pairs.id AND encoder = ?)
         ORDER BY position`,
      )
      .all(encoder) as { id: number }[]
    return rows.map(({ id }) => id)
  }

  /** Ids of the pairs in this reading that have one by this encoder. */
  present(encoder: string): number[] {
    const rows = this.database
      .prepare(
        `SELECT pairs.id AS id FROM pairs JOIN pair_embeddings ON pair_id = pairs.id
         WHERE position IS NOT NULL AND encoder = ? ORDER BY position`,
      )
      .all(encoder) as { id: number }[]
    return rows.map(({ id }) => id)
  }

  /** Number of pairs in this reading that have one by this encoder. */
  count(encoder: string): number {
    const row = this.database
      .prepare(
        `SELECT count(*) AS count FROM pairs JOIN pair_embeddings ON pair_id = pairs.id
         WHERE position IS NOT NULL AND encoder = ?`,
      )
      .get(encoder) as { count: number }
    return row.count
  }

  /** Sizes and times of the files that the pair's embedding was made of; null where it has none by this encoder. */
  filesOf(pairId: number, encoder: string): string | null {
    const row = this.database
      .prepare('SELECT files FROM pair_embeddings WHERE pair_id = ? AND encoder = ?')
      .get(pairId, encoder) as { files: string } | undefined
    return row?.files ?? null
  }

  /**
   * All that were stored after the one with this id, some thousands at a time. Rows of other lengths are passed over.
   * @param lastId 0 for all; the answer's last id serves for the next call
   */
  *after(
    lastId: number,
    encoder: string,
    lengths: { embedding: number; fingerprints: number },
  ): Generator<Pick<StoredEmbedding, 'pairId' | 'embedding' | 'fingerprints'> & { id: number }> {
    const statement = this.database.prepare(
      `SELECT id, pair_id AS "pairId", embedding, fingerprints FROM pair_embeddings
       WHERE id > ? AND encoder = ? ORDER BY id LIMIT ${MOST_READ}`,
    )
    let last = lastId
    let records: EmbeddingRecord[]
    do {
      records = statement.all(last, encoder) as EmbeddingRecord[]
      for (const { id, pairId, embedding, fingerprints } of records) {
        last = id
        if (
          embedding.byteLength === lengths.embedding &&
          fingerprints.byteLength === lengths.fingerprints * Int32Array.BYTES_PER_ELEMENT
        ) {
          yield {
            id,
            pairId,
            embedding: new Int8Array(embedding.slice().buffer),
            fingerprints: wordsOf(fingerprints),
          }
        }
      }
    } while (records.length === MOST_READ)
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Int8Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** A copy, because the bytes need not lie on a multiple of four. */
function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.slice().buffer)
}
