import { failWith } from '../contract/errors'
import type { EditResult, HistoryEntry } from '../contract/pairs'
import type { MadeOn } from '../contract/made-on'
import { applyDiff, DiffError, reverseDiff } from '../domain/diff'
import { nextSteps, undoState } from '../domain/history'
import type { Diff } from '../domain/diff'
import type { EventKind } from '../domain/history'
import { emptyDocument } from '../domain/document'
import type { PairDocument } from '../domain/document'
import type { Pair } from '../domain/pair'
import { documentFrom, unrejectedRegions, rankedCaptions } from '../domain/review'
import { RleError } from '../mask/rle'
import { inTransaction } from './database'
import type { Database } from './database'
import { CategoryTable, DocumentTable, EventTable } from './documents'
import { checkMasks, requireFresh, requireLength, requireSize } from './edit-checks'
import { PairFactsTable } from './pair-facts'
import { PairTable } from './pairs'
import type { PairDigest, StoredPair } from './pair-records'
import { ProposalTable } from './proposals'
import { damagedProblem } from './store-error'
import { message } from '../messages/message'

export interface NewEvent {
  eventId: string
  kind: EventKind
  label: string
  actor: string
  madeOn?: MadeOn | undefined
}

/**
 * The documents of pairs and their edits: each edit is an event, and the pair's row follows it. Every method that
 * changes something returns when the change is durable.
 */
export class DocumentStore {
  readonly pairs: PairTable
  readonly proposals: ProposalTable
  readonly events: EventTable
  readonly categories: CategoryTable
  readonly facts: PairFactsTable
  private readonly documents: DocumentTable
  /** Versions of documents that were read whole since the store was opened, by pair. */
  protected readonly readVersions = new Map<number, number>()

  constructor(protected readonly database: Database) {
    this.pairs = new PairTable(database)
    this.proposals = new ProposalTable(database)
    this.events = new EventTable(database)
    this.categories = new CategoryTable(database)
    this.facts = new PairFactsTable(database)
    this.documents = new DocumentTable(database, this.events)
  }

  /** @throws ContractError `not-found` */
  pair(pairId: number): StoredPair {
    const pair = this.pairs.get(pairId)
    if (pair === null) {
      throw failWith('not-found', message('edits.noPair', { id: pairId }))
    }
    return pair
  }

  /** @throws StoreError if a row of it is damaged */
  document(pair: StoredPair): PairDocument {
    const document = this.documents.get(pair.id, pair.version, () => this.baseDocument(pair))
    this.readVersions.set(pair.id, pair.version)
    return document
  }

  /** Whether this very version was read before, so that its rows are known to be intact. */
  isRead(pairId: number, version: number): boolean {
    return this.readVersions.get(pairId) === version
  }

  /** Reads these documents. A damaged row becomes the pair's problem; facts for plans are corrected. */
  readThrough(pairIds: readonly number[]): void {
    inTransaction(this.database, () => {
      for (const pair of pairIds.map((pairId) => this.pair(pairId))) {
        try {
          this.facts.set(pair.id, this.document(pair))
          if (pair.problem?.code === 'damaged') {
            this.pairs.setProblem(pair.id, null)
          }
        } catch (error) {
          this.pairs.setProblem(pair.id, damagedProblem(error))
        }
      }
    })
  }

  /** The document before any person's edit. */
  baseDocument(pair: StoredPair): PairDocument {
    const base = pair.baseProposalId === null ? null : this.proposals.get(pair.baseProposalId)
    return base === null ? emptyDocument() : documentFrom(base.regions, base.captions, base.links)
  }

  history(pairId: number): HistoryEntry[] {
    const events = this.events.ofPair(pairId)
    const inForce = new Set(undoState(events).done.map(({ eventId }) => eventId))
    return events.map(({ eventId, kind, label, actor, at }) => ({
      eventId,
      kind,
      label,
      actor,
      at,
      isUndone: kind === 'edit' && !inForce.has(eventId),
    }))
  }

  /** What was done to the pair and not taken back, oldest first. */
  protected editsInForce(pairId: number): Diff[] {
    const { done } = undoState(this.events.since(pairId, 0))
    return done.map(({ diffOf }) => diffOf())
  }

