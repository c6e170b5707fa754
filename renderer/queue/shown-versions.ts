import type { MadeOn } from '../../src/contract/made-on'
import { isShared } from '../state/claims'

interface ShownRows {
  /** The version in which the list shows a pair; undefined where it shows none, or knows that there is a newer one. */
  versionOf(pairId: number): number | undefined
  /** The row is an old one. */
  renew(pairId: number): void
}

let rows: ShownRows = { versionOf: () => undefined, renew: () => undefined }

export function showVersionsOf(shown: ShownRows): void {
  rows = shown
}

/** What a decision in the list is made on, where others may have changed the pair meanwhile. */
export function decidedOn(pairId: number): { madeOn?: MadeOn } {
  const version = isShared() ? rows.versionOf(pairId) : undefined
  return version === undefined ? {} : { madeOn: { version, ownEdits: [] } }
}

/** It was shown as it is not any more. */
export function renewShown(pairId: number): void {
  rows.renew(pairId)
}
