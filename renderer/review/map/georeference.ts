import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import type { Region } from '../../../src/domain/document'
import { georeferenceOfFrame, maskSquareMetres } from '../../../src/domain/georeference'
import type { PairGeoreference } from '../../../src/domain/georeference'
import { engine } from '../../engine'

/** Where the open pair lies on Earth. */
interface PairPlace {
  pairId: number | null
  /** Null until it is known, and for a pair of ordinary images. */
  georeference: PairGeoreference | null
}

const NOWHERE: PairPlace = { pairId: null, georeference: null }

export const usePairPlace = create<PairPlace>()(() => NOWHERE)

/** Fetches where a pair lies while it is on the canvas. A pair whose place cannot be had has none. */
export function useLoadedPlace(pairId: number): void {
  useEffect(() => {
    let isShown = true
    engine.call('pairs.georeference', { pairId }).then(
      (georeference) => {
        if (isShown) {
          usePairPlace.setState({ pairId, georeference })
        }
      },
      () => undefined,
    )
    return () => {
      isShown = false
      usePairPlace.setState(NOWHERE)
    }
  }, [pairId])
}

/** Square metres of a region in the after frame, else in the before frame; null where that is not known. */
export function useRegionArea({ mask, beforeMask }: Region): number | null {
  const place = usePairPlace((state) => state.georeference)
  return useMemo(() => {
    const after = georeferenceOfFrame(place, 'after')
    const area = after?.area == null ? null : maskSquareMetres(after.area, after.transform, mask)
    const before = georeferenceOfFrame(place, 'before')
    return area === 0 && beforeMask !== null && before?.area != null
      ? maskSquareMetres(before.area, before.transform, beforeMask)
      : area
  }, [place, mask, beforeMask])
}
