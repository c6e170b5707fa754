import { isLooking } from '../commands/claims'
import { useReviewSession } from '../session'
import type { Frame } from '../../../src/domain/document'
import { placementOf, toImage, imagePoint, stagePoint } from './camera'
import type { ImagePoint, StagePoint } from './camera'
import type { StageSession } from './stage-session'
import { useStageView } from './stage-view'
import { doesEdit, tools } from '../tools/tools'
import type { ToolDefinition } from '../tools/tool'
import { wheelIntent } from './wheel'
import type { WheelIntent, WheelTurn } from './wheel'

type Drag =
  | { name: 'idle' }
  | { name: 'panning'; pointerId: number; last: StagePoint }
  | { name: 'using-tool'; pointerId: number }
  /** Two fingers on a touch screen. */
  | { name: 'pinching' }

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
  const input = new PaneInput(element, pane, session, isSpaceDown)
  const listening = new AbortController()
  const { signal } = listening
  element.addEventListener('pointerdown', (event) => input.press(event), { signal })
  element.addEventListener('pointermove', (event) => input.move(event), { signal })
  element.addEventListener('pointerup', (event) => input.lift(event), { signal })
  element.addEventListener('pointercancel', (event) => input.cancel(event), { signal })
  element.addEventListener('pointerleave', () => input.leave(), { signal })
  element.addEventListener('wheel', (event) => input.turn(event), { signal, passive: false })
  element.addEventListener('dblclick', (event) => input.double(event), { signal })
  element.addEventListener('contextmenu', openMenu, { signal })
  return () => {
    listening.abort()
    session.presence.setState({ pointer: null })
  }
}

class PaneInput {
  private readonly element: HTMLElement
  private readonly pane: { id: string; frame: Frame }
  private readonly session: StageSession
  private readonly isSpaceDown: () => boolean
  private drag: Drag = IDLE
  private readonly fingers = new Map<number, StagePoint>()
  private isRightPress = false
  private lastWheel: { type: WheelIntent['type']; at: number } = { type: 'zoom', at: -Infinity }
  private box: DOMRect | null = null

  constructor(
    element: HTMLElement,
    pane: { id: string; frame: Frame },
    session: StageSession,
    isSpaceDown: () => boolean,
  ) {
    this.element = element
    this.pane = pane
    this.session = session
    this.isSpaceDown = isSpaceDown
  }

  press(event: PointerEvent): void {
    if (event.pointerType === 'touch') {
      this.fingers.set(event.pointerId, this.pointOf(event))
      if (this.fingers.size === 2) {
        this.session.input({ type: 'cancel' }, this.pane.frame)
        this.drag = { name: 'pinching' }
        return
      }
    }
    this.isRightPress = event.button === RIGHT_BUTTON && toolInHand().usesRightButton === true
    if (this.drag.name !== 'idle' || (event.button > 1 && !this.isRightPress)) {
      return
    }
    this.element.setPointerCapture(event.pointerId)
    if (event.button === 1 || this.isSpaceDown() || toolInHand().start === null) {
      event.preventDefault()
      this.drag = { name: 'panning', pointerId: event.pointerId, last: this.pointOf(event) }
      this.element.dataset['panning'] = 'true'
    } else {
      this.drag = { name: 'using-tool', pointerId: event.pointerId }
      this.sendPointer('down', event)
    }
  }

  move(event: PointerEvent): void {
    const { drag } = this
    const pointer = { pane: this.pane.id, frame: this.pane.frame, at: this.imagePointOf(event) }
    this.session.presence.setState({ pointer })
    if (drag.name === 'pinching') {
      this.pinch(event)
    } else if (drag.name === 'idle') {
      this.sendPointer('move', event)
      this.hover(event)
    } else if (drag.pointerId !== event.pointerId) {
      return
    } else if (drag.name === 'panning') {
      const point = this.pointOf(event)
      useStageView.getState().panBy(point.x - drag.last.x, point.y - drag.last.y)
      this.drag = { ...drag, last: point }
    } else {
      const all = event.getCoalescedEvents()
      for (const each of all.length === 0 ? [event] : all) {
        this.sendPointer('move', each)
      }
    }
  }

