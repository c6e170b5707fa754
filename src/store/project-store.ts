import { randomUUID } from 'node:crypto'
import { failWith } from '../contract/errors'
import { LABEL_PROPOSER } from '../contract/proposal'
import type { Proposal } from '../contract/proposal'
import type { Decision, EditResult, HistoryEntry, OpenPair } from '../contract/review'
import { applyDiff, DiffError, MOST_CHANGES, reverseDiff } from '../domain/diff'
import type { Diff } from '../domain/diff'
import { emptyDocument } from '../domain/document'
import type { PairDocument } from '../domain/document'
import { undoState } from '../domain/history'
import type { EventKind } from '../domain/history'
import type { Pair } from '../domain/pair'
import {
  decisionDiff,
  documentFrom,
  documentIou,
  editDistance,
  isBlank,
  unrejectedRegions,
  rankedCaptions,
} from '../domain/review'
import { RleError } from '../mask/rle'
import { intersectRle } from '../mask/rle-combine'
import { inTransaction, openDatabase } from './database'
import type { Database } from './database'
import { DocumentTable } from './documents'
import { EventTable } from './events'
import { MetaTable } from './json'
import { PairTable } from './pairs'
import type { PairDigest, StoredPair } from './pair-records'
import type { FoundPair } from './put-aside'
import { ProposalTable } from './proposals'

/** A pair that comes with its document. */
export interface ImportedPair {
  found: FoundPair
  width: number
  height: number
  proposedBy: { proposer: string; version: string } | null
  /** @param proposalId of the proposal that stands for `proposedBy` */
  documentOf: (proposalId: number | null) => PairDocument
}

/** One project's SQLite file. Every method that changes something returns when the change is durable. */
export class ProjectStore {
  readonly pairs: PairTable
  readonly proposals: ProposalTable
  readonly events: EventTable
  readonly meta: MetaTable
  private readonly documents: DocumentTable
  private readonly database: Database

  /** @throws StoreError */
  constructor(path: string) {
    this.database = openDatabase(path)
    this.pairs = new PairTable(this.database)
    this.proposals = new ProposalTable(this.database)
    this.events = new EventTable(this.database)
    this.meta = new MetaTable(this.database)
    this.documents = new DocumentTable(this.database, this.events)
  }

  close(): void {
    this.database.close()
  }

  /** @throws ContractError `not-found` */
  pair(pairId: number): StoredPair {
    const pair = this.pairs.get(pairId)
    if (pair === null) {
      throw failWith('not-found', `There is no pair with the number ${pairId} in this project.`)
    }
    return pair
  }

  document(pair: StoredPair): PairDocument {
    return this.documents.get(pair.id, pair.version, () => this.baseDocument(pair))
  }

  /** What the document was before any person touched it. */
  baseDocument(pair: StoredPair): PairDocument {
    const base = pair.baseProposalId === null ? null : this.proposals.get(pair.baseProposalId)
    return base === null ? emptyDocument() : documentFrom(base.regions, base.captions, base.links)
  }

