import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ReactElement, RefObject } from 'react'
import type { OpenPair } from '../../../src/contract/pairs'
import type { Rect, Size } from '../../../src/mask/bitmap'
import type { Frame } from '../../../src/domain/document'
import { tileBounds } from '../paint/tile-mask'
import { useReviewSession } from '../session'
import { tools } from '../tools/tools'
import { placementOf } from './camera'
import { Overlay } from './Overlay'
import { listenToWindowDrag } from '../window/window-drag'
import { listenToPane, toolInHand } from './pane-input'
import { createPanePainter, styleOf } from './pane-painter'
import type { PanePainter, PaneScene } from './pane-painter'
import type { PaneLayout, ShownKind } from './stage-view'
import { useStageView } from './stage-view'
import type { PictureState, TiledPicture } from './picture'
import type { PictureLayer } from './picture-painter'
import type { StageSession } from './stage-session'
import { TileNotes } from './tiles/TileNotes'
import classes from './stage.module.css'
import { text } from '../../text/chosen'

const stageText = text.stage

interface PaneProps {
  open: OpenPair
  layout: PaneLayout
  session: StageSession
  pictures: Readonly<Record<ShownKind, PictureState>>
  size: Size
  isSpaceDown: () => boolean
}

/** One image area: pictures, masks and overlay above one another. */
export function Pane(props: PaneProps): ReactElement {
  const { open, layout, session, pictures, size, isSpaceDown } = props
  const element = useRef<HTMLDivElement>(null)
  const cursor = useReviewSession((state) => tools[state.tool].cursor)
  const pictureCanvas = useRef<HTMLCanvasElement>(null)
  const maskCanvas = useRef<HTMLCanvasElement>(null)
  usePainter(props, pictureCanvas, maskCanvas)
  useEffect(() => {
    if (element.current !== null) {
      const pane = { id: layout.id, frame: layout.frame }
      const stops = [
        listenToPane(element.current, pane, session, isSpaceDown),
        listenToWindowDrag(element.current, () => toolInHand().usesRightButton !== true),
      ]
      return () => stops.forEach((stop) => stop())
    }
  }, [layout.id, layout.frame, session, isSpaceDown])
  const style = { width: size.width, height: size.height }
  return (
    <div ref={element} className={classes['pane']} data-pane={layout.id} data-cursor={cursor} style={style}>
      <canvas ref={pictureCanvas} className={classes['canvas']} style={style} aria-hidden />
      <canvas ref={maskCanvas} className={classes['canvas']} style={style} aria-hidden />
      <div className={classes['overlay']}>
        <Overlay open={open} layout={layout} session={session} size={size} />
      </div>
      <Tags layout={layout} />
      <Messages layout={layout} pictures={pictures} />
      <TileNotes pictures={tiledPictures(layout, pictures)} />
    </div>
  )
}

function usePainter(
  { open, layout, session, pictures, size }: PaneProps,
  pictureCanvas: RefObject<HTMLCanvasElement | null>,
  maskCanvas: RefObject<HTMLCanvasElement | null>,
): void {
  const painter = useRef<PanePainter | null>(null)
  const read = useRef<(() => PaneScene) | null>(null)
  useLayoutEffect(() => {
    read.current = () => sceneOf(layout, session, pictures)
  }, [layout, session, pictures])
  useLayoutEffect(() => {
    if (pictureCanvas.current === null || maskCanvas.current === null) {
      return
    }
    const made = createPanePainter(pictureCanvas.current, maskCanvas.current, () => {
      return read.current?.() ?? sceneOf(layout, session, pictures)
    })
    painter.current = made
    const stops = [
      session.store.onChange((_, rect) => made.touch(rect)),
      useStageView.subscribe((state, old) => {
        if (state.camera === old.camera && state.pane === old.pane) {
          made.repaintPictures()
        } else {
          made.repaint()
        }
      }),
      useReviewSession.subscribe((state, old) => {
        if (state.areMasksShown !== old.areMasksShown || state.maskOpacity !== old.maskOpacity) {
          made.repaintMasks()
        }
        boundsOf(session, layout.frame, restyled(state, old)).forEach(made.touch)
      }),
    ]
    return () => {
      stops.forEach((stop) => stop())
      made.dispose()
    }
    // the scene is read when it is painted: a new layout or picture needs no new painter
    // oxlint-disable-next-line react/exhaustive-deps
  }, [session, layout.frame])
  useLayoutEffect(() => painter.current?.repaint(), [layout, session, pictures, size])
  useEffect(() => {
    const stores = new Set(tiledPictures(layout, pictures).map(({ tiles }) => tiles))
    const stops = [...stores].map((store) => store.onChange(() => painter.current?.repaintPictures()))
    return () => stops.forEach((stop) => stop())
  }, [layout, pictures])
  const styleInputs = open.document.regions
    .map(({ id, category, status, beforeMask }) => `${id} ${status} ${beforeMask === null} ${category}`)
    .join('\n')
  useLayoutEffect(() => painter.current?.repaintMasks(), [styleInputs])
}

