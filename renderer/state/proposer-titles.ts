import { importedName, LABEL_PROPOSER } from '../../src/contract/proposal'
import type { Proposer, ProposalSummary } from '../../src/contract/proposal'
import { text } from '../text/en'
import { useProposers } from './proposers'

const words = text.review.proposal

/** Names of proposers for the user. */
export function useProposerTitle(): (proposer: string) => string {
  const proposers = useProposers()
  return (proposer) => titleOf(proposer, proposers)
}

/** Who made a proposal, with the version of a model. */
export function useProposalTitle(): (proposal: Pick<ProposalSummary, 'proposer' | 'version'>) => string {
  const proposers = useProposers()
  return ({ proposer, version }) => {
    const title = titleOf(proposer, proposers)
    // a built-in proposer comes once, with the program
    const isBuiltIn = proposers.some(({ name, isModel }) => name === proposer && !isModel)
    const hasVersion = !isBuiltIn && proposer !== LABEL_PROPOSER && importedName(proposer) === null
    return hasVersion ? words.by(title, version) : title
  }
}

function titleOf(proposer: string, proposers: readonly Proposer[]): string {
  const imported = importedName(proposer)
  if (imported !== null) {
    return words.imported(imported)
  }
  if (proposer === LABEL_PROPOSER) {
    return words.fromFiles
  }
  return proposers.find(({ name }) => name === proposer)?.title ?? proposer
}
