import { groupBy } from '../../../basics/group-by'
import { longDateIn, numberIn, shortDateOf } from './moments'
import type { Moment, NamedMoment } from './moments'

/** Things whose names differ by their date or their number alone. */
export interface MomentGroup<T> {
  /** What their names have in common; empty for names that are dates or numbers. */
  rest: string
  dated: { thing: T; moment: Moment }[]
  /** Their names say a date that there is not. */
  undated: T[]
  isByDate: boolean
}

interface Named<T> extends NamedMoment {
  thing: T
}

/**
 * Groups by the names without their dates; those left are grouped by their last numbers. Digits count as dates where
 * more than half of their group are dates: others are numbers.
 * @param others what has neither a date nor a number in its name, is added here
 */
export function groupByMoment<T>(
  things: readonly T[],
  nameOf: (thing: T) => string,
  others: T[],
): MomentGroup<T>[] {
  const numbered: Named<T>[] = []
  const withDates: Named<T>[] = []
  const toNumbers = (thing: T): void => {
    const found = numberIn(nameOf(thing))
    if (found === null) {
      others.push(thing)
    } else {
      numbered.push({ ...found, thing })
    }
  }
  for (const thing of things) {
    const found = longDateIn(nameOf(thing))
    if (found === null) {
      toNumbers(thing)
    } else {
      withDates.push({ ...found, thing })
    }
  }
  const groups: MomentGroup<T>[] = []
  for (const [rest, members] of groupBy(withDates, (named) => named.rest)) {
    if (areDates(members)) {
      groups.push({ rest, ...parted(members), isByDate: true })
    } else {
      members.forEach(({ thing }) => toNumbers(thing))
    }
  }
  for (const [rest, members] of groupBy(numbered, (named) => named.rest)) {
    groups.push(ofNumbers(rest, members))
  }
  return groups
}

/** All digits of one length that read as years, or as years and months, are dates. */
function ofNumbers<T>(rest: string, members: readonly Named<T>[]): MomentGroup<T> {
  const short = members.flatMap(({ thing, moment }) => {
    const found = shortDateOf(moment?.label ?? '')
    return found === null ? [] : [{ rest, thing, ...found }]
  })
  const lengths = new Set(members.map(({ moment }) => moment?.label.length))
  return short.length === members.length && lengths.size === 1 && areDates(short)
    ? { rest, ...parted(short), isByDate: true }
    : { rest, ...parted(members), isByDate: false }
}

function areDates(members: readonly NamedMoment[]): boolean {
  return members.filter(({ moment }) => moment !== null).length * 2 > members.length
}

function parted<T>(members: readonly Named<T>[]): Pick<MomentGroup<T>, 'dated' | 'undated'> {
  return {
    dated: members.flatMap(({ thing, moment }) => (moment === null ? [] : [{ thing, moment }])),
    undated: members.filter(({ moment }) => moment === null).map(({ thing }) => thing),
  }
}
