import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReactElement, RefObject } from 'react'
import type { OpenPair } from '../../../src/contract/pairs'
import { useLoadedPlace } from '../map/georeference'
import { ScaleBar } from '../map/ScaleBar'
import { useReviewSession } from '../session'
import { tools } from '../tools/tools'
import { DraggedLevel } from '../window/DraggedLevel'
import { showStage, StageSession } from './stage-session'
import { Divider, StageBar } from './StageBar'
import { Pane } from './Pane'
import { panesOf, useStageView } from './stage-view'
import type { PictureState } from './picture'
import { usePictures } from './use-pictures'
import type { Size } from '../../../src/mask/bitmap'
import classes from './stage.module.css'
import { text } from '../../text/chosen'

const stageText = text.stage

/** The canvas of the Review place. Fills its parent. */
export function ReviewStage({ open }: { open: OpenPair }): ReactElement {
  const view = useReviewSession((state) => state.view)
  const { bar } = tools[useReviewSession((state) => state.tool)]
  const hasMoved = open.pair.alignment !== null
  const pictures = usePictures(open)
  const imageSize = useImageSize(open, pictures.after)
  const session = useStageSession(open, imageSize)
  const panes = useMemo(() => panesOf(view, hasMoved), [view, hasMoved])
  const element = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const size = usePaneSize(area, panes.length)
  const mark = useCallback((isDown: boolean) => element.current?.toggleAttribute('data-space', isDown), [])
  const isSpaceDown = useSpace(mark)
  useBlink(view === 'blink')
  useLoadedPlace(open.pair.id)
  return (
    <div ref={element} className={classes['stage']} role="group" aria-label={stageText.stage}>
      {bar?.(open.pair.id)}
      <div ref={area} className={classes['panes']}>
        {size !== null &&
          panes.map((layout) => (
            <Pane
              key={layout.id}
              open={open}
              layout={layout}
              session={session}
              pictures={pictures}
              size={size}
              isSpaceDown={isSpaceDown}
            />
          ))}
        {view === 'swipe' && <Divider />}
        <ScaleBar />
        <DraggedLevel />
      </div>
      <StageBar view={view} session={session} />
    </div>
  )
}

/** Size from the engine; until it has read the image, the size of the picture. */
function useImageSize(open: OpenPair, after: PictureState): Size {
  const { width, height } = open.pair
  const full = after.status === 'ready' && after.picture.form === 'bitmap' ? after.picture.full : null
  const shownWidth = width > 0 ? width : (full?.width ?? 1)
  const shownHeight = height > 0 ? height : (full?.height ?? 1)
  const size = useMemo(() => ({ width: shownWidth, height: shownHeight }), [shownWidth, shownHeight])
  useLayoutEffect(() => useStageView.getState().setImage(size), [size])
  return size
}

function useStageSession(open: OpenPair, size: Size): StageSession {
  const pairId = open.pair.id
  // oxlint-disable-next-line react/exhaustive-deps -- one session per pair, whatever is edited in it
  const session = useMemo(() => new StageSession(open, size), [pairId, size])
  const { regions } = open.document
  const tool = useReviewSession((state) => state.tool)
  useLayoutEffect(() => session.store.sync(regions), [session, regions])
  useEffect(() => session.setTool(tool), [session, tool])
  useEffect(() => {
    const hide = showStage(session)
    return () => {
      hide()
      session.dispose()
    }
  }, [session])
  return session
}

/** Null until it has been measured. */
function usePaneSize(area: RefObject<HTMLDivElement | null>, count: number): Size | null {
  const [whole, setWhole] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const element = area.current
    if (element === null) {
      return
    }
    const observer = new ResizeObserver(() => {
      setWhole({ width: element.clientWidth, height: element.clientHeight })
    })
    // fires for a new pixel ratio too
    observer.observe(element, { box: 'device-pixel-content-box' })
    return () => observer.disconnect()
  }, [area])
  const size = useMemo(
    () =>
      whole === null
        ? null
        : { width: Math.floor((whole.width - (count - 1)) / count), height: whole.height },
    [whole, count],
  )
  useLayoutEffect(() => {
    if (size !== null && size.width > 0 && size.height > 0) {
      useStageView.getState().setPane(size, window.devicePixelRatio)
    }
  }, [size])
  return size
}

/** Alternates before and after while the view blinks; with reduced motion only a key or a press does. */
function useBlink(isBlinking: boolean): void {
  const milliseconds = useStageView((state) => state.blinkMilliseconds)
  useEffect(() => {
    if (!isBlinking || prefersStillness()) {
      return
    }
    const timer = setInterval(() => useStageView.getState().stepBlink(), milliseconds)
    return () => clearInterval(timer)
  }, [isBlinking, milliseconds])
}

function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/**
 * Whether Space is held: while it is, the pointer pans. Held in a text field or on a button it means
 * something else.
 */
function useSpace(mark: (isDown: boolean) => void): () => boolean {
  const isDown = useRef(false)
  useEffect(() => {
    function set(next: boolean): void {
      if (isDown.current !== next) {
        isDown.current = next
        mark(next)
      }
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key === ' ' && !isTaken(event.target)) {
          event.preventDefault()
          set(true)
        }
      },
      { signal },
    )
    window.addEventListener('keyup', (event) => event.key === ' ' && set(false), { signal })
    window.addEventListener('blur', () => set(false), { signal })
    return () => {
      listening.abort()
      set(false)
    }
  }, [mark])
  return useCallback(() => isDown.current, [])
}

function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, button, a, [contenteditable], [role=slider]') !== null
  )
}
