import type { Settings, SettingsChange } from '../../src/contract/work'
import { changedSettings } from '../../src/contract/work'

/** Changes that are being stored, oldest first. */
let changes: readonly SettingsChange[] = []

/** Settings as they are stored, with the changes that are on their way. */
export function withPending(stored: Settings): Settings {
  return changes.reduce(changedSettings, stored)
}

/** Returns the function to call once it was stored or refused. */
export function addPending(change: SettingsChange): () => void {
  changes = [...changes, change]
  return () => {
    changes = changes.filter((one) => one !== change)
  }
}