  open(pairId: number): OpenPair {
    const stored = this.pair(pairId)
    const { baseProposalId, givenCaption: _given, version, ...pair } = stored
    const proposals = this.proposals.ofPair(pairId).filter(({ proposer }) => proposer !== LABEL_PROPOSER)
    const shown = version === 0 ? proposals.find(({ id }) => id === baseProposalId) : undefined
    return {
      pair,
      document: this.document(stored),
      version,
      ...this.labels(pairId),
      proposal: shown ?? proposals.at(0) ?? null,
      baseProposalId,
    }
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

  /**
   * Before anything is edited, the document is a proposal's: what a person meant for one is not done to another.
   * @param baseProposalId what the person saw; undefined where that is not known
   * @throws ContractError `conflict`
   */
  requireCurrentProposal(pairId: number, baseProposalId: number | null | undefined): void {
    const pair = this.pair(pairId)
    if (baseProposalId !== undefined && pair.version === 0 && pair.baseProposalId !== baseProposalId) {
      throw failWith('conflict', 'Another proposal has come for this pair meanwhile: look at it first.')
    }
  }

  /**
   * The same `eventId` again changes nothing and answers as the first time.
   * @param edit the diff, or what makes it of the document as it is stored then; where that throws, nothing is stored
   */
  edit(
    pairId: number,
    eventId: string,
    label: string,
    edit: Diff | ((document: PairDocument) => Diff),
    actor: string,
  ): EditResult {
    return this.once(pairId, eventId, () => {
      const pair = this.pair(pairId)
      const diff = typeof edit === 'function' ? edit(this.document(pair)) : edit
      this.append(pair, { eventId, kind: 'edit', label, actor }, diff)
      return diff
    })
  }

  undo(pairId: number, eventId: string, actor: string): EditResult {
    return this.step(pairId, eventId, 'undo', actor)
  }

  redo(pairId: number, eventId: string, actor: string): EditResult {
    return this.step(pairId, eventId, 'redo', actor)
  }

  decide(
    pairId: number,
    decision: Decision,
    { eventId, reviewer, milliseconds }: { eventId: string; reviewer: string | null; milliseconds: number },
  ): EditResult {
    return this.once(pairId, eventId, () => {
      const pair = this.pair(pairId)
      const [document, base] = [this.document(pair), this.baseDocument(pair)]
      if (decision === 'accept') {
        this.requireAcceptable(pair, document)
      }
      const diff = decisionDiff(document, base, decision, reviewer)
      this.append(
        pair,
        { eventId, kind: 'edit', label: DECISION_LABELS[decision], actor: reviewer ?? '' },
        diff,
      )
      const result = applyDiff(document, diff)
      this.database
        .prepare('INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
        .run(
          eventId,
          pairId,
          pair.baseProposalId,
          result.review.state,
          Date.now(),
          milliseconds,
          pair.baseProposalId === null ? null : documentIou(result, base),
          pair.baseProposalId === null ? null : editDistance(firstCaption(result), firstCaption(base)),
        )
      return diff
    })
  }

  /** @throws ContractError `conflict` where the pair would be exported as unchanged without anybody saying so. */
  private requireAcceptable(pair: StoredPair, document: PairDocument): void {
    if (pair.problem !== null) {
      throw failWith('conflict', `${pair.key} cannot be accepted: ${pair.problem.message}`)
    }
    if (isBlank(document) && this.proposals.ofPair(pair.id).length === 0) {
      throw failWith('conflict', `There is no proposal for ${pair.key} yet, so nothing to accept.`)
    }
  }

  /**
   * Stores what a proposer said. A pair that no person has touched takes it as its document; human work
   * is left as it is.
   */
  addProposal(proposal: Omit<Proposal, 'id'>, { isOffer }: { isOffer: boolean }): Proposal {
    return inTransaction(this.database, () => {
      const stored = this.proposals.add(proposal)
      if (!isOffer) {
        this.setShown(stored)
      }
      return stored
    })
  }

  /** Shows a stored proposal on a pair that no person has touched. Returns whether it does. */
  showProposal(pairId: number, proposalId: number): boolean {
    return inTransaction(this.database, () => {
      const proposal = this.proposals.get(proposalId)
      if (proposal?.pairId !== pairId || this.pair(pairId).version > 0) {
        return false
      }
      this.setShown(proposal)
      return true
    })
  }

  private setShown({ id, pairId, score, agreement, alignment }: Proposal): void {
    this.pairs.setScores(pairId, score, agreement?.score ?? null)
    this.pairs.setAlignment(pairId, alignment)
    if (this.events.ofPair(pairId).length === 0) {
      this.pairs.setBaseProposal(pairId, id)
      const pair = this.pair(pairId)
      this.pairs.setDigest(pairId, digest(pair, this.baseDocument(pair)), pair.version)
    }
  }

  /** New pairs with all that is known of them, all or none. Their documents are no edits of a person. */
  addImported(pairs: readonly ImportedPair[]): void {
    inTransaction(this.database, () => {
      for (const { found, width, height, proposedBy, documentOf } of pairs) {
        const pairId = this.pairs.add(found)
        this.pairs.setSize(pairId, width, height)
        const proposal = proposedBy === null ? null : this.proposals.add(emptyProposal(pairId, proposedBy))
        if (proposal !== null) {
          this.pairs.setBaseProposal(pairId, proposal.id)
        }
        const { review, regions, captions } = documentOf(proposal?.id ?? null)
        const diff: Diff = [
          ...regions.map((region, index) => ({ type: 'region.add', region, index }) as const),
          ...captions.map((caption, index) => ({ type: 'caption.add', caption, index }) as const),
          { type: 'review.set', from: emptyDocument().review, to: review },
        ]
        const event = { eventId: randomUUID(), kind: 'system', label: 'Imported', actor: '' } as const
        this.append(this.pair(pairId), event, diff)
      }
    })
  }

  /** In use anywhere in the project, most used first; `change` is always among them. */
  categories(): string[] {
    const rows = this.database
      .prepare('SELECT category FROM categories GROUP BY category ORDER BY count(*) DESC, category')
      .all() as { category: string }[]
    return [...new Set([...rows.map(({ category }) => category), 'change'])]
  }

  private setCategories(pairId: number, document: PairDocument): void {
    this.database.prepare('DELETE FROM categories WHERE pair_id = ?').run(pairId)
    const insert = this.database.prepare('INSERT OR IGNORE INTO categories (pair_id, category) VALUES (?, ?)')
    unrejectedRegions(document).forEach(({ category }) => insert.run(pairId, category))
  }

  private labels(pairId: number): { undoLabel: string | null; redoLabel: string | null } {
    const { done, undone } = undoState(this.events.ofPair(pairId))
    return { undoLabel: done.at(-1)?.label ?? null, redoLabel: undone.at(-1)?.label ?? null }
  }

  private step(pairId: number, eventId: string, kind: 'undo' | 'redo', actor: string): EditResult {
    return this.once(pairId, eventId, () => {
      const { done, undone } = undoState(this.events.ofPair(pairId))
      const event = (kind === 'undo' ? done : undone).at(-1)
      if (event === undefined) {
        throw failWith('conflict', `There is nothing to ${kind}.`)
      }
      const original = this.events.find(event.eventId)?.diff ?? []
      const diff = kind === 'undo' ? reverseDiff(original) : original
      this.append(this.pair(pairId), { eventId, kind, label: event.label, actor }, diff)
      return diff
    })
  }

  private once(pairId: number, eventId: string, work: () => Diff): EditResult {
    const answer = (): EditResult => {
      const earlier = this.events.find(eventId)
      if (earlier !== null && earlier.pairId !== pairId) {
        throw failWith('invalid-input', 'This edit was already made on another pair.')
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

  /** @throws ContractError `conflict` where the diff does not fit the document or is too long, or a new mask the image */
  private append(
    pair: StoredPair,
    event: { eventId: string; kind: EventKind; label: string; actor: string },
    diff: Diff,
  ): void {
    // undo and redo bring back what was stored, whatever the image is now
    if (event.kind === 'edit') {
      requireLength(diff)
      requireSize(pair, diff)
    }
    const document = this.applied(pair, diff)
    const version = pair.version + 1
    this.events.append({ ...event, pairId: pair.id, version, at: Date.now() }, diff)
    this.documents.put(pair.id, version, document)
    this.pairs.setDigest(pair.id, digest(pair, document), version)
    this.setCategories(pair.id, document)
  }

  private applied(pair: StoredPair, diff: Diff): PairDocument {
    try {
      checkMasks(diff)
      return applyDiff(this.document(pair), diff)
    } catch (error) {
      if (error instanceof DiffError || error instanceof RleError) {
        throw failWith('conflict', `The edit no longer fits what is stored: ${error.message}.`)
      }
      throw error
    }
  }
}

/** Stands for one that was made elsewhere: what it held is not known here. */
function emptyProposal(
  pairId: number,
  { proposer, version }: { proposer: string; version: string },
): Omit<Proposal, 'id'> {
  return {
    pairId,
    madeAt: 0,
    proposer,
    version,
    provider: 'cpu',
    milliseconds: {},
    score: 0,
    alignment: null,
    remarks: ['Made where the data set comes from.'],
    regions: [],
    captions: [],
    links: [],
    agreement: null,
  }
}

const DECISION_LABELS: Record<Decision, string> = {
  accept: 'Accepted',
  reject: 'Rejected',
  flag: 'Flagged',
  reopen: 'Reopened',
}

/** @throws ContractError `conflict` */
function requireLength(diff: Diff): void {
  if (diff.length > MOST_CHANGES) {
    const [count, most] = [diff.length, MOST_CHANGES].map((number) => number.toLocaleString('en'))
    const advice = 'take regions away first, in smaller steps'
    throw failWith(
      'conflict',
      `This would make ${count} changes at once, and an edit has ${most} at most: ${advice}.`,
    )
  }
}

/** @throws ContractError `conflict` where a mask that comes in whole has another size than the image, if that is known */
function requireSize({ width, height }: Pair, diff: Diff): void {
  for (const change of diff) {
    if (width > 0 && change.type === 'region.add') {
      const [maskHeight, maskWidth] = change.region.mask.size
      if (maskWidth !== width || maskHeight !== height) {
        const sizes = `${maskWidth} x ${maskHeight} pixels does not fit the image of ${width} x ${height}`
        throw failWith('conflict', `A mask of ${sizes}. Was the image replaced? Propose for this pair again.`)
      }
    }
  }
}

/** @throws RleError where a mask that comes in whole has runs that do not fill its image. */
function checkMasks(diff: Diff): void {
  for (const change of diff) {
    if (change.type === 'region.add') {
      intersectRle(change.region.mask, change.region.beforeMask ?? change.region.mask)
    }
  }
}

function firstCaption(document: PairDocument): string {
  return rankedCaptions(document)[0]?.text ?? ''
}

function digest(pair: Pair, document: PairDocument): PairDigest {
  const captions = rankedCaptions(document)
  const regions = unrejectedRegions(document)
  const words = [pair.key, ...captions.map(({ text }) => text), ...regions.map(({ category }) => category)]
  return {
    state: document.review.state,
    regionCount: regions.length,
    caption: captions[0]?.text ?? null,
    search: [...new Set(words)].join('\n').toLowerCase(),
  }
}
