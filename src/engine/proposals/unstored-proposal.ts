import type { Output } from '../../contract/define'
import type { Proposal, ProposalSummary } from '../../contract/proposal'
import type { WorkerCommands } from '../../inference/inference-contract'
import type { MessageText } from '../../messages/message'

/** What a proposer says of a pair, before it is stored. */
export type Prediction = Output<WorkerCommands, 'propose'>

export function withRemark(prediction: Prediction, remark: MessageText | null): Prediction {
  return remark === null ? prediction : { ...prediction, remarks: [...prediction.remarks, remark] }
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
