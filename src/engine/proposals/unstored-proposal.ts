import type { Output } from '../../contract/define'
import type { Proposal, ProposalSummary } from '../../contract/proposal'
import type { InferenceCommands } from '../../inference/inference-contract'
import type { MessageText } from '../../messages/message'

/** What a proposer says of a pair, before it is stored. */
export type UnstoredProposal = Output<InferenceCommands, 'propose'>

export function withRemark(unstored: UnstoredProposal, remark: MessageText | null): UnstoredProposal {
  return remark === null ? unstored : { ...unstored, remarks: [...unstored.remarks, remark] }
}

/** Of a stored proposal. */
export function summaryOf({
  regions,
  captions: _captions,
  links: _links,
  ...summary
}: Proposal): ProposalSummary {
  return { ...summary, regionCount: regions.length }
}
