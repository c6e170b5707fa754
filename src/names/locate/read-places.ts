import type { QueriedPlace, Tagged } from './caption-query'
import type { ReadClause } from './clause'
import type { NounPhrase } from './noun-phrases'

interface PlaceGroup {
  readonly place: QueriedPlace
  readonly role: 'at' | 'from' | 'to'
  /** Whether it is a direction alone. */
  readonly isCourse: boolean
}

/** Where a clause says that something is, and was. @param items its words that say something */
export function readPlaces(
  items: readonly Tagged[],
  phrases: readonly NounPhrase[],
  isMove: boolean,
): Pick<ReadClause, 'place' | 'from' | 'isCourse'> {
  const groups = groupsOf(items, phrases).filter(({ isCourse }) => isMove || !isCourse)
  const from = isMove ? (groups.find(({ role }) => role === 'from')?.place ?? null) : null
  const others = groups.filter(({ role }) => !isMove || role !== 'from')
  const at = others.find(({ role }) => role === 'to') ?? others.at(0)
  return {
    place: at?.place ?? null,
    from,
    isCourse: isMove && at !== undefined && from === null && (at.isCourse || at.role === 'to'),
  }
}

/** Words for places beside each other are one place: "top left". */
function groupsOf(items: readonly Tagged[], phrases: readonly NounPhrase[]): PlaceGroup[] {
  const groups: PlaceGroup[] = []
  let role: PlaceGroup['role'] = 'at'
  let isOpen = false
  items.forEach(({ tag }, at) => {
    const isRelative = phrases.some((phrase) => phrase.role === 'landmark' && phrase.at === at - 1)
    if (tag.is === 'place' || tag.is === 'course') {
      // "桌子上": a place of the landmark
      if (isRelative && items[at - 1]?.end === items[at].start) {
        return
      }
      const last = isOpen ? groups.pop() : undefined
      const isCourse = tag.is === 'course' && (last?.isCourse ?? true)
      const side = tag.is === 'course' ? 'to' : role
      groups.push({ place: together(last?.place ?? null, tag), role: last?.role ?? side, isCourse })
      isOpen = true
      return
    }
    isOpen = isOpen && (tag.is === 'in' || tag.is === 'unknown')
    role = tag.is === 'from' || tag.is === 'to' ? tag.is : isOpen ? role : 'at'
  })
  return groups
}

/** "Centre" leaves the other direction to other words: "top centre", "centre left". */
function together(one: QueriedPlace | null, { column, row }: QueriedPlace): QueriedPlace {
  return one === null ? { column, row } : { column: nearer(one.column, column), row: nearer(one.row, row) }
}

function nearer<T extends string>(one: T | null, other: T | null): T | null {
  return one === null || (one === 'centre' && other !== null) ? other : one
}
