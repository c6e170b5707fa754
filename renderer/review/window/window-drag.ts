import type { DepthFacts } from '../../../src/contract/value-facts'
import type { PairWindow } from '../../../src/domain/value-mapping'
import { levelOf, windowOf } from './level'
import { keepWindow, presentDepth, presentWindow, tryWindow, useWindowState } from './window-store'

const RIGHT_BUTTON = 2
/** CSS pixels to the right that make the window twice as wide. */
const DOUBLING = 128
/** CSS pixels down that move the level by the width that the window had. */
const SHIFT = 256

interface Drag {
  pointerId: number
  x: number
  y: number
  depth: DepthFacts
  window: PairWindow
}

/**
 * The window follows a drag with the right button, as in viewers of medical images: to the right it gets wider, down its
 * level gets higher.
 * @param isFree false where the right button is the tool's
 * @returns the function that stops listening
 */
export function listenToWindowDrag(element: HTMLElement, isFree: () => boolean): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let drag: Drag | null = null
  let request = 0

  function begin(event: PointerEvent): void {
    const depth = event.button === RIGHT_BUTTON && isFree() ? presentDepth() : null
    if (depth !== null) {
      element.setPointerCapture(event.pointerId)
      const { pointerId, clientX: x, clientY: y } = event
      drag = { pointerId, x, y, depth, window: presentWindow(depth) }
    }
  }

  /** At most once a frame. */
  function move(event: PointerEvent): void {
    if (drag?.pointerId === event.pointerId) {
      const window = draggedWindow(drag, event.clientX - drag.x, event.clientY - drag.y)
      cancelAnimationFrame(request)
      request = requestAnimationFrame(() => {
        useWindowState.setState({ isDragged: true })
        tryWindow(window)
      })
    }
  }

  function letGo(): void {
    if (drag !== null) {
      drag = null
      useWindowState.setState({ isDragged: false })
    }
  }

  function end(event: PointerEvent): void {
    if (drag?.pointerId === event.pointerId) {
      cancelAnimationFrame(request)
      const [right, down] = [event.clientX - drag.x, event.clientY - drag.y]
      if (event.type === 'pointerup' && (right !== 0 || down !== 0)) {
        tryWindow(draggedWindow(drag, right, down))
      }
      letGo()
      keepWindow()
    }
  }

  element.addEventListener('pointerdown', begin, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', end, { signal })
  element.addEventListener('contextmenu', (event) => keepMenuAway(event, isFree), { signal })
  return () => {
    listening.abort()
    cancelAnimationFrame(request)
    letGo()
  }
}

/** The button is taken by the window. */
function keepMenuAway(event: Event, isFree: () => boolean): void {
  if (isFree() && presentDepth() !== null) {
    event.preventDefault()
  }
}

/** @param right and `down`: CSS pixels of the drag */
function draggedWindow({ depth, window }: Drag, right: number, down: number): PairWindow {
  const { level, width } = levelOf(window, depth)
  return windowOf({ level: level + (down / SHIFT) * width, width: width * 2 ** (right / DOUBLING) }, depth)
}
