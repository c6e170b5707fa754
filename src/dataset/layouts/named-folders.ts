import { message } from '../../messages/message'
import { lastOf, parentOf } from '../parent-of'
import { emptyReading } from '../reading'
import type { ReadingBuilder } from '../reading'
import type { Scan } from '../scan'
import { splitOf } from '../split-names'
import { isLabelFolder, isPlainSide, matchFolders } from './folders'
import type { LabelIndex } from './folders'

/** Words of before and after in the names of two sibling folders whose names are equal otherwise; lower case. */
const SIDE_WORDS = [
  ['before', 'after'],
  ['pre', 'post'],
  ['old', 'new'],
  ['vorher', 'nachher'],
  ['davor', 'danach'],
  ['vor', 'nach'],
  ['alt', 'neu'],
  ['前', '后'],
  ['旧', '新'],
].map(([before, after]) => ({ pattern: wordPattern(before), before, after }))

/** A Latin word stands alone; Chinese has no blanks. */
function wordPattern(word: string): RegExp {
  return /^[a-z]/.test(word) ? new RegExp(`(?<![a-z])${word}(?![a-z])`, 'g') : new RegExp(word, 'g')
}

/** Pairs of equal names in two folders as `site_before` and `site_after`, `vorher` and `nachher`, or `检修前` and `检修后`. */
export function readWordFolders(scan: Scan, labels: LabelIndex): ReadingBuilder {
  const sides = scan.folders.flatMap((before) => {
    const names = isPlainSide(before) ? [] : afterNames(lastOf(before).toLowerCase())
    // most folders are called otherwise, and there may be 100,000
    const beside = names.length === 0 ? [] : (scan.foldersIn.get(parentOf(before)) ?? [])
    const after = beside.find((folder) => names.includes(lastOf(folder).toLowerCase()))
    return after === undefined ? [] : [{ before, after }]
  })
  return readSides('word-folders', sides, scan, labels)
}

/** Names of the after folder that a name of a before folder goes with. */
function afterNames(name: string): string[] {
  return SIDE_WORDS.filter(({ before }) => name.includes(before)).flatMap(({ pattern, before, after }) =>
    Array.from(
      name.matchAll(pattern),
      ({ index }) => name.slice(0, index) + after + name.slice(index + before.length),
    ),
  )
}

const TWO_FOLDERS = 'two-folders'
const TWO_FOLDERS_TURNED = 'two-folders-turned'

/** Whether names do not tell which side is the before one, so that a person has to. */
export function isGuess(readingId: string): boolean {
  return readingId === TWO_FOLDERS || readingId === TWO_FOLDERS_TURNED
}

/** What else two folders with equal names are, which are no sides of pairs. */
const OTHER_FOLDERS =
  /^(?:images?|imgs?|pictures?|annotations?|segmentations?|predictions?|results?|thumbnails?|captions?)$/i
/** Two folders of these are two persons more often than two dates. */
const SCANS = new Set(['dcm', 'nii'])

/** Two folders at the top with whatever names, of which most files are in both: in either order. */
export function readTwoFolders(scan: Scan, labels: LabelIndex): ReadingBuilder[] {
  const tops = (scan.foldersIn.get('') ?? []).filter((folder) => !isLabelFolder(folder))
  const isOther = tops.some((folder) => splitOf(folder) !== null || OTHER_FOLDERS.test(folder))
  if (tops.length !== 2 || isOther || scan.images.some(({ extension }) => SCANS.has(extension))) {
    return []
  }
  const [first, second] = tops
  return [
    readSides(TWO_FOLDERS, [{ before: first, after: second }], scan, labels),
    readSides(TWO_FOLDERS_TURNED, [{ before: second, after: first }], scan, labels),
  ].filter(({ pairs, leftOut }) => pairs.length > 0 && pairs.length * 2 >= leftOut.length)
}

interface Sides {
  before: string
  after: string
}

function readSides(id: string, sides: readonly Sides[], scan: Scan, labels: LabelIndex): ReadingBuilder {
  const { before, after } = sides.at(0) ?? { before: '', after: '' }
  const title = message('readings.sidesInOrder', { before: lastOf(before), after: lastOf(after) })
  const builder = emptyReading(id, title)
  for (const side of sides) {
    matchFolders(side.before, side.after, scan, labels, builder)
  }
  return builder
}