  lift(event: PointerEvent): void {
    this.fingers.delete(event.pointerId)
    if (this.drag.name === 'using-tool' && this.drag.pointerId === event.pointerId) {
      this.sendPointer('up', event)
    }
    this.endDrag(event)
  }

  cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId)
    if (this.drag.name === 'using-tool') {
      this.session.input({ type: 'cancel' }, this.pane.frame)
    }
    this.endDrag(event)
  }

  leave(): void {
    this.session.presence.setState({ pointer: null })
    useReviewSession.getState().hoverRegions([])
  }

  turn(event: WheelEvent): void {
    event.preventDefault()
    const view = useStageView.getState()
    const { lastWheel } = this
    const previous = event.timeStamp - lastWheel.at < WHEEL_PAUSE ? lastWheel.type : null
    const intent = wheelIntent(turnOf(event), view.pixelRatio, previous)
    this.lastWheel = { type: intent.type, at: event.timeStamp }
    if (intent.type === 'zoom') {
      view.zoomAt(this.pointOf(event), intent.factor)
    } else {
      view.panBy(intent.right, intent.down)
    }
    const { pointer } = this.session.presence.getState()
    if (pointer !== null) {
      this.session.presence.setState({ pointer: { ...pointer, at: this.imagePointOf(event) } })
    }
  }

  double(event: MouseEvent): void {
    if (toolInHand().doesDoubleFit === true || this.isSpaceDown()) {
      useStageView.getState().fit()
    } else {
      this.session.input({ type: 'double', at: this.imagePointOf(event) }, this.pane.frame)
    }
  }

  /** Measured once a frame: reading it again after something was written would lay out the page again. */
  private pointOf(event: MouseEvent): StagePoint {
    if (this.box === null) {
      this.box = this.element.getBoundingClientRect()
      requestAnimationFrame(() => (this.box = null))
    }
    return stagePoint(event.clientX - this.box.left, event.clientY - this.box.top)
  }

  private imagePointOf(event: MouseEvent): ImagePoint {
    const { camera, pane: size, pixelRatio } = useStageView.getState()
    return toImage(placementOf(camera, size, pixelRatio), this.pointOf(event))
  }

  private sendPointer(type: 'down' | 'move' | 'up', event: PointerEvent): void {
    const { shiftKey: isShift } = event
    // of a press with the right button, all that follows is its own
    const isAlt = event.altKey || this.isRightPress
    this.session.input({ type, at: this.imagePointOf(event), isShift, isAlt }, this.pane.frame)
  }

  private pinch(event: PointerEvent): void {
    const before = [...this.fingers.values()]
    this.fingers.set(event.pointerId, this.pointOf(event))
    const [a, b] = this.fingers.values()
    const [oldA, oldB] = before
    const middle = stagePoint((a.x + b.x) / 2, (a.y + b.y) / 2)
    const view = useStageView.getState()
    view.panBy(middle.x - (oldA.x + oldB.x) / 2, middle.y - (oldA.y + oldB.y) / 2)
    const spread =
      Math.hypot(a.x - b.x, a.y - b.y) / Math.max(1, Math.hypot(oldA.x - oldB.x, oldA.y - oldB.y))
    view.zoomAt(middle, spread)
  }

  private hover(event: PointerEvent): void {
    const [regionId] = this.session.regionsAt(this.pane.frame, this.imagePointOf(event))
    useReviewSession.getState().hoverRegions(regionId === undefined ? [] : [regionId])
  }

  private endDrag(event: PointerEvent): void {
    const { drag } = this
    const isOurs =
      drag.name === 'pinching'
        ? this.fingers.size < 2
        : drag.name !== 'idle' && drag.pointerId === event.pointerId
    if (isOurs) {
      this.drag = IDLE
      delete this.element.dataset['panning']
    }
  }
}

export function toolInHand(): ToolDefinition {
  const { tool } = useReviewSession.getState()
  return tools[isLooking() && doesEdit(tool) ? 'pan' : tool]
}

function openMenu(event: MouseEvent): void {
  if (toolInHand().usesRightButton === true) {
    event.preventDefault()
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
