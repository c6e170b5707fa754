import type { SetSpec } from '../worker-messages'

export interface SetFile {
  /** Relative to the set's folder, with forward slashes. */
  readonly path: string
  readonly bytes: Uint8Array
}

export interface SetItem {
  readonly files: readonly SetFile[]
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

/** One way to lay out a synthetic set on disk. `make` runs in the workers, the rest in the parent. */
export interface Layout {
  folders(spec: SetSpec): readonly string[]
  make(spec: SetSpec, index: number): SetItem
  openIndex(folder: string, spec: SetSpec): SetIndex
}

/** Eight of ten items train, one validates, one tests. */
export function splitOf(index: number): 'train' | 'val' | 'test' {
  const place = index % 10
  return place === 8 ? 'val' : place === 9 ? 'test' : 'train'
}
