import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { CaptionReport } from '../../contract/connector'
import { failWith, toFailure } from '../../contract/errors'
import { ConnectorError, mayPass } from '../../connector/connector-error'
import type { Diff } from '../../domain/diff'
import type { PairDocument } from '../../domain/document'
import type { ReviewState } from '../../domain/pair'
import { addedCaption, isBlank } from '../../domain/review'
import type { StoredPair } from '../../store/pair-records'
import type { OpenProject } from '../project/open-project'
import type { CaptionConnector, Target } from './caption-connector'
import { message, messageTextOf } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/** What is read of a project: a worker does not open it. */
type CaptionedProject = Pick<OpenProject, 'folder' | 'store'>

/** For the caption of one pair. */
interface PairWork {
  project: CaptionedProject
  queue: { makeFor(pairId: number, proposer: null, signal: AbortSignal): Promise<unknown> }
  connector: Pick<CaptionConnector, 'requestCaptionOf'>
  /** A caption was added. */
  onPair(pairId: number): void
  signal: AbortSignal
}

interface Work extends PairWork {
  connector: CaptionConnector
  /** Null for all pairs. */
  pairIds: readonly number[] | null
  progress(done: number, total: number): void
}

/** Pairs that nobody has decided about. */
const OPEN_STATES: readonly ReviewState[] = ['unreviewed', 'flagged']
/** So many pairs in a row without an answer, and the server is taken to be broken. */
const PATIENCE = 3

/**
 * Asks for a caption of each open pair and adds it behind those that are there. One that has an answer of this
 * model and host is left out, so that a job that was stopped goes on where it was. A pair of which nothing is
 * known is proposed for first, as the question is about its regions.
 * @throws ContractError `cancelled`
 */
export async function captionPairs(work: Work): Promise<CaptionReport> {
  const { project, connector, signal, progress, pairIds } = work
  const target = connector.target()
  const { open, leftOut } = openPairs(project, pairIds)
  const report: CaptionReport = { added: [], noChange: 0, leftOut, failed: [], stopped: null }
  let failedInARow = 0
  for (const [index, pairId] of open.entries()) {
    try {
      if (!isEligible(project, pairId, target)) {
        report.leftOut += 1
        await setImmediate(null, { signal })
        continue
      }
      progress(index, open.length)
      const { text, statesNoChange } = await captionOne(work, pairId, target)
      report.added.push({ key: project.store.pair(pairId).key, text })
      report.noChange += statesNoChange ? 1 : 0
      failedInARow = 0
    } catch (error) {
      if (error instanceof PairSkipped) {
        report.leftOut += 1
        continue
      }
      if (signal.aborted) {
        throw failWith('cancelled', message('connector.cancelledAfter', { count: report.added.length }))
      }
      failedInARow += error instanceof ConnectorError ? 1 : 0
      const stopped = whyToStop(error, failedInARow)
      if (stopped !== null) {
        return { ...report, stopped }
      }
      report.failed.push({ key: project.store.pair(pairId).key, message: messageTextOf(error) })
    }
  }
  progress(open.length, open.length)
  return report
}

/** Null where the next pair may do better. */
function whyToStop(error: unknown, failedInARow: number): MessageText | null {
  if (error instanceof ConnectorError) {
    return !mayPass(error) || failedInARow >= PATIENCE ? error.text : null
  }
  // each further answer would be lost too
  return toFailure(error).code === 'cannot-write' ? messageTextOf(error) : null
}

/**
 * Of the wanted pairs those that are open and have no problem, without a look at their documents. Until their blind
 * reviews are decided, no caption could be stored.
 */
export function openPairs(
  { store: { pairs, reviews } }: Pick<OpenProject, 'store'>,
  pairIds: readonly number[] | null,
): { open: readonly number[]; leftOut: number } {
  const closed = reviews.closed()
  const found = pairs.find({ states: [...OPEN_STATES], search: '', hasProblem: false }, 'key')
  const all = found.filter((pairId) => !closed.has(pairId))
  if (pairIds === null) {
    const total = Object.values(pairs.counts()).reduce((sum, count) => sum + count, 0)
    return { open: all, leftOut: total - all.length }
  }
  const listed = new Set(all)
  const open = pairIds.filter((pairId) => listed.has(pairId))
  return { open, leftOut: pairIds.length - open.length }
}

/** The pair was decided about, or got an answer or blind reviews, while it was worked on. */
export class PairSkipped extends Error {
  override name = 'NotToAsk'
}

/** At each step: it may have been decided about, or have got an answer or blind reviews, since the job began. */
export function isEligible(project: Pick<OpenProject, 'store'>, pairId: number, target: Target): boolean {
  return !isClosed(project, pairId) && isOpen(documentOf(project, pairId), target)
}

function isClosed({ store }: Pick<OpenProject, 'store'>, pairId: number): boolean {
  return store.reviews.isClosed(store.pair(pairId))
}

function isOpen({ review, captions }: PairDocument, { model, host }: Target): boolean {
  const hasAnswer = captions.some(
    ({ source }) => source.kind === 'model' && source.model === model && source.host === host,
  )
  return OPEN_STATES.includes(review.state) && !hasAnswer
}

function documentOf({ store }: Pick<OpenProject, 'store'>, pairId: number): PairDocument {
  return store.document(store.pair(pairId))
}

/** @throws PairSkipped, ConnectorError, ContractError */
export async function captionOne(
  work: PairWork,
  pairId: number,
  target: Target,
): Promise<{ text: string; statesNoChange: boolean }> {
  const { project, queue, connector, signal } = work
  const { store } = project
  if (isUnknown(store.pair(pairId), () => documentOf(project, pairId))) {
    await queue.makeFor(pairId, null, signal)
    if (!isEligible(project, pairId, target)) {
      throw new PairSkipped()
    }
  }
  const { caption, statesNoChange, model } = await connector.requestCaptionOf(project, pairId, signal, target)
  signal.throwIfAborted()
  const addTo = (document: PairDocument): Diff => {
    // what was decided meanwhile was decided without this caption
    if (isClosed(project, pairId) || !isOpen(document, target)) {
      throw new PairSkipped()
    }
    return addedCaption(document, caption)
  }
  store.edit(
    pairId,
    randomUUID(),
    `Caption asked of ${target.pack === null ? target.host : target.model}`,
    addTo,
    model,
  )
  work.onPair(pairId)
  return { text: caption.text, statesNoChange }
}

export function isUnknown({ baseProposalId, version }: StoredPair, document: () => PairDocument): boolean {
  return baseProposalId === null && version === 0 && isBlank(document())
}
