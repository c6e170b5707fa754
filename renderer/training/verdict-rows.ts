import { create } from 'zustand'
import type { PairComparison } from '../../src/contract/model-comparison'

/** The pairs of the verdict that is shown, in the order of the list, and which one is looked at. */
interface VerdictRows {
  rows: readonly PairComparison[]
  cursorId: number | null
  isLostFirst: boolean
}

export const useVerdictRows = create<VerdictRows>()(() => ({ rows: [], cursorId: null, isLostFirst: false }))

export function setVerdictRows(rows: readonly PairComparison[], isLostFirst?: boolean): void {
  const isReversed = isLostFirst ?? useVerdictRows.getState().isLostFirst
  const sorted = rows.toSorted((a, b) => (isReversed ? a.gain - b.gain : b.gain - a.gain))
  useVerdictRows.setState({ rows: sorted, isLostFirst: isReversed, cursorId: sorted.at(0)?.pairId ?? null })
}

export function moveVerdictCursor(step: number): void {
  const { rows, cursorId } = useVerdictRows.getState()
  const present = rows.findIndex(({ pairId }) => pairId === cursorId)
  const target = rows.at(Math.min(rows.length - 1, Math.max(0, present + step)))
  if (target !== undefined) {
    useVerdictRows.setState({ cursorId: target.pairId })
  }
}
