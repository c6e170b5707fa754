/** What a turn of the wheel means. */
export type WheelIntent = { type: 'zoom'; factor: number } | { type: 'pan'; right: number; down: number }

interface WheelTurn {
  deltaX: number
  deltaY: number
  /** 0 pixels, 1 lines, 2 pages. */
  deltaMode: number
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

const linePixels = 16
const notch = 100
const zoomPerNotch = 1.25

/**
 * A pinch arrives as a wheel with Ctrl, and zooms. A wheel with notches moves down or up only, by lines or by
 * a hundred pixels or more at once, and zooms too; anything finer is two fingers on a touchpad, and pans.
 */
export function wheelIntent(turn: WheelTurn): WheelIntent {
  const unit = turn.deltaMode === 0 ? 1 : linePixels
  const x = turn.deltaX * unit
  const y = turn.deltaY * unit
  if (turn.ctrlKey || turn.metaKey) {
    const limited = Math.max(-notch, Math.min(notch, y))
    const isNotch = Math.abs(y) >= notch
    return { type: 'zoom', factor: isNotch ? zoomPerNotch ** -Math.sign(y) : Math.exp(-limited * 0.01) }
  }
  if (turn.shiftKey) {
    return { type: 'pan', right: x === 0 ? -y : -x, down: 0 }
  }
  const isNotched =
    turn.deltaX === 0 && (turn.deltaMode !== 0 || (Math.abs(y) >= notch && Number.isInteger(y)))
  return isNotched
    ? { type: 'zoom', factor: zoomPerNotch ** -Math.sign(y) }
    : { type: 'pan', right: -x, down: -y }
}
