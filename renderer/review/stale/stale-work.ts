import { create } from 'zustand'
import type { Failure } from '../../../src/contract/errors'
import type { PairDocument } from '../../../src/domain/document'
import { applyDiff, DiffError } from '../../../src/domain/diff'
import type { Diff } from '../../../src/domain/diff'
import { touchedBy } from '../../../src/domain/touched'
import type { HeldEdit } from '../own-edits'
import { mineDiff } from './mine-diff'

/** What another person did. */
export type OtherEdit = Extract<Failure, { code: 'stale' }>['others'][number]

/** Own edits of a pair that were not stored, because another person had changed the same meanwhile. */
export interface StaleWork {
  readonly pairId: number
  readonly key: string
  readonly storePath: string | undefined
  /** Oldest first; each builds on those before it. */
  readonly edits: readonly HeldEdit[]
  readonly others: readonly OtherEdit[]
  /** Once the person has taken their version; null until then. */
  readonly taking: Taking | null
}

/** The edits by which a version is to be stored, by event id. */
interface Taking {
  readonly sent: readonly string[]
  /** Those that wait for an answer, or for the disk. */
  readonly waiting: readonly string[]
  readonly isRefused: boolean
}

interface StaleStore {
  /** Oldest first. They stay until the person decides about them. */
  works: readonly StaleWork[]
  /** The one that is shown beside what is stored; null where the panel is closed. */
  shown: StaleWork | null
}

export const useStaleWork = create<StaleStore>()(() => ({ works: [], shown: null }))

/** Keeps an edit that was not stored. The version that it was to store is kept already. */
export function setAside(edit: HeldEdit, others: readonly OtherEdit[]): void {
  const { works } = useStaleWork.getState()
  const taken = works.find(({ taking }) => taking?.sent.includes(edit.eventId) === true)
  if (taken !== undefined) {
    replace(taken, { ...taken, others: withNew(taken.others, others) })
    return
  }
  const before = works.find((work) => isPartOf(edit, work))
  const work: StaleWork =
    before === undefined
      ? { pairId: edit.pairId, key: edit.key, storePath: edit.storePath, edits: [edit], others, taking: null }
      : { ...before, edits: [...before.edits, edit], others: withNew(before.others, others) }
  replace(before, work)
}

/** It builds on what was not stored, or the person goes on with the same text. */
function isPartOf(edit: HeldEdit, work: StaleWork): boolean {
  const isOfPair = work.pairId === edit.pairId && work.storePath === edit.storePath
  const isBuiltOn = work.edits.some(({ eventId }) => edit.buildsOn.includes(eventId))
  return isOfPair && !isOnItsWay(work) && (isBuiltOn || isSameText(edit, work))
}

const partsOf = (diff: Diff): string => JSON.stringify(touchedBy(diff))

function isSameText({ diff }: HeldEdit, work: StaleWork): boolean {
  const isText = diff.some(({ type }) => type === 'caption.set' || type === 'review.set')
  return isText && work.edits.some((edit) => partsOf(edit.diff) === partsOf(diff)) && fits(mineOf(work), diff)
}

function fits(document: PairDocument, diff: Diff): boolean {
  return diff.length === 0 || fitted(document, diff) !== document
}

/** Each edit builds on those before it, so it is refused for the same reasons. */
function withNew(known: readonly OtherEdit[], others: readonly OtherEdit[]): OtherEdit[] {
  const isKnown = (other: OtherEdit): boolean =>
    known.some(({ actor, at, label }) => actor === other.actor && at === other.at && label === other.label)
  return [...known, ...others.filter((other) => !isKnown(other))]
}

function replace(before: StaleWork | undefined, work: StaleWork): void {
  const { works, shown } = useStaleWork.getState()
  useStaleWork.setState({
    works: before === undefined ? [...works, work] : works.map((one) => (one === before ? work : one)),
    shown: shown === before && before !== undefined ? work : shown,
  })
}

/** Whether the person's version is being stored: there is nothing to decide until that is answered. */
export function isOnItsWay({ taking }: StaleWork): boolean {
  return taking !== null && taking.waiting.length > 0
}

/** The person has taken their version, which is kept until all of these edits are stored. */
export function takeBy(work: StaleWork, eventIds: readonly string[]): void {
  replace(work, { ...work, taking: { sent: eventIds, waiting: eventIds, isRefused: false } })
  useStaleWork.setState({ shown: null })
}

/** An edit is stored or refused: a version that it was to store is let go, or is to be decided about again. */
export function answered(eventId: string, isStored: boolean): void {
  const work = useStaleWork.getState().works.find(({ taking }) => taking?.waiting.includes(eventId) === true)
  if (work === undefined || work.taking === null) {
    return
  }
  const { sent, waiting, isRefused } = work.taking
  const rest = waiting.filter((id) => id !== eventId)
  if (rest.length === 0 && isStored && !isRefused) {
    discard(work)
  } else {
    replace(work, { ...work, taking: { sent, waiting: rest, isRefused: isRefused || !isStored } })
  }
}

/** The person has decided, or both are the same. */
export function discard(work: StaleWork): void {
  const { works, shown } = useStaleWork.getState()
  useStaleWork.setState({
    works: works.filter((one) => one !== work),
    shown: shown === work ? null : shown,
  })
}

/** Lets go of what is the same as what is stored by now. */
export function discardSame(pairId: number, present: PairDocument): void {
  for (const work of useStaleWork.getState().works.filter((one) => one.pairId === pairId)) {
    if (work.edits.every(({ decision }) => decision === null) && differenceTo(present, work).length === 0) {
      discard(work)
    }
  }
}

/** The pair as it was on the screen with these edits. */
export function mineOf({ edits }: StaleWork): PairDocument {
  return edits.reduce((document, { diff }) => fitted(document, diff), edits[0].before)
}

function fitted(document: PairDocument, diff: Diff): PairDocument {
  try {
    return applyDiff(document, diff)
  } catch (error) {
    if (error instanceof DiffError) {
      return document
    }
    throw error
  }
}

/** All changes that the person made, but decisions, which are made anew. */
export function changesOf({ edits }: StaleWork): Diff {
  return edits.filter(({ decision }) => decision === null).flatMap(({ diff }) => [...diff])
}

/** What makes the stored document hold the person's version of what they touched. */
export function differenceTo(
  present: PairDocument,
  work: StaleWork,
  masks: 'mine' | 'joined' = 'mine',
): Diff {
  return mineDiff(present, mineOf(work), touchedBy(changesOf(work)), masks)
}