  /**
   * Stores an edit. A repeated `eventId` changes nothing and returns the first result.
   * @param edit the diff, or a function that makes it from the stored document; if that throws, nothing is stored
   * @param madeOn undefined where nobody knows: then it is stored wherever it fits. @throws ContractError `stale`
   */
  edit(
    pairId: number,
    eventId: string,
    label: string,
    edit: Diff | ((document: PairDocument) => Diff),
    actor: string,
    madeOn?: MadeOn,
  ): EditResult {
    return this.once(pairId, eventId, () => {
      const pair = this.pair(pairId)
      const diff = typeof edit === 'function' ? edit(this.document(pair)) : edit
      this.append(pair, { eventId, kind: 'edit', label, actor, madeOn }, diff)
      return diff
    })
  }

  /** Never what another person did that was not seen. @throws ContractError `conflict`, `stale` */
  undo(pairId: number, eventId: string, actor: string, madeOn?: MadeOn): EditResult {
    return this.step(pairId, { eventId, kind: 'undo', actor, madeOn })
  }

  /** @throws ContractError `conflict`, `stale` */
  redo(pairId: number, eventId: string, actor: string, madeOn?: MadeOn): EditResult {
    return this.step(pairId, { eventId, kind: 'redo', actor, madeOn })
  }

  protected labels(pairId: number): { undoLabel: string | null; redoLabel: string | null } {
    const { toUndo, toRedo } = nextSteps(this.events.newestFirst(pairId))
    return { undoLabel: toUndo?.label ?? null, redoLabel: toRedo?.label ?? null }
  }

  private step(pairId: number, step: Omit<NewEvent, 'label'> & { kind: 'undo' | 'redo' }): EditResult {
    const { kind } = step
    return this.once(pairId, step.eventId, () => {
      const { toUndo, toRedo } = nextSteps(this.events.newestFirst(pairId))
      const event = kind === 'undo' ? toUndo : toRedo
      if (event === null) {
        throw failWith('conflict', message(kind === 'undo' ? 'edits.nothingToUndo' : 'edits.nothingToRedo'))
      }
      const diff = reverseDiff(this.events.find(event.eventId)?.diff ?? [])
      this.append(this.pair(pairId), { ...step, label: event.label }, diff)
      return diff
    })
  }

  protected once(pairId: number, eventId: string, work: () => Diff): EditResult {
    const answer = (): EditResult => {
      const earlier = this.events.find(eventId)
      if (earlier !== null && earlier.pairId !== pairId) {
        throw failWith('invalid-input', message('edits.madeElsewhere'))
      }
      const diff = earlier?.diff ?? work()
      return { pairId, version: this.pair(pairId).version, diff, ...this.labels(pairId) }
    }
    try {
      return inTransaction(this.database, answer)
    } catch (error) {
      this.documents.forget(pairId)
      throw error
    }
  }

  /**
   * @throws ContractError `conflict` if the diff does not fit the document or is too long, or a new mask does not fit
   * the image; `stale`
   */
  protected append(pair: StoredPair, { madeOn, ...event }: NewEvent, diff: Diff): void {
    requireFresh(this.events, pair, diff, madeOn)
    // undo and redo restore stored masks, whatever the image is now
    if (event.kind === 'edit') {
      requireLength(diff)
      requireSize(pair, diff)
    }
    const document = this.applied(pair, diff)
    const version = pair.version + 1
    this.events.append({ ...event, pairId: pair.id, version, at: Date.now() }, diff)
    this.documents.put(pair.id, version, document)
    this.follow(pair, document, version)
  }

  /** Updates the data that lists and counts use without reading the document. */
  protected follow(pair: StoredPair, document: PairDocument, version: number): void {
    this.pairs.setDigest(pair.id, digest(pair, document), version)
    this.categories.set(pair.id, document)
    this.facts.set(pair.id, document)
  }

  private applied(pair: StoredPair, diff: Diff): PairDocument {
    try {
      checkMasks(diff)
      return applyDiff(this.document(pair), diff)
    } catch (error) {
      if (error instanceof DiffError || error instanceof RleError) {
        throw failWith('conflict', message('edits.noLongerFits', { reason: error.message }))
      }
      throw error
    }
  }
}

function digest(pair: Pair, document: PairDocument): PairDigest {
  const captions = rankedCaptions(document)
  const regions = unrejectedRegions(document)
  const words = [
    pair.key,
    ...captions.map(({ text }) => text),
    ...regions.map(({ category }) => category),
    document.review.notes,
  ]
  return {
    state: document.review.state,
    regionCount: regions.length,
    caption: captions[0]?.text ?? null,
    search: [...new Set(words)].join('\n').toLowerCase(),
  }
}
