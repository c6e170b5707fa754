import type { Place } from './change-fact'

/** Of the frame's sides: what moves less keeps its place, and its direction alone is told. */
const SHORT_MOVE = 0.1
const TINY_MOVE = 0.02

const ROWS = ['upper', '', 'lower'] as const
const COLUMNS = ['left', '', 'right'] as const

/** Of nine: "left", "upper right", "top". */
function placeName({ x, y }: Place): string {
  const [row, column] = [thirdOf(y, ROWS), thirdOf(x, COLUMNS)]
  if (row !== '' && column !== '') {
    return `${row} ${column}`
  }
  if (column !== '') {
    return column
  }
  return { upper: 'top', '': 'centre', lower: 'bottom' }[row]
}

/** "on the left", "in the upper right", "at the top". */
export function atPlace(place: Place): string {
  const name = placeName(place)
  if (name === 'left' || name === 'right') {
    return `on the ${name}`
  }
  return `${name === 'top' || name === 'bottom' ? 'at' : 'in'} the ${name}`
}

export function fromPlace(place: Place): string {
  return `from the ${placeName(place)}`
}

/** Where something went: between two thirds, or in which direction. */
export function pathOf(from: Place, to: Place): string {
  const [start, end] = [placeName(from), placeName(to)]
  return isShortMove(from, to) ? direction(from, to) : `from the ${start} to the ${end}`
}

export function isShortMove(from: Place, to: Place): boolean {
  return placeName(from) === placeName(to) || distance(from, to) < SHORT_MOVE
}

function direction(from: Place, to: Place): string {
  if (distance(from, to) < TINY_MOVE) {
    return 'a little'
  }
  const [right, down] = [to.x - from.x, to.y - from.y]
  if (Math.abs(right) >= Math.abs(down)) {
    return right > 0 ? 'to the right' : 'to the left'
  }
  return down > 0 ? 'down' : 'up'
}

const distance = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y)

function thirdOf<T>(position: number, names: readonly [T, T, T]): T {
  return names[Math.max(0, Math.min(2, Math.floor(position * 3)))]
}
