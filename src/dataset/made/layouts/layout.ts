import type { SetOrder } from '../set-order'

export interface MadeFile {
  /** Relative to the set's folder, with forward slashes. */
  readonly path: string
  readonly bytes: Uint8Array
}

export interface MadeItem {
  readonly files: readonly MadeFile[]
  /** Plain data for the set's index files. */
  readonly record: object
}

/** Writes the files that list all items of a set. Items arrive in the order of their indices. */
export interface SetIndex {
  add(record: string): void
  finish(): void
  /** Closes what is open, finished or not. */
  close(): void
}

/** One way to lay out a made set on disk. `make` runs in the workers, the rest in the parent. */
export interface Layout {
  folders(order: SetOrder): readonly string[]
  make(order: SetOrder, index: number): MadeItem
  openIndex(folder: string, order: SetOrder): SetIndex
}

/** Eight of ten items train, one validates, one tests. */
export function splitOf(index: number): 'train' | 'val' | 'test' {
  const place = index % 10
  return place === 8 ? 'val' : place === 9 ? 'test' : 'train'
}
