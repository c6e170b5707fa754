import type { PairDocument } from '../domain/document'
import type { FoundPair } from './put-aside'

/** A pair that comes with its document. */
export interface ImportedPair {
  found: FoundPair
  width: number
  height: number
  proposedBy: { proposer: string; version: string } | null
  /** @param proposalId of the proposal that stands for `proposedBy` */
  documentOf: (proposalId: number | null) => PairDocument
}
