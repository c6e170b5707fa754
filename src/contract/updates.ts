/** A newer version, as the list of versions has it. Its words come from that list and are shown as plain text. */
export interface NewVersion {
  version: string
  /** ISO 8601; null where the list has none. */
  date: string | null
  notes: string
  /** Of the file that is fetched; null where the list does not say. */
  bytes: number | null
}

/** Where looking for a newer version of the app stands. Nothing begins before the person asks. */
export type UpdateState =
  /** The app runs from its source, was unpacked from an archive, or its build wrote no feed. */
  | { kind: 'never'; why: 'source' | 'archive' | 'no-feed' }
  /** Not asked yet. */
  | { kind: 'idle' }
  | { kind: 'looking' }
  | { kind: 'newest'; version: string }
  | { kind: 'found'; found: NewVersion }
  /** `share` of the file, 0 to 1. */
  | { kind: 'downloading'; found: NewVersion; share: number }
  /** It is installed once the app is closed. */
  | { kind: 'downloaded'; found: NewVersion }
  /** Nothing answered, there is no list of versions, the file is not the announced one, or else. */
  | { kind: 'failed'; problem: 'unreachable' | 'no-list' | 'damaged' | 'other'; detail: string }

/** What the shell does about updates. Electron only. */
export interface ShellUpdates {
  /** The address that is asked; null where there is none. */
  feed(): Promise<string | null>
  state(): Promise<UpdateState>
  /** Asks the feed for its list of versions. */
  look(): Promise<void>
  /** Fetches the version that was found; it is installed once the app is closed. */
  download(): Promise<void>
  cancelDownload(): Promise<void>
  /** Closes the app, as its window's button does, and installs. */
  closeAndInstall(): Promise<void>
  /** Returns how to stop listening. */
  onState(listener: (state: UpdateState) => void): () => void
}
