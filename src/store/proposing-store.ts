import { isDeepStrictEqual } from 'node:util'
import { failWith } from '../contract/errors'
import type { Proposal } from '../contract/proposal'
import { message } from '../messages/message'
import { inTransaction } from './database'
import type { Database } from './database'
import { ReviewedStore } from './reviewed-store'
import { UnnamedProposals } from './unnamed-proposals'

interface Adding {
  isOffer: boolean
  /**
   * The pair's newest proposal when this one was asked for: where another program has stored what the same proposer says
   * since, that counts, and this one is not stored.
   */
  since?: number | null
  /** What was measured of its regions, as JSON, where their names are to come. */
  awaitsNames?: string | null
}

/** Documents that begin from proposals. */
export class ProposingStore extends ReviewedStore {
  readonly unnamed: UnnamedProposals

  constructor(database: Database) {
    super(database)
    this.unnamed = new UnnamedProposals(database)
  }

  /**
   * Stores what a proposer said. A pair that no person has touched takes it as its document; human work
   * is left as it is.
   */
  addProposal(
    proposal: Omit<Proposal, 'id'>,
    { isOffer, since = null, awaitsNames = null }: Adding,
  ): Proposal {
    return inTransaction(this.database, () => {
      const known = since === null ? null : this.proposals.madeAfter(since, proposal)
      if (known !== null) {
        return known
      }
      const stored = this.proposals.add(proposal, { awaitsNames })
      if (!isOffer) {
        this.setShown(stored)
      }
      return stored
    })
  }

  /**
   * Stores a proposal with names in the place of the one without, which stays for edits that were made on it. Nothing
   * is stored where a person has worked on the pair since, or where it has names already. Returns whether anything
   * changed.
   * @param unnamed the proposal as it is stored
   * @param named the same with names; where nothing was named, remarks and times alone are others
   */
  nameProposal(unnamed: Proposal, named: Omit<Proposal, 'id'>): boolean {
    const { id, pairId } = unnamed
    return inTransaction(this.database, () => {
      const isWaiting = this.unnamed.ofPair(pairId)?.proposalId === id
      this.unnamed.settle(id)
      if (!isWaiting) {
        return false
      }
      if (isSame(unnamed, named)) {
        this.unnamed.setRemarks(id, named)
        return true
      }
      const stored = this.proposals.add(named, { namesOf: id })
      if (this.pair(pairId).baseProposalId === id) {
        this.setShown(stored)
      }
      return true
    })
  }

  /**
   * Where names came between what a person saw and their edit, the edit fits the proposal without names: the pair
   * begins from that one. Changes nothing once anything was edited.
   * @param baseProposalId what the person saw; undefined where that is not known
   */
  beginAsSeen(pairId: number, baseProposalId: number | null | undefined): void {
    const isOther = (): boolean => {
      const { version, baseProposalId: present } = this.pair(pairId)
      return (
        version === 0 &&
        baseProposalId != null &&
        present !== null &&
        this.unnamed.isNamed(baseProposalId, present)
      )
    }
    // edits come by the hundred: a transaction waits for other programs
    if (baseProposalId != null && isOther()) {
      inTransaction(this.database, () => {
        if (isOther()) {
          this.begin(pairId, baseProposalId)
        }
      })
    }
  }

  /**
   * Before anything is edited, the document is a proposal's: what a person meant for one is not done to another.
   * @param baseProposalId what the person saw; undefined where that is not known
   * @throws ContractError `conflict`
   */
  requireCurrentProposal(pairId: number, baseProposalId: number | null | undefined): void {
    const pair = this.pair(pairId)
    if (baseProposalId !== undefined && pair.version === 0 && pair.baseProposalId !== baseProposalId) {
      throw failWith('conflict', message('edits.otherProposal'))
    }
  }

  /** Stores imported predictions, each in place of the earlier ones of its name. No document changes. */
  addPredictions(proposals: readonly Omit<Proposal, 'id'>[]): void {
    inTransaction(this.database, () => {
      for (const proposal of proposals) {
        this.proposals.deleteEarlier(this.proposals.add(proposal))
      }
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

  private setShown(proposal: Proposal): void {
    const { id, pairId } = proposal
    this.pairs.setShown(proposal)
    if (this.events.ofPair(pairId).length === 0) {
      this.begin(pairId, id)
    }
  }

  /** The document of a pair that nobody has edited is the proposal's. */
  private begin(pairId: number, proposalId: number): void {
    this.pairs.setBaseProposal(pairId, proposalId)
    const pair = this.pair(pairId)
    this.readVersions.delete(pairId)
    this.follow(pair, this.baseDocument(pair), pair.version)
  }
}

/** Whether no region and no caption has changed. */
function isSame(one: Omit<Proposal, 'id'>, other: Omit<Proposal, 'id'>): boolean {
  return isDeepStrictEqual(asStored(one), asStored(other))
}

/** Without what is undefined. */
function asStored({ regions, captions, links }: Omit<Proposal, 'id'>): unknown {
  return JSON.parse(JSON.stringify([regions, captions, links]))
}
