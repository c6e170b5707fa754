import { VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useMemo, useRef } from 'react'
import type { ReactElement, RefObject } from 'react'
import type { PairMapAnswer } from '../../../src/contract/similar'
import { text } from '../../text/chosen'
import { Thumbnails } from '../ContactSheet'
import { usePairList } from '../list'
import { useRow, useRowWindow } from '../rows'
import { zoomedAt } from './camera'
import type { Point } from './camera'
import { drawMap } from './draw-map'
import { colorsOf, useMap } from './map-store'
import styles from './Map.module.css'
import { useMapPointer } from './use-map-pointer'

const words = text.queue.map
const WHEEL_STEP = 0.0015

/** One canvas for all points. The keys act on the cursor's pair as in the list. */
export function MapCanvas({ map }: { map: PairMapAnswer }): ReactElement {
  const { ref: sized, width, height } = useElementSize()
  const size = useMemo(() => ({ width, height }), [width, height])
  const canvas = useRef<HTMLCanvasElement>(null)
  const { lasso, hovered, handlers } = useMapPointer(map, size)
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
      <canvas ref={canvas} aria-hidden {...handlers} />
      <VisuallyHidden id="map-help">{words.help}</VisuallyHidden>
      <CursorText hoveredId={hovered?.id ?? null} />
      {hovered === null ? null : <Hovered key={hovered.id} {...hovered} size={size} />}
    </div>
  )
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
      <Thumbnails
        pairId={id}
        hasProblem={row !== undefined && row.problem !== null}
        window={row?.window ?? null}
      />
      <span className={styles.cardKey}>{row?.key ?? ''}</span>
      <span className={styles.cardText}>{row?.caption ?? ''}</span>
    </div>
  )
}
