import { randomUUID } from 'node:crypto'
import { failWith } from '../contract/errors'
import { isBrought, isOfferedOnly } from '../contract/proposal'
import type { Decision, EditResult, OpenPair } from '../contract/pairs'
import type { MadeOn } from '../contract/made-on'
import { applyDiff } from '../domain/diff'
import type { Diff } from '../domain/diff'
import { emptyDocument } from '../domain/document'
import type { PairDocument } from '../domain/document'
import { decisionDiff, documentIou, editDistance, isBlank, rankedCaptions } from '../domain/review'
import { inTransaction } from './database'
import { openPlace } from './store-address'
import type { StoreAddress } from './store-address'
import { copyToFile } from './move-project'
import type { Database } from './database'
import { ClaimTable } from './claims'
import { DecisionTable } from './decisions'
import { MetaTable } from './json'
import { NameExampleTable } from './name-examples'
import { PairEmbeddingTable } from './pair-embeddings'
import type { StoredPair } from './pair-records'
import type { ImportedPair } from './imported-pair'
import { ProposingStore } from './proposing-store'
import { emptyProposal } from './proposals'
import { damagedProblem } from './store-error'
import { message, messageIn } from '../messages/message'

/** The folder beside the images that a project lies in, and its store. */
export const PROJECT_FOLDER = '.deltascribe'
export const STORE_NAME = 'project.db'

/** One project's store: documents and their edits, decisions, proposals, imported pairs, and small facts. */
export class ProjectStore extends ProposingStore {
  readonly meta: MetaTable
  /** Names that people taught in this project. */
  readonly nameExamples: NameExampleTable
  readonly embeddings: PairEmbeddingTable
  readonly decisions: DecisionTable
  /** Who is at which pair, where several work on one project. */
  readonly claims: ClaimTable

  /**
   * @param store where it lies, or an open connection
   * @param isToLook another program edits that file: writing throws ContractError `held`. @throws StoreError
   */
  constructor(store: StoreAddress | Database, isToLook = false) {
    super(typeof store === 'string' ? openPlace(store, isToLook) : store)
    this.meta = new MetaTable(this.database)
    this.nameExamples = new NameExampleTable(this.database)
    this.embeddings = new PairEmbeddingTable(this.database)
    this.decisions = new DecisionTable(this.database)
    this.claims = new ClaimTable(this.database)
  }

  /** A new store with all that this one holds, also where its files were deleted meanwhile. @throws the store's error */
  copyTo(path: string): void {
    copyToFile(this.database, path)
  }

  close(): void {
    this.database.close()
  }

  /** Another number or name wherever this program or another one has changed anything. */
  changeCount(): string {
    return this.database.changeCount()
  }

  /** Where a row of the pair is damaged, that is its problem, and its document is empty. */
  open(pairId: number): OpenPair {
    const stored = this.pair(pairId)
    try {
      return this.openWhole(stored)
    } catch (error) {
      const { baseProposalId, givenCaption: _given, version, blind: _blind, ...pair } = stored
      return {
        pair: { ...pair, problem: damagedProblem(error) },
        document: emptyDocument(),
        version,
        undoLabel: null,
        redoLabel: null,
        proposal: null,
        baseProposalId,
      }
    }
  }

  private openWhole(stored: StoredPair): OpenPair {
    const { baseProposalId, givenCaption: _given, version, blind, ...pair } = stored
    const proposals = this.proposals
      .ofPair(blind.reviewOf ?? pair.id)
      .filter(({ proposer }) => !isOfferedOnly(proposer))
    const shown = version === 0 ? proposals.find(({ id }) => id === baseProposalId) : undefined
    return {
      pair,
      document: this.document(stored),
      version,
      ...this.labels(pair.id),
      proposal: shown ?? proposals.at(0) ?? null,
      baseProposalId,
    }
  }

  decide(
    pairId: number,
    decision: Decision,
    made: { eventId: string; reviewer: string | null; milliseconds: number; madeOn?: MadeOn | undefined },
  ): EditResult {
    const { eventId, reviewer, milliseconds, madeOn } = made
    return this.once(pairId, eventId, () => {
      const pair = this.pair(pairId)
      const [document, base] = [this.document(pair), this.baseDocument(pair)]
      if (decision === 'accept') {
        this.requireAcceptable(pair, document)
      }
      const edits = decision === 'reopen' ? this.editsInForce(pairId) : []
      const diff = decisionDiff(document, base, decision, reviewer, edits)
      this.append(
        pair,
        { eventId, kind: 'edit', label: DECISION_LABELS[decision], actor: reviewer ?? '', madeOn },
        diff,
      )
      const result = applyDiff(document, diff)
      const proposalId = pair.baseProposalId
      this.decisions.add(pairId, eventId, {
        proposalId,
        state: result.review.state,
        milliseconds,
        maskIou: proposalId === null ? null : documentIou(result, base),
        captionDistance: proposalId === null ? null : editDistance(firstCaption(result), firstCaption(base)),
      })
      return diff
    })
  }

  /** @throws ContractError `conflict` where the pair would be exported as unchanged without anybody saying so. */
  private requireAcceptable(pair: StoredPair, document: PairDocument): void {
    if (pair.problem !== null) {
      throw failWith(
        'conflict',
        message('problems.notAcceptable', { key: pair.key, problem: messageIn(pair.problem) }),
      )
    }
    const proposals = this.proposals.ofPair(pair.blind.reviewOf ?? pair.id)
    if (isBlank(document) && proposals.every(({ proposer }) => isBrought(proposer))) {
      throw failWith('conflict', message('edits.noProposal', { key: pair.key }))
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
}

const DECISION_LABELS: Record<Decision, string> = {
  accept: 'Accepted',
  reject: 'Rejected',
  flag: 'Flagged',
  reopen: 'Reopened',
}

function firstCaption(document: PairDocument): string {
  return rankedCaptions(document)[0]?.text ?? ''
}
