import type { EventKind } from '../../src/domain/history'
import type { Diff } from '../../src/domain/diff'
import { applyDiff, DiffError } from '../../src/domain/diff'
import type { Decision, EditResult, OpenPair } from '../../src/contract/pairs'
import { ContractError } from '../../src/contract/errors'
import type { Failure } from '../../src/contract/errors'
import type { MadeOn } from '../../src/contract/made-on'
import type { PairDocument } from '../../src/domain/document'
import { notify } from '../state/notices'

/** Steps of a pair that were made here, by event id, oldest first; null for a step from before. */
export interface Steps {
  /** In force; undo takes back the last. */
  done: readonly (string | null)[]
  /** Taken back; redo brings the last again. */
  undone: readonly (string | null)[]
}

export const NO_STEPS: Steps = { done: [], undone: [] }

export function afterStep(
  { done, undone }: Steps,
  kind: Exclude<EventKind, 'system'>,
  eventId: string,
): Steps {
  switch (kind) {
    case 'edit':
      return { done: [...done, eventId], undone: [] }
    case 'undo':
      return { done: done.slice(0, -1), undone: [...undone, done.at(-1) ?? null] }
    case 'redo':
      return { done: [...done, undone.at(-1) ?? null], undone: undone.slice(0, -1) }
  }
}

/** An edit that is on the screen. It is held where it could not be stored: the disk has no room, or is not there. */
export interface HeldEdit {
  pairId: number
  key: string
  eventId: string
  label: string
  diff: Diff
  storePath: string | undefined
  /** What the pair was on the screen before it. */
  before: PairDocument
  /** Ids of the edits that were on the screen beyond the version that it was made on. */
  buildsOn: readonly string[]
  /** Where it is one: `diff` is then what the engine would probably store. */
  decision: Decision | null
  /** Sends it, under the id that it had. */
  request(): Promise<EditResult>
}

/** The pair on the screen, and how far its edits have come. */
export interface PairState {
  open: OpenPair | null
  /** Edits sent and not yet confirmed as durable. */
  unsaved: number
  /** The last edit that the engine answered to was refused. */
  isRefused: boolean
  /** Edits that could not be stored and stay on the screen, oldest first: they are sent again before the next one. */
  held: readonly HeldEdit[]
  /** Edits that can never be stored where they belong, since the last one that was stored: for a copy elsewhere. */
  lost: readonly HeldEdit[]
  /** By pair; a step counts once it is stored. */
  steps: ReadonlyMap<number, Steps>
  /** Milliseconds since 1970 at which this pair was opened. */
  openedAt: number
}

/** Whether the same edit can be stored later: the edit is valid, but its store cannot be written now. */
export function canBeHeld(error: unknown): boolean {
  return (
    error instanceof ContractError && ['cannot-write', 'unavailable', 'held'].includes(error.failure.code)
  )
}

export interface EditOfPair {
  pairId: number
  eventId: string
  baseProposalId: number | null
  madeOn: MadeOn
  storePath?: string
}

export interface Sending {
  kind: Exclude<EventKind, 'system'>
  /** What is on the screen already; null where that comes with the answer. */
  applied: Diff | null
  /** What is on the screen while it cannot be stored; null where it cannot be kept. Without it as `applied`. */
  whileHeld?: Diff | null
  /** Of what is on the screen already. */
  label?: string
  /** Where it is one. */
  decision?: Decision
  /** The version that it was made on, where that is older than the one on the screen. */
  since?: number | undefined
  /** Whether a refusal needs no notice, because the pair is already in the state that was asked for. */
  isMoot?: (open: OpenPair) => boolean
  eventId?: string
}

type Stale = Extract<Failure, { code: 'stale' }>

/** What others did, where they touched the same since the version that the edit was made on; else null. */
export function othersOf(error: unknown): Stale['others'] | null {
  return error instanceof ContractError && error.failure.code === 'stale' ? error.failure.others : null
}

/** Where it belongs cannot be read: the edit can be saved elsewhere alone. */
export function canNeverBeRead(error: unknown): boolean {
  return error instanceof ContractError && error.failure.code === 'folder-unreadable'
}

export function heldOf(
  held: readonly HeldEdit[],
  pairId: number,
  storePath: string | undefined,
): readonly HeldEdit[] {
  return held.filter((edit) => edit.pairId === pairId && edit.storePath === storePath)
}

/** The stored document with the held edits; null if they do not fit it any more. */
export function withHeld(document: PairDocument, held: readonly HeldEdit[]): PairDocument | null {
  try {
    return held.reduce((shown, { diff }) => applyDiff(shown, diff), document)
  } catch (error) {
    if (error instanceof DiffError) {
      return null
    }
    throw error
  }
}

/** An edit of a pair as it is on the screen, to be sent by `request`. */
export function madeEdit(
  { pair, document, baseProposalId }: OpenPair,
  request: (edit: EditOfPair) => Promise<EditResult>,
  made: Sending & { eventId: string; madeOn: MadeOn; storePath?: string },
): HeldEdit {
  const { applied, whileHeld = applied, label = '', decision = null, eventId, madeOn, storePath } = made
  const edit = { pairId: pair.id, eventId, baseProposalId, madeOn }
  return {
    pairId: pair.id,
    key: pair.key,
    eventId,
    label,
    diff: whileHeld ?? [],
    storePath,
    before: document,
    buildsOn: madeOn.ownEdits,
    decision,
    request: () => request(storePath === undefined ? edit : { ...edit, storePath }),
  }
}

/** @param storePath of the project that the pair belongs to */
/** Of notices that an edit could not be stored yet. */
export const HELD = 'held'

export function notifyRefused(
  { id, key }: OpenPair['pair'],
  refusal: string,
  storePath: string | undefined,
): void {
  notify('error', refusal, { pairId: id, key, storePath })
}