type SessionState = ReturnType<typeof useReviewSession.getState>

/** Regions that were, or are now, chosen or under the pointer. */
function restyled(state: SessionState, old: SessionState): Set<string | null> {
  const ids = new Set<string | null>()
  if (state.selectedRegionId !== old.selectedRegionId) {
    ids.add(state.selectedRegionId).add(old.selectedRegionId)
  }
  if (state.hoveredRegionIds !== old.hoveredRegionIds) {
    const both = [...state.hoveredRegionIds, ...old.hoveredRegionIds]
    both.forEach((id) => ids.add(id))
  }
  return ids
}

function boundsOf(session: StageSession, frame: Frame, ids: ReadonlySet<string | null>): Rect[] {
  return ids.size === 0
    ? []
    : session.shown(frame).flatMap(({ regionId, mask }) => {
        const bounds = ids.has(regionId) ? tileBounds(mask) : null
        return bounds === null ? [] : [bounds]
      })
}

function tiledPictures(layout: PaneLayout, pictures: PaneProps['pictures']): TiledPicture[] {
  return layout.pictures.flatMap(({ kind }) => {
    const state = pictures[kind]
    return state.status === 'ready' && state.picture.form === 'tiles' ? [state.picture] : []
  })
}

function sceneOf(
  layout: PaneLayout,
  session: StageSession,
  pictures: Readonly<Record<ShownKind, PictureState>>,
): PaneScene {
  const view = useStageView.getState()
  const { selectedRegionId, hoveredRegionIds, areMasksShown, maskOpacity } = useReviewSession.getState()
  const isOutline = layout.pictures.some(({ rendering }) => rendering === 'heat')
  const masks = areMasksShown ? session.shown(layout.frame) : []
  return {
    image: view.image,
    pane: view.pane,
    pixelRatio: view.pixelRatio,
    placement: placementOf(view.camera, view.pane, view.pixelRatio),
    pictures: layout.pictures.flatMap((shown) => {
      const state = pictures[shown.kind]
      return state.status === 'ready'
        ? [{ picture: state.picture, rendering: shown.rendering, ...rangeOf(shown.part) }]
        : []
    }),
    masks: masks.map(({ regionId, category, status, mask, isGhost }) => {
      const isSelected = regionId === selectedRegionId
      const appearance = {
        category,
        status,
        isSelected,
        isHovered: hoveredRegionIds.includes(regionId),
        isGhost,
        isOutline,
      }
      return { mask, style: styleOf(appearance, maskOpacity, view.pixelRatio) }
    }),
  }
}

type Range = Pick<PictureLayer, 'from' | 'to' | 'opacity'>

function rangeOf(part: PaneLayout['pictures'][number]['part']): Range {
  const { swipe, onion, blinkSide } = useStageView.getState()
  switch (part) {
    case 'whole':
      return { from: 0, to: 1, opacity: 1 }
    case 'left':
      return { from: 0, to: swipe, opacity: 1 }
    case 'right':
      return { from: swipe, to: 1, opacity: 1 }
    case 'over':
      return { from: 0, to: 1, opacity: onion }
    case 'blink-before':
      return { from: 0, to: 1, opacity: blinkSide === 'before' ? 1 : 0 }
    case 'blink-after':
      return { from: 0, to: 1, opacity: blinkSide === 'after' ? 1 : 0 }
  }
}

function Tags({ layout }: { layout: PaneLayout }): ReactElement {
  const blinkSide = useStageView((state) => state.blinkSide)
  const isBlinking = layout.pictures.some(({ part }) => part === 'blink-after')
  const tags = isBlinking ? [layout.tags[blinkSide === 'before' ? 0 : 1]] : layout.tags
  return (
    <div className={classes['tags']}>
      {tags.map((tag) => (
        <span key={tag} className={classes['tag']}>
          {tag}
        </span>
      ))}
    </div>
  )
}

function Messages({ layout, pictures }: Pick<PaneProps, 'layout' | 'pictures'>): ReactElement | null {
  const states = layout.pictures.map(({ kind }) => ({ kind, state: pictures[kind] }))
  const failed = states.flatMap(({ kind, state }) =>
    state.status === 'failed' ? [stageText.failed(stageText.pictures[kind], state.reason)] : [],
  )
  if (failed.length > 0) {
    return (
      <div className={classes['message']} role="alert">
        {failed.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
    )
  }
  return states.some(({ state }) => state.status === 'loading') ? (
    <output className={classes['loading']}>{stageText.loading}</output>
  ) : null
}
