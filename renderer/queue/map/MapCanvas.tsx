import { VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { PointerEvent, ReactElement, RefObject } from 'react'
import type { PairMapAnswer } from '../../../src/contract/similar'
import { reviewPair } from '../../review/commands/navigation'
import { text } from '../../text/en'
import { Thumbnails } from '../ContactSheet'
import { usePairList } from '../list'
import { useRow, useRowWindow } from '../rows'
import { panned, toMap, zoomedAt } from './camera'
import type { Point } from './camera'
import { drawMap } from './draw-map'
import { pointAt, pointsInside } from './find-points'
import { colorsOf, useMap } from './map-store'
import styles from './Map.module.css'

const words = text.queue.map
/** CSS pixels from a point that still mean it. */
const REACH = 10
/** CSS pixels that a click may move. */
const STILL = 4
const WHEEL_STEP = 0.0015

/** A press that is not over yet. */
interface Drag {
  readonly start: Point
  last: Point
  hasMoved: boolean
  /** In units of the map; null for a drag that moves the map. */
  readonly lasso: Point[] | null
}

/** One canvas for all points. The keys act on the cursor's pair as in the list. */
export function MapCanvas({ map }: { map: PairMapAnswer }): ReactElement {
  const { ref: sized, width, height } = useElementSize()
  const size = useMemo(() => ({ width, height }), [width, height])
  const canvas = useRef<HTMLCanvasElement>(null)
  const drag = useRef<Drag | null>(null)
  const [lasso, setLasso] = useState<readonly Point[] | null>(null)
  const [hovered, setHovered] = useState<{ id: number; at: Point } | null>(null)
  const camera = useMap((store) => store.camera)
  const coloring = useMap((store) => store.coloring)
  const isLassoOn = useMap((store) => store.isLassoOn)
  const selected = usePairList((list) => list.selected)
  const cursorId = usePairList((list) => list.cursorId)
  const colors = useMemo(() => colorsOf(map, coloring), [map, coloring])

  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (canvas.current !== null) {
        drawMap(canvas.current, { map, colors, camera, size, selected, cursorId, lasso })
      }
    })
    return () => cancelAnimationFrame(frame)
  }, [map, colors, camera, size, selected, cursorId, lasso])
  useWheelZoom(canvas, size)

  function begin(event: PointerEvent): void {
    const at = placeOf(event)
    const isLasso = (isLassoOn || event.shiftKey) && event.button === 0
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { start: at, last: at, hasMoved: false, lasso: isLasso ? [toMap(camera, size, at)] : null }
    setHovered(null)
  }

  function move(event: PointerEvent): void {
    const at = placeOf(event)
    const present = drag.current
    if (present === null) {
      const index = pointAt(map, camera, size, at, REACH)
      setHovered(index === -1 ? null : { id: map.ids[index], at })
      return
    }
    present.hasMoved ||= Math.hypot(at.x - present.start.x, at.y - present.start.y) > STILL
    if (present.lasso !== null) {
      present.lasso.push(toMap(camera, size, at))
      setLasso([...present.lasso])
    } else if (present.hasMoved) {
      const [right, down] = [at.x - present.last.x, at.y - present.last.y]
      useMap.setState({ camera: panned(camera, size, right, down) })
    }
    present.last = at
  }

  function end(event: PointerEvent): void {
    const present = drag.current
    drag.current = null
    setLasso(null)
    if (present === null) {
      return
    }
    if (!present.hasMoved) {
      const index = pointAt(map, camera, size, present.start, REACH)
      choose(index === -1 ? null : map.ids[index], event)
    } else if (present.lasso !== null) {
      const isMore = event.ctrlKey || event.metaKey
      usePairList.getState().select(pointsInside(map, present.lasso), isMore)
    }
  }

  return (
    <div
      ref={sized}
      className={styles.canvas}
      role="application"
      aria-label={words.label(map.ids.length)}
      aria-describedby="map-help map-cursor"
      tabIndex={0}
      data-pane
      data-lasso={isLassoOn || undefined}
    >
      <canvas
        ref={canvas}
        aria-hidden
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => {
          drag.current = null
          setLasso(null)
        }}
        onPointerLeave={() => setHovered(null)}
      />
      <VisuallyHidden id="map-help">{words.help}</VisuallyHidden>
      <CursorText hoveredId={hovered?.id ?? null} />
      {hovered === null ? null : <Hovered key={hovered.id} {...hovered} size={size} />}
    </div>
  )
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

/** React listens to wheels without the right to keep the page from scrolling. */
function useWheelZoom(
  canvas: RefObject<HTMLCanvasElement | null>,
  size: { width: number; height: number },
): void {
  useEffect(() => {
    const element = canvas.current
    function zoom(event: WheelEvent): void {
      event.preventDefault()
      const at = { x: event.offsetX, y: event.offsetY }
      const factor = Math.exp(-event.deltaY * WHEEL_STEP)
      useMap.setState(({ camera }) => ({ camera: zoomedAt(camera, size, at, factor) }))
    }
    element?.addEventListener('wheel', zoom, { passive: false })
    return () => element?.removeEventListener('wheel', zoom)
  }, [canvas, size])
}

/** The cursor's pair in words, for screen readers and beneath the map. */
function CursorText({ hoveredId }: { hoveredId: number | null }): ReactElement {
  const cursorId = usePairList((list) => list.cursorId)
  const count = usePairList((list) => list.selected.size)
  const wanted = useMemo(() => [cursorId, hoveredId].filter((id) => id !== null), [cursorId, hoveredId])
  useRowWindow(wanted)
  const row = useRow(cursorId ?? -1)
  return (
    <output id="map-cursor" className={styles.cursor}>
      {row === undefined ? '' : words.cursor(row.key, text.queue.states[row.state], row.score, count)}
    </output>
  )
}

const CARD = { width: 220, height: 130 }

/** The thumbnails of the pair under the pointer. */
function Hovered(props: { id: number; at: Point; size: { width: number; height: number } }): ReactElement {
  const { id, at, size } = props
  const row = useRow(id)
  const left = at.x + 16 + CARD.width > size.width ? at.x - 16 - CARD.width : at.x + 16
  const top = Math.max(0, Math.min(at.y - CARD.height / 2, size.height - CARD.height))
  return (
    <div className={styles.card} style={{ left: Math.max(0, left), top, ...CARD }}>
      <Thumbnails pairId={id} hasProblem={row !== undefined && row.problem !== null} />
      <span className={styles.cardKey}>{row?.key ?? ''}</span>
      <span className={styles.cardText}>{row?.caption ?? ''}</span>
    </div>
  )
}
