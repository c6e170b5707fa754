import { failWith } from '../contract/errors'
import type { ProposalComparison } from '../contract/pairs'
import { importedName } from '../contract/proposal'
import type { Proposal, ProposalSummary } from '../contract/proposal'
import type { PairDocument } from '../domain/document'
import { documentFrom, documentIou, rankedCaptions } from '../domain/review'
import type { ProjectStore } from '../store/project-store'
import { damagedProblem } from '../store/store-error'

/** Of proposals that were imported under one name the newest alone: it replaces the others. */
export function withoutReplaced(proposals: readonly ProposalSummary[]): ProposalSummary[] {
  const seen = new Set<string>()
  return proposals.filter(({ proposer }) => {
    const isReplaced = seen.has(proposer)
    seen.add(proposer)
    return importedName(proposer) === null || !isReplaced
  })
}

/**
 * Each proposal of a pair beside its document, or beside another proposal. Those whose rows are damaged are left out.
 * @throws ContractError `not-found`
 */
export function compareProposals(
  store: ProjectStore,
  pairId: number,
  againstId: number | null,
): ProposalComparison[] {
  const against =
    againstId === null ? store.open(pairId).document : documentOf(proposalOf(store, pairId, againstId))
  return withoutReplaced(store.proposals.ofPair(pairId)).flatMap(({ id }) => {
    const proposal = wholeOrNull(store, id)
    return proposal === null
      ? []
      : [
          {
            proposalId: id,
            iou: documentIou(documentOf(proposal), against),
            caption: rankedCaptions(documentFrom([], proposal.captions))[0]?.text ?? null,
          },
        ]
  })
}

function documentOf({ regions, captions }: Proposal): PairDocument {
  return documentFrom(regions, captions)
}

/** @throws ContractError `not-found` */
export function proposalOf(store: ProjectStore, pairId: number, proposalId: number): Proposal {
  const proposal = store.proposals.get(proposalId)
  if (proposal === null || proposal.pairId !== pairId) {
    throw failWith('not-found', 'This pair has no such proposal.')
  }
  return proposal
}

function wholeOrNull(store: ProjectStore, proposalId: number): Proposal | null {
  try {
    return store.proposals.get(proposalId)
  } catch (error) {
    damagedProblem(error)
    return null
  }
}
