import { useEffect, useMemo, useState } from 'react'
import type { Pair } from '../../../src/domain/pair'
import type { PairWindow } from '../../../src/domain/value-mapping'
import { shownMapping } from '../../state/mapping'
import type { PictureState } from '../stage/picture'
import type { ShownKind } from '../stage/stage-view'
import { alignedPlane, paintPlane } from './value-plane'
import type { ValuePlane } from './value-plane'
import { defaultWindow, isSameWindow, useWindowState } from './window-store'

type Previews = Partial<Record<ShownKind, PictureState>>

/**
 * Frames by a window that is being chosen, until the engine's pictures of that window are there; null where none is.
 * @param arePicturesPresent whether those of the stored window are there
 */
export function usePreviews(pair: Pair, arePicturesPresent: boolean): Previews | null {
  const isOfPair = useWindowState((state) => state.pairId === pair.id)
  const draft = useWindowState((state) => state.draft)
  const planes = useWindowState((state) => state.planes)
  const stored = shownMapping(pair.window).window
  const isDone = arePicturesPresent && draft !== null && isStored(draft, stored)
  useEffect(() => {
    if (isDone) {
      useWindowState.setState({ draft: null })
    }
  }, [isDone])
  const aligned = useAligned(pair, isOfPair && draft !== null ? planes.before : null)
  const [canvases] = useState(() => new Map<ShownKind, OffscreenCanvas>())
  return useMemo(() => {
    if (!isOfPair || draft === null) {
      return null
    }
    const shown = { before: planes.before, after: planes.after, aligned }
    const previews: Previews = {}
    for (const kind of ['before', 'after', 'aligned'] as const) {
      const plane = shown[kind]
      if (plane !== null) {
        previews[kind] = preview(canvases, kind, plane, draft)
      }
    }
    return previews
  }, [isOfPair, draft, planes, aligned, canvases])
}

/** Where none is stored, what the engine shows by itself: it is that picture that was waited for. */
function isStored(draft: PairWindow, stored: PairWindow | null): boolean {
  const depth = useWindowState.getState().facts?.depth ?? null
  return isSameWindow(draft, stored ?? (depth === null ? null : defaultWindow(depth)))
}

/** Warped once, not with each move of the pointer. */
function useAligned({ alignment, width, height }: Pair, before: ValuePlane | null): ValuePlane | null {
  return useMemo(() => {
    const isKnown = alignment !== null && width > 0
    return before === null || !isKnown ? before : alignedPlane(before, alignment, { width, height })
  }, [before, alignment, width, height])
}

function preview(
  canvases: Map<ShownKind, OffscreenCanvas>,
  kind: ShownKind,
  plane: ValuePlane,
  window: PairWindow,
): PictureState {
  const { width, height } = plane
  const known = canvases.get(kind)
  const canvas =
    known?.width === width && known.height === height ? known : new OffscreenCanvas(width, height)
  canvases.set(kind, canvas)
  const pixels = new ImageData(width, height)
  paintPlane(plane, window, pixels.data)
  canvas.getContext('2d')?.putImageData(pixels, 0, 0)
  return { status: 'ready', picture: { form: 'bitmap', full: canvas, overview: null } }
}
