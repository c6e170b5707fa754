import { message } from '../../messages/message'
import { parentOf } from '../parent-of'
import { emptyReading } from '../reading'
import type { ReadingBuilder } from '../reading'
import type { Scan } from '../scan'
import { splitOf } from '../split-names'
import { isLabelFolder, isPlainSide, matchFolders } from './folders'
import type { LabelIndex } from './folders'

/** Words of before and after in the names of two sibling folders whose names are equal otherwise; lower case. */
const SIDE_WORDS: readonly (readonly [before: string, after: string])[] = [
  ['before', 'after'],
  ['pre', 'post'],
  ['old', 'new'],
  ['vorher', 'nachher'],
  ['davor', 'danach'],
  ['vor', 'nach'],
  ['alt', 'neu'],
  ['前', '后'],
  ['旧', '新'],
]

/** Pairs of equal names in two folders as `site_before` and `site_after`, `vorher` and `nachher`, or `检修前` and `检修后`. */
export function readWordFolders(scan: Scan, labels: LabelIndex): ReadingBuilder {
  const present = new Map(scan.folders.map((folder) => [folder.toLowerCase(), folder]))
  const sides = scan.folders.flatMap((before) => {
    const parent = parentOf(before)
    const names = isPlainSide(before) ? [] : afterNames(lastOf(before).toLowerCase())
    const after = names
      .map((name) => present.get((parent === '' ? name : `${parent}/${name}`).toLowerCase()))
      .find((folder) => folder !== undefined)
    return after === undefined ? [] : [{ before, after }]
  })
  return readSides('word-folders', sides, scan, labels)
}

/** Names of the after folder that a name of a before folder goes with. */
function afterNames(name: string): string[] {
  return SIDE_WORDS.flatMap(([before, after]) => {
    const isLatin = /^[a-z]/.test(before)
    const word = isLatin ? new RegExp(`(?<![a-z])${before}(?![a-z])`, 'g') : new RegExp(before, 'g')
    return [...name.matchAll(word)].map(
      ({ index }) => name.slice(0, index) + after + name.slice(index + before.length),
    )
  })
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

function lastOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1)
}
