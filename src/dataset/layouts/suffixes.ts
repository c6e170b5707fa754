import type { LeftOut } from '../../contract/project'
import { emptyReading } from '../reading'
import type { DiscoveredPair, ReadingBuilder } from '../reading'
import type { Scan, ScannedImage } from '../scan'
import { splitOf } from '../split-names'
import { isLabelFolder } from './folders'
import type { LabelIndex } from './folders'
import { message } from '../../messages/message'
import type { Message } from '../../messages/message'

/** Two names in one folder that differ by their last word; lower case. */
interface SuffixLayout {
  id: string
  title: Message
  /** `''`: the before name is the after name without its word. */
  before: string
  after: string
  /** Long words may stand alone or without a separator: `before.png`, `sitebefore.png`. */
  isLong: boolean
}

function layout(before: string, after: string, isLong: boolean): SuffixLayout {
  const title = message('readings.suffixes', { before: `_${before}`, after: `_${after}` })
  return { id: `suffix-${before}-${after}`, title, before, after, isLong }
}

const layouts: readonly SuffixLayout[] = [
  layout('before', 'after', true),
  layout('vorher', 'nachher', true),
  layout('前', '后', true),
  layout('old', 'new', false),
  layout('temp', 'test', false),
  layout('pre', 'post', false),
  layout('t1', 't2', false),
  layout('im1', 'im2', false),
  layout('a', 'b', false),
  layout('0', '1', false),
  layout('1', '2', false),
  // Spot-the-Diff
  { id: 'suffix-2', title: message('readings.suffixTwo'), before: '', after: '2', isLong: false },
]

/** Whether it tells its sides by a number or a letter, which may as well count tiles, slices or versions. */
export function isEndOfName(readingId: string): boolean {
  return /^suffix-(?:t1-t2|im1-im2|a-b|0-1|1-2|2)$/.test(readingId)
}

/** Pairs that lie in one folder, told apart by the end of their names. */
export function readSuffixLayouts(scan: Scan, labels: LabelIndex): ReadingBuilder[] {
  const folders = scan.folders.filter((folder) => !isLabelFolder(folder))
  return layouts.map((candidate) => {
    const builder = emptyReading(candidate.id, candidate.title)
    for (const folder of folders) {
      readFolder(candidate, folder, scan.imagesIn.get(folder) ?? [], labels, builder)
    }
    return builder
  })
}

function readFolder(
  { before, after, isLong }: SuffixLayout,
  folder: string,
  images: readonly ScannedImage[],
  labels: LabelIndex,
  builder: ReadingBuilder,
): void {
  const lefts = new Map<string, ScannedImage>()
  const rights: { name: string; image: ScannedImage }[] = []
  for (const image of images) {
    const leftName = nameBefore(image.stem, before, isLong)
    const rightName = nameBefore(image.stem, after, isLong)
    if (rightName !== null) {
      rights.push({ name: rightName, image })
    }
    if (leftName !== null && (before !== '' || rightName === null)) {
      lefts.set(leftName, image)
    }
  }
  const alone: LeftOut[] = []
  for (const { name, image } of rights) {
    const left = lefts.get(name)
    if (left === undefined) {
      alone.push({ path: image.path, reason: message('readings.noneBeside', { name: `${name}${before}` }) })
    } else {
      lefts.delete(name)
      builder.pairs.push(pairOf(folder, name, left, image, labels))
    }
  }
  if (before !== '') {
    alone.push(...aloneOn(lefts, after))
  }
  if (builder.pairs.length > 0) {
    builder.leftOut.push(...alone)
  }
}

function aloneOn(lefts: ReadonlyMap<string, ScannedImage>, after: string): LeftOut[] {
  return [...lefts].map(([name, { path }]) => ({
    path,
    reason: message('readings.noneBeside', { name: `${name}${after}` }),
  }))
}

/** The name without its last word, separator kept; null where it does not end in the word. */
function nameBefore(stem: string, word: string, isLong: boolean): string | null {
  if (word === '') {
    return `${stem}_`
  }
  if (!stem.toLowerCase().endsWith(word)) {
    return null
  }
  const name = stem.slice(0, -word.length)
  return isLong || /.[_\-. ]$/.test(name) ? name : null
}

function pairOf(
  folder: string,
  name: string,
  before: ScannedImage,
  after: ScannedImage,
  labels: LabelIndex,
): DiscoveredPair {
  const base = name.replace(/[_\-. ]$/, '')
  const key = [folder, base].filter((part) => part !== '').join('/')
  return {
    key: key === '' ? 'pair' : key,
    split: splitOf(folder),
    before: before.path,
    after: after.path,
    label: labels.find(
      folder,
      [base, after.stem, before.stem].filter((stem) => stem !== ''),
    ),
    caption: null,
  }
}
