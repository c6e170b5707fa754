import { colourName, luma } from '../../colour'
import type { MeasuredChange } from './caption-grammar'

/** Number of changes that the pair's caption describes one by one; of the rest it has the number. */
const MAX_CLAUSES = 3
/** From this share on, the place of a change is the whole view. */
const WHOLE_VIEW = 0.5

const NO_CHANGE = 'No change was found.'

/** One region in one sentence, from what was measured alone. */
export function regionSentence(measurement: MeasuredChange): string {
  return sentence([`${clause(measurement, 1)} (${percent(measurement.share)} of the image)`])
}

/** The largest changes in one sentence, the others as a number. */
export function pairSentence(measurements: readonly MeasuredChange[]): string {
  if (measurements.length === 0) {
    return NO_CHANGE
  }
  const ordered = measurements.toSorted((a, b) => b.area - a.area)
  if (ordered.length === 1) {
    return regionSentence(ordered[0])
  }
  const groups = grouped(ordered)
  const described = groups.slice(0, MAX_CLAUSES)
  const left = ordered.length - described.reduce((sum, { count }) => sum + count, 0)
  const clauses = described.map(({ measurement, count }) => clause(measurement, count))
  return sentence(left === 0 ? clauses : [...clauses, counted(left)])
}

interface Group {
  measurement: MeasuredChange
  count: number
}

/** Changes of equal text are grouped, with their number; in order of the largest of each. */
function grouped(ordered: readonly MeasuredChange[]): Group[] {
  const groups = new Map<string, Group>()
  for (const measurement of ordered) {
    const group = groups.get(clause(measurement, 1)) ?? { measurement, count: 0 }
    group.count += 1
    groups.set(clause(measurement, 1), group)
  }
  return [...groups.values()]
}

function counted(left: number): string {
  return left === 1 ? 'there is one smaller change' : `there are ${left} smaller changes`
}

function clause(measurement: MeasuredChange, count: number): string {
  const { kind, share, before, after, from } = measurement
  if (share > WHOLE_VIEW) {
    return `most of the view ${turned(measurement)}`
  }
  const position = positionPhrases(measurement)
  if (kind === 'appeared') {
    return `${countPhrase(count, `${colourName(after)} object`)} appeared ${position.at}`
  }
  if (kind === 'vanished') {
    return `${countPhrase(count, `${colourName(before)} object`)} vanished from ${position.from}`
  }
  if (kind === 'moved' && from !== undefined) {
    const start = positionPhrases(from).from
    const path = start === position.from ? `within ${start}` : `from ${start} to ${position.from}`
    return `${countPhrase(count, `${colourName(after)} object`)} moved ${path}`
  }
  return `${countPhrase(count, 'area')} ${position.at} ${turned(measurement)}`
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function countPhrase(count: number, name: string): string {
  if (count === 1) {
    return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
  }
  return `${NUMBERS.at(count) ?? count} ${name}s`
}

function turned({ before, after }: MeasuredChange): string {
  const [from, to] = [colourName(before), colourName(after)]
  if (from !== to) {
    return `turned from ${from} to ${to}`
  }
  const step = luma(after) - luma(before)
  if (Math.abs(step) < 8) {
    return 'changed its detail'
  }
  return step > 0 ? 'became brighter' : 'became darker'
}

function positionPhrases({ x, y }: { x: number; y: number }): { at: string; from: string } {
  const column = thirdOf(x, ['left', '', 'right'])
  const row = thirdOf(y, ['upper', '', 'lower'])
  if (row === '' && column === '') {
    return { at: 'in the centre', from: 'the centre' }
  }
  if (row === '') {
    return { at: `on the ${column}`, from: `the ${column}` }
  }
  const name = column === '' ? `${row} centre` : `${row} ${column}`
  return { at: `in the ${name}`, from: `the ${name}` }
}

function thirdOf(position: number, names: readonly [string, string, string]): string {
  return names[Math.min(2, Math.floor(position * 3))]
}

function percent(share: number): string {
  const value = 100 * share
  if (value < 0.1) {
    return 'less than 0.1 %'
  }
  return `${value < 1 ? value.toFixed(1) : Math.round(value)} %`
}

function sentence(clauses: readonly string[]): string {
  const text =
    clauses.length === 1
      ? clauses[0]
      : `${clauses.slice(0, -1).join(', ')}, and ${clauses[clauses.length - 1]}`
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
