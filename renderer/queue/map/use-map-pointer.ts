import { useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import type { PairMapAnswer } from '../../../src/contract/similar'
import { reviewPair } from '../../review/commands/navigation'
import { usePairList } from '../list'
import { panned, toMap } from './camera'
import type { MapCamera, Point } from './camera'
import type { Size } from '../../../src/mask/bitmap'
import { pointAt, pointsInside } from './find-points'
import { useMap } from './map-store'

/** CSS pixels from a point that still mean it. */
const REACH = 10
/** CSS pixels that a click may move. */
const STILL = 4

/** A press that is not over yet. */
interface Drag {
  readonly start: Point
  last: Point
  hasMoved: boolean
  /** In units of the map; null for a drag that moves the map. */
  readonly lasso: Point[] | null
}

interface MapPointer {
  /** The line that is being drawn, in units of the map; null for none. */
  readonly lasso: readonly Point[] | null
  /** The pair under the pointer, with the pointer's place in CSS pixels. */
  readonly hovered: { readonly id: number; readonly at: Point } | null
  /** Of the canvas. */
  readonly handlers: Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onPointerLeave',
    (event: PointerEvent) => void
  >
}

/** What the pointer does on the map: it opens and selects pairs, moves the map, and draws lassos. */
export function useMapPointer(map: PairMapAnswer, size: Size): MapPointer {
  const drag = useRef<Drag | null>(null)
  const [lasso, setLasso] = useState<readonly Point[] | null>(null)
  const [hovered, setHovered] = useState<MapPointer['hovered']>(null)
  const camera = useMap((store) => store.camera)
  const isLassoOn = useMap((store) => store.isLassoOn)

  function begin(event: PointerEvent): void {
    if (event.button !== 0) {
      return
    }
    const at = placeOf(event)
    const isLasso = isLassoOn || event.shiftKey
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { start: at, last: at, hasMoved: false, lasso: isLasso ? [toMap(camera, size, at)] : null }
    setHovered(null)
  }

  function move(event: PointerEvent): void {
    const at = placeOf(event)
    const present = drag.current
    if (present === null) {
      const id = idAt(map, camera, size, at)
      setHovered(id === null ? null : { id, at })
      return
    }
    present.hasMoved ||= Math.hypot(at.x - present.start.x, at.y - present.start.y) > STILL
    if (present.lasso !== null) {
      present.lasso.push(toMap(camera, size, at))
      setLasso([...present.lasso])
    } else if (present.hasMoved) {
      const [right, down] = [at.x - present.last.x, at.y - present.last.y]
      useMap.setState((store) => ({ camera: panned(store.camera, size, right, down) }))
    }
    present.last = at
  }

  function cancel(): void {
    drag.current = null
    setLasso(null)
  }

  function end(event: PointerEvent): void {
    const present = drag.current
    cancel()
    if (present?.hasMoved === false) {
      choose(idAt(map, camera, size, present.start), event)
    } else if (present?.lasso != null) {
      const isMore = event.ctrlKey || event.metaKey
      usePairList.getState().select(pointsInside(map, present.lasso), isMore)
    }
  }

  const leave = (): void => setHovered(null)
  const moves = { onPointerDown: begin, onPointerMove: move, onPointerLeave: leave }
  return { lasso, hovered, handlers: { ...moves, onPointerUp: end, onPointerCancel: cancel } }
}

/** The pair near this pixel; null for none. */
function idAt(map: PairMapAnswer, camera: MapCamera, size: Size, pixel: Point): number | null {
  const index = pointAt(map, camera, size, pixel, REACH)
  return index === -1 ? null : map.ids[index]
}

/** A click opens a pair, with Ctrl or Shift it selects it; beside all pairs it clears the selection. */
function choose(id: number | null, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): void {
  const isSelecting = event.ctrlKey || event.metaKey || event.shiftKey
  if (id === null) {
    if (!isSelecting) {
      usePairList.getState().clearSelection()
    }
  } else if (isSelecting) {
    usePairList.getState().toggle(id)
  } else {
    void reviewPair(id)
  }
}

function placeOf({ nativeEvent }: PointerEvent): Point {
  return { x: nativeEvent.offsetX, y: nativeEvent.offsetY }
}
