import { boxGap, boxIou } from '../../mask/rect'
import type { Place } from '../captions/change-fact'
import type { QueriedPlace, QueriedThing } from './caption-query'
import type { Candidate, Landmark, Surroundings } from './candidate'

const THIRDS = { left: 0, upper: 0, centre: 1, right: 2, lower: 2 } as const

/** Beyond a third of the frame's side by this share of it, nothing speaks for the place. */
const SOFT = 1 / 6
/** What is told in one direction alone is in the middle of the other, but need not be. */
const ACROSS = 0.3

/** How well a candidate lies at a place, -1 to 1; `from`: where it was. */
export function placeDegree(
  place: QueriedPlace,
  { change, box }: Candidate,
  { width, height }: Surroundings,
  isCourse: boolean | 'from',
): number {
  if (isCourse === 'from') {
    return change.from === undefined ? 0 : degreeAt(place, change.from)
  }
  const middle = { x: (box.x + box.width / 2) / width, y: (box.y + box.height / 2) / height }
  const degree = Math.max(degreeAt(place, change), degreeAt(place, middle))
  if (!isCourse) {
    return degree
  }
  return change.from === undefined ? degree / 2 : Math.max(degree, courseDegree(place, change.from, change))
}

function degreeAt({ column, row }: QueriedPlace, { x, y }: Place): number {
  const across = axisDegree(x, column)
  const down = axisDegree(y, row)
  if (column !== null && row !== null) {
    return Math.min(across, down)
  }
  const free = column === null ? axisDegree(x, 'centre') : axisDegree(y, 'centre')
  return Math.max(-1, (column === null ? down : across) - (ACROSS * (1 - free)) / 2)
}

function axisDegree(at: number, third: keyof typeof THIRDS | null): number {
  if (third === null) {
    return 1
  }
  const start = THIRDS[third] / 3
  const beyond = Math.max(start - at, at - start - 1 / 3, 0)
  return Math.max(-1, 1 - beyond / SOFT)
}

/** Whether something went in a direction. */
function courseDegree({ column, row }: QueriedPlace, from: Place, to: Place): number {
  const across = column === 'left' ? from.x - to.x : column === 'right' ? to.x - from.x : 0
  const down = row === 'upper' ? from.y - to.y : row === 'lower' ? to.y - from.y : 0
  return across + down > 0 ? 1 : -1
}

/** Shares of the frame's diagonal between the borders: near up to the first, apart from the second on. */
const GAP = { near: 0.03, apart: 0.2 } as const
/** A box that is so much the candidate's own is no landmark. */
const OWN_BOX = 0.5

/** How near a candidate is to a thing, -1 to 1; null where no such thing is seen. */
export function nearDegree(
  near: QueriedThing,
  { box }: Candidate,
  { landmarks, width, height }: Surroundings,
): number | null {
  const kinds = landmarks.filter((one) => near.kinds.includes(one.name) && boxIou(one.box, box) < OWN_BOX)
  const coloured = kinds.filter((one) => isColoured(one, near))
  const meant = coloured.length === 0 ? kinds : coloured
  if (meant.length === 0) {
    return null
  }
  const gap = Math.min(...meant.map((one) => boxGap(one.box, box))) / Math.hypot(width, height)
  return Math.max(-1, Math.min(1, 1 - (2 * (gap - GAP.near)) / (GAP.apart - GAP.near)))
}

function isColoured({ colour }: Landmark, { colours }: QueriedThing): boolean {
  return colours.length === 0 || (colour !== null && colours.includes(colour))
}
