import type { ReviewState } from '../../src/domain/pair'

/** Review states, told apart by icon as well as by colour; Okabe and Ito's set. */
export const stateColors: Record<ReviewState, string> = {
  unreviewed: '#8c8c8c',
  accepted: '#009e73',
  corrected: '#56b4e9',
  rejected: '#d55e00',
  flagged: '#e69f00',
}
