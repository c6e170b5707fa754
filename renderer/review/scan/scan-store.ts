import { create } from 'zustand'
import type { PairScan } from '../../../src/contract/scans'
import type { Frame, Region } from '../../../src/domain/document'
import type { PixelSpacing } from '../../../src/domain/slice-path'
import { rleArea } from '../../../src/mask/rle'
import { engine } from '../../engine'
import { useCurrentPair } from '../session'

interface ScanState {
  /** Of which the scan is. */
  pairId: number | null
  /** Null until it is known, and for a pair of ordinary images. */
  scan: PairScan | null
  isPanelShown: boolean
}

export const usePairScan = create<ScanState>()(() => ({ pairId: null, scan: null, isPanelShown: false }))

/** Fetches what the files of a pair say about millimetres and slices. Returns the function that gives it up. */
export function loadScan(pairId: number): () => void {
  let isWanted = true
  if (usePairScan.getState().pairId !== pairId) {
    usePairScan.setState({ pairId, scan: null })
  }
  const keep = (scan: PairScan | null): void => {
    if (isWanted) {
      usePairScan.setState({ pairId, scan })
    }
  }
  engine.call('scans.get', { pairId }).then(keep, () => keep(null))
  return () => {
    isWanted = false
  }
}

/** Of the pair that is open; null while another one's is there. */
export function presentScan(): PairScan | null {
  const { pairId, scan } = usePairScan.getState()
  return pairId === useCurrentPair.getState().pairId ? scan : null
}

/** Of the pixels of a frame; of the other one where that alone says it. */
export function spacingOf(scan: PairScan | null, frame: Frame): PixelSpacing | null {
  const [own, other] = frame === 'after' ? [scan?.after, scan?.before] : [scan?.before, scan?.after]
  return own?.spacing ?? other?.spacing ?? null
}

/** Pixels of the two frames differ in size by over a percent. */
export function hasTwoSpacings(scan: PairScan | null): boolean {
  const [before, after] = [scan?.before.spacing ?? null, scan?.after.spacing ?? null]
  return (
    before !== null &&
    after !== null &&
    [before.columnMillimetres / after.columnMillimetres, before.rowMillimetres / after.rowMillimetres].some(
      (ratio) => Math.abs(ratio - 1) > 0.01,
    )
  )
}

/** Of a region in the after frame, else in the before frame. */
export function regionSquareMillimetres(
  { mask, beforeMask }: Region,
  scan: PairScan | null,
): { area: number; isAtDetector: boolean } | null {
  const pixels = rleArea(mask)
  const isBefore = pixels === 0 && beforeMask !== null
  const spacing = spacingOf(scan, isBefore ? 'before' : 'after')
  if (spacing === null) {
    return null
  }
  const { columnMillimetres, rowMillimetres, isAtDetector } = spacing
  const count = isBefore ? rleArea(beforeMask) : pixels
  return { area: count * columnMillimetres * rowMillimetres, isAtDetector }
}
