/** Meaning of a turn of the wheel. */
export type WheelIntent = { type: 'zoom'; factor: number } | { type: 'pan'; right: number; down: number }

export interface WheelTurn {
  deltaX: number
  deltaY: number
  /** 0 pixels, 1 lines, 2 pages. */
  deltaMode: number
  /** 120 for each notch of a wheel, by Chromium's count; three times the pixels for a touchpad. */
  wheelDeltaY: number
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

const LINE_PIXELS = 16
const NOTCH = 120
const LARGEST_PINCH = 100
const ZOOM_PER_NOTCH = 1.25

/**
 * A pinch arrives as a wheel with Ctrl, and zooms. A wheel with notches zooms too; two fingers on a touchpad pan.
 * @param previous the turn just before: the meaning does not change in the middle of a movement
 */
export function wheelIntent(
  turn: WheelTurn,
  pixelRatio: number,
  previous: WheelIntent['type'] | null,
): WheelIntent {
  const unit = turn.deltaMode === 0 ? 1 : LINE_PIXELS
  const x = turn.deltaX * unit
  const y = turn.deltaY * unit
  const hasNotches = isNotched(turn, pixelRatio)
  if (turn.ctrlKey || turn.metaKey) {
    const limited = Math.max(-LARGEST_PINCH, Math.min(LARGEST_PINCH, y))
    return { type: 'zoom', factor: hasNotches ? ZOOM_PER_NOTCH ** -Math.sign(y) : Math.exp(-limited * 0.01) }
  }
  if (turn.shiftKey) {
    return { type: 'pan', right: x === 0 ? -y : -x, down: 0 }
  }
  const isZoom = previous === null ? hasNotches : previous === 'zoom'
  return isZoom && y !== 0
    ? { type: 'zoom', factor: ZOOM_PER_NOTCH ** -Math.sign(y) }
    : { type: 'pan', right: -x, down: -y }
}

/** Straight up or down, by lines or by whole notches; some systems divide these by the pixel ratio. */
function isNotched({ deltaX, deltaMode, wheelDeltaY }: WheelTurn, pixelRatio: number): boolean {
  const counts = [wheelDeltaY, wheelDeltaY * pixelRatio].map((count) => Math.round(count * 100) / 100)
  return (
    deltaX === 0 && (deltaMode !== 0 || (wheelDeltaY !== 0 && counts.some((count) => count % NOTCH === 0)))
  )
}
