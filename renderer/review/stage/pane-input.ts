import { useReviewSession } from '../session'
import type { Frame } from '../paint/mask-store'
import { placementOf, toImage } from './camera'
import { imagePoint, stagePoint } from './points'
import type { ImagePoint, StagePoint } from './points'
import type { StageSession } from './stage-session'
import { useStageView } from './stage-view'
import { wheelIntent } from './wheel'
import type { WheelIntent, WheelTurn } from './wheel'

type Drag =
  | { name: 'idle' }
  | { name: 'panning'; pointerId: number; last: StagePoint }
  | { name: 'using-tool'; pointerId: number }
  /** Two fingers on a touch screen. */
  | { name: 'pinching'; fingers: Map<number, StagePoint> }

const IDLE: Drag = { name: 'idle' }
const WHEEL_PAUSE = 200 // milliseconds
const RIGHT_BUTTON = 2

/**
 * Turns what happens over a pane into camera moves and tool input.
 * @returns the function that stops listening
 */
export function listenToPane(
  element: HTMLElement,
  pane: { id: string; frame: Frame },
  session: StageSession,
  isSpaceDown: () => boolean,
): () => void {
  let drag: Drag = IDLE
  let isRightPress = false
  let lastWheel: { type: WheelIntent['type']; at: number } = { type: 'zoom', at: -Infinity }
  const fingers = new Map<number, StagePoint>()

  let box: DOMRect | null = null

  /** Measured once a frame: reading it again after something was written would lay out the page again. */
  function pointOf(event: MouseEvent): StagePoint {
    if (box === null) {
      box = element.getBoundingClientRect()
      requestAnimationFrame(() => (box = null))
    }
    return stagePoint(event.clientX - box.left, event.clientY - box.top)
  }

  function imagePointOf(event: MouseEvent): ImagePoint {
    const { camera, pane: size, pixelRatio } = useStageView.getState()
    return toImage(placementOf(camera, size, pixelRatio), pointOf(event))
  }

  function sendPointer(type: 'down' | 'move' | 'up', event: PointerEvent): void {
    const { shiftKey: isShift } = event
    // of a press with the right button, all that follows is its own
    const isAlt = event.altKey || isRightPress
    session.input({ type, at: imagePointOf(event), isShift, isAlt }, pane.frame)
  }

  function onDown(event: PointerEvent): void {
    if (event.pointerType === 'touch') {
      fingers.set(event.pointerId, pointOf(event))
      if (fingers.size === 2) {
        session.input({ type: 'cancel' }, pane.frame)
        drag = { name: 'pinching', fingers }
        return
      }
    }
    isRightPress = event.button === RIGHT_BUTTON && useReviewSession.getState().tool === 'segment'
    if (drag.name !== 'idle' || (event.button > 1 && !isRightPress)) {
      return
    }
    element.setPointerCapture(event.pointerId)
    const isPan = event.button === 1 || isSpaceDown() || useReviewSession.getState().tool === 'pan'
    if (isPan) {
      event.preventDefault()
      drag = { name: 'panning', pointerId: event.pointerId, last: pointOf(event) }
      element.dataset['panning'] = 'true'
      return
    }
    drag = { name: 'using-tool', pointerId: event.pointerId }
    sendPointer('down', event)
  }

  function onMove(event: PointerEvent): void {
    session.presence.setState({ pointer: { pane: pane.id, frame: pane.frame, at: imagePointOf(event) } })
    if (drag.name === 'pinching') {
      pinch(event)
    } else if (drag.name === 'panning' && drag.pointerId === event.pointerId) {
      const point = pointOf(event)
      useStageView.getState().panBy(point.x - drag.last.x, point.y - drag.last.y)
      drag = { ...drag, last: point }
    } else if (drag.name === 'using-tool' && drag.pointerId === event.pointerId) {
      const all = event.getCoalescedEvents()
      for (const each of all.length === 0 ? [event] : all) {
        sendPointer('move', each)
      }
    } else if (drag.name === 'idle') {
      sendPointer('move', event)
      hover(event)
    }
  }

  function pinch(event: PointerEvent): void {
    const before = [...fingers.values()]
    fingers.set(event.pointerId, pointOf(event))
    const [a, b] = fingers.values()
    const [oldA, oldB] = before
    const middle = stagePoint((a.x + b.x) / 2, (a.y + b.y) / 2)
    const view = useStageView.getState()
    view.panBy(middle.x - (oldA.x + oldB.x) / 2, middle.y - (oldA.y + oldB.y) / 2)
    const spread =
      Math.hypot(a.x - b.x, a.y - b.y) / Math.max(1, Math.hypot(oldA.x - oldB.x, oldA.y - oldB.y))
    view.zoomAt(middle, spread)
  }

  function hover(event: PointerEvent): void {
    const [regionId] = session.regionsAt(pane.frame, imagePointOf(event))
    useReviewSession.getState().hoverRegions(regionId === undefined ? [] : [regionId])
  }

  function onUp(event: PointerEvent): void {
    fingers.delete(event.pointerId)
    if (drag.name === 'using-tool' && drag.pointerId === event.pointerId) {
      sendPointer('up', event)
    }
    endDrag(event)
  }

  function onCancel(event: PointerEvent): void {
    fingers.delete(event.pointerId)
    if (drag.name === 'using-tool') {
      session.input({ type: 'cancel' }, pane.frame)
    }
    endDrag(event)
  }

  function endDrag(event: PointerEvent): void {
    const isOurs =
      drag.name === 'pinching' ? fingers.size < 2 : drag.name !== 'idle' && drag.pointerId === event.pointerId
    if (isOurs) {
      drag = IDLE
      delete element.dataset['panning']
    }
  }

  function onLeave(): void {
    session.presence.setState({ pointer: null })
    useReviewSession.getState().hoverRegions([])
  }

  function onWheel(event: WheelEvent): void {
    event.preventDefault()
    const view = useStageView.getState()
    const previous = event.timeStamp - lastWheel.at < WHEEL_PAUSE ? lastWheel.type : null
    const intent = wheelIntent(turnOf(event), view.pixelRatio, previous)
    lastWheel = { type: intent.type, at: event.timeStamp }
    if (intent.type === 'zoom') {
      view.zoomAt(pointOf(event), intent.factor)
    } else {
      view.panBy(intent.right, intent.down)
    }
    const { pointer } = session.presence.getState()
    if (pointer !== null) {
      session.presence.setState({ pointer: { ...pointer, at: imagePointOf(event) } })
    }
  }

  function onDouble(event: MouseEvent): void {
    const { tool } = useReviewSession.getState()
    if (tool === 'pan' || tool === 'select' || isSpaceDown()) {
      useStageView.getState().fit()
    } else {
      session.input({ type: 'double', at: imagePointOf(event) }, pane.frame)
    }
  }

  const listening = new AbortController()
  const { signal } = listening
  element.addEventListener('pointerdown', onDown, { signal })
  element.addEventListener('pointermove', onMove, { signal })
  element.addEventListener('pointerup', onUp, { signal })
  element.addEventListener('pointercancel', onCancel, { signal })
  element.addEventListener('pointerleave', onLeave, { signal })
  element.addEventListener('wheel', onWheel, { signal, passive: false })
  element.addEventListener('dblclick', onDouble, { signal })
  element.addEventListener('contextmenu', onMenu, { signal })
  return () => {
    listening.abort()
    session.presence.setState({ pointer: null })
  }
}

/** `wheelDeltaY` is Chromium's own, and not in the standard's types. */
function turnOf(event: WheelEvent): WheelTurn {
  const { deltaX, deltaY, deltaMode, ctrlKey, metaKey, shiftKey } = event
  const wheelDeltaY = (event as WheelEvent & { wheelDeltaY?: number }).wheelDeltaY ?? 0
  return { deltaX, deltaY, deltaMode, wheelDeltaY, ctrlKey, metaKey, shiftKey }
}

/** The pointer's place as whole pixels, for reading. */
export function pixelUnder(at: ImagePoint): ImagePoint {
  return imagePoint(Math.floor(at.x), Math.floor(at.y))
}

/** The right button is click to segment's. */
function onMenu(event: MouseEvent): void {
  if (useReviewSession.getState().tool === 'segment') {
    event.preventDefault()
  }
}
