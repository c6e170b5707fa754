import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReactElement, RefObject } from 'react'
import type { OpenPair } from '../../../src/contract/pairs'
import { pictureUrl } from '../../engine'
import { useLoadedPlace } from '../map/georeference'
import { ScaleBar } from '../map/ScaleBar'
import { useReviewSession } from '../session'
import { tools } from '../tools/tools'
import { showStage, StageSession } from './stage-session'
import { Divider, StageBar } from './StageBar'
import { Pane } from './Pane'
import { panesOf, useStageView } from './stage-view'
import type { ShownKind } from './stage-view'
import { closePicture, loadPicture, PictureError } from './picture'
import type { PictureState, Picture } from './picture'
import type { Size } from './camera'
import classes from './stage.module.css'
import { text } from '../../text/chosen'

const stageText = text.stage

const LOADING: PictureState = { status: 'loading' }

/**
 * The picture at an address, null for none. While a newer picture of the same `subject` is on its way the
 * present one stays; a picture is closed when it is no longer shown.
 */
function usePicture(url: string | null, subject: string): PictureState {
  const [shown, setShown] = useState<{ subject: string; state: PictureState }>({ subject, state: LOADING })
  useEffect(() => {
    if (url === null) {
      return
    }
    const abort = new AbortController()
    loadPicture(url, abort.signal).then(
      (picture) => {
        if (abort.signal.aborted) {
          closePicture(picture)
        } else {
          setShown({ subject, state: { status: 'ready', picture } })
        }
      },
      (error: unknown) => {
        if (!abort.signal.aborted) {
          const reason = error instanceof PictureError ? error.message : String(error)
          setShown({ subject, state: { status: 'failed', reason } })
        }
      },
    )
    return () => abort.abort()
  }, [url, subject])
  const state = shown.subject === subject ? shown.state : LOADING
  const picture = shown.state.status === 'ready' ? shown.state.picture : null
  useClosing(picture)
  return state
}

/** Closes a picture once another has taken its place, or the canvas is gone. */
function useClosing(picture: Picture | null): void {
  useEffect(() => (picture === null ? undefined : () => closePicture(picture)), [picture])
}

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
      </div>
      <StageBar view={view} session={session} />
    </div>
  )
}

/**
 * Edits raise the pair's version but do not touch its pictures: the version at which the pair was opened, or
 * at which its proposal changed, addresses them.
 */
function usePictures(open: OpenPair): Record<ShownKind, PictureState> {
  const { pair, proposal, version } = open
  const view = useReviewSession((state) => state.view)
  const subject = `${pair.id} ${proposal?.id ?? 0}`
  const [known, setKnown] = useState({ subject, version })
  if (known.subject !== subject) {
    setKnown({ subject, version })
  }
  const url = (kind: ShownKind): string => pictureUrl(pair.id, kind, known.version)
  const hasMoved = pair.alignment !== null
  const before = usePicture(url('before'), `${pair.id} before`)
  const after = usePicture(url('after'), `${pair.id} after`)
  const aligned = usePicture(
    hasMoved && view !== 'side-by-side' ? url('aligned') : null,
    `${pair.id} aligned`,
  )
  const difference = usePicture(view === 'difference' ? url('difference') : null, `${pair.id} difference`)
  return useMemo(
    () => ({ before, after, aligned: hasMoved ? aligned : before, difference }),
    [before, after, aligned, difference, hasMoved],
  )
}

/** Size from the engine; until it has read the image, the size of the picture. */
function useImageSize(open: OpenPair, after: PictureState): Size {
  const { width, height } = open.pair
  const full = after.status === 'ready' ? after.picture.full : null
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
