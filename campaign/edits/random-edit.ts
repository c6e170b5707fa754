import type { Change, Diff } from '../../src/domain/diff'
import type { Region } from '../../src/domain/document'
import type { Random } from '../random'
import type { Content, KnownRegion } from './content'
import { flipped, rleOf } from './pixels'
import type { Pixels } from './pixels'
import type { Size } from '../../src/mask/bitmap'

/** One change: as it is sent, and what the pair holds after it. */
interface RandomChange {
  change: Change
  after: Content
}

const WORDS = [
  'a house',
  'the lorry',
  'is gone',
  '🏠',
  'שלום',
  '"quoted"',
  '__proto__',
  'null',
  'e\u0301',
  '\n',
  "';--",
]
const CATEGORIES = ['building', 'car', '__proto__', 'constructor', 'Straße', '变化', 'a "b"']
const PERSON = { kind: 'person' } as const

/** One to four changes that fit the content, as one edit. */
export function randomDiff(random: Random, content: Content, size: Size): { diff: Diff; after: Content } {
  const diff: Diff = []
  let after = content
  const count = random.chance(0.7) ? 1 : random.between(2, 4)
  for (let index = 0; index < count; index += 1) {
    const step = randomChange(random, after, size)
    diff.push(step.change)
    ;({ after } = step)
  }
  return { diff, after }
}

function randomChange(random: Random, content: Content, size: Size): RandomChange {
  const { captions, regions } = content
  const makers = [addCaption, addRegion, setNotes]
  if (captions.length > 0) {
    makers.push(
      setCaption,
      setCaption,
      ...(captions.length > 6 ? [removeCaption, removeCaption] : [removeCaption]),
    )
  }
  if (regions.length > 0) {
    makers.push(
      paint,
      paint,
      paint,
      setRegion,
      ...(regions.length > 6 ? [removeRegion, removeRegion] : [removeRegion]),
    )
  }
  return random.pick(makers)(random, content, size)
}

function textFrom(random: Random): string {
  return Array.from({ length: random.between(1, 6) }, () => random.pick(WORDS)).join(' ')
}

function newId(random: Random): string {
  return `${random.chance(0.05) ? '__proto__' : 'made'}-${random.below(2 ** 32)}-${random.below(2 ** 32)}`
}

function captionOf({
  id,
  text,
}: Content['captions'][number]): Extract<Change, { type: 'caption.add' }>['caption'] {
  return { id, text, rank: 0, source: PERSON, logProbability: null }
}

function addCaption(random: Random, content: Content): RandomChange {
  const caption = { id: newId(random), text: textFrom(random) }
  const index = random.below(content.captions.length + 1)
  return {
    change: { type: 'caption.add', caption: captionOf(caption), index },
    after: { ...content, captions: content.captions.toSpliced(index, 0, caption) },
  }
}

function setCaption(random: Random, content: Content): RandomChange {
  const index = random.below(content.captions.length)
  const caption = content.captions[index]
  const text = textFrom(random)
  return {
    change: { type: 'caption.set', captionId: caption.id, from: { text: caption.text }, to: { text } },
    after: { ...content, captions: content.captions.with(index, { ...caption, text }) },
  }
}

function removeCaption(random: Random, content: Content): RandomChange {
  const index = random.below(content.captions.length)
  return {
    change: { type: 'caption.remove', caption: captionOf(content.captions[index]), index },
    after: { ...content, captions: content.captions.toSpliced(index, 1) },
  }
}

function setNotes(random: Random, content: Content): RandomChange {
  const notes = textFrom(random)
  return {
    change: { type: 'review.set', from: { notes: content.notes }, to: { notes } },
    after: { ...content, notes },
  }
}

function regionOf({ id, category, status, after, before }: KnownRegion, { width, height }: Size): Region {
  return {
    id,
    category,
    status,
    mask: rleOf(after, width, height),
    beforeMask: before.size === 0 ? null : rleOf(before, width, height),
    source: PERSON,
    score: null,
  }
}

/** A rectangle, or pixels here and there. */
function stroke(random: Random, { width, height }: Size): Pixels {
  if (random.chance(0.3)) {
    return new Set(Array.from({ length: random.between(1, 30) }, () => random.below(width * height)))
  }
  const [left, top] = [random.below(width), random.below(height)]
  const [right, bottom] = [random.between(left, width - 1), random.between(top, height - 1)]
  const pixels = new Set<number>()
  for (let x = left; x <= right; x += 1) {
    for (let y = top; y <= bottom; y += 1) {
      pixels.add(x * height + y)
    }
  }
  return pixels
}

function addRegion(random: Random, content: Content, size: Size): RandomChange {
  const region: KnownRegion = {
    id: newId(random),
    category: random.pick(CATEGORIES),
    status: random.pick(['proposed', 'accepted', 'rejected']),
    after: stroke(random, size),
    before: random.chance(0.3) ? stroke(random, size) : new Set(),
  }
  const index = random.below(content.regions.length + 1)
  return {
    change: { type: 'region.add', region: regionOf(region, size), index },
    after: { ...content, regions: content.regions.toSpliced(index, 0, region) },
  }
}

function removeRegion(random: Random, content: Content, size: Size): RandomChange {
  const index = random.below(content.regions.length)
  return {
    change: { type: 'region.remove', region: regionOf(content.regions[index], size), index },
    after: { ...content, regions: content.regions.toSpliced(index, 1) },
  }
}

function setRegion(random: Random, content: Content): RandomChange {
  const index = random.below(content.regions.length)
  const { id, category, status } = content.regions[index]
  const from = random.chance(0.5) ? { category } : { status }
  const to: Partial<Pick<KnownRegion, 'category' | 'status'>> =
    'category' in from
      ? { category: random.pick(CATEGORIES) }
      : { status: random.pick(['proposed', 'accepted', 'rejected']) }
  return {
    change: { type: 'region.set', regionId: id, from, to },
    after: {
      ...content,
      regions: content.regions.with(index, { ...content.regions[index], ...to, isByDecision: false }),
    },
  }
}

function paint(random: Random, content: Content, size: Size): RandomChange {
  const index = random.below(content.regions.length)
  const region = content.regions[index]
  const flips = stroke(random, size)
  const frame = random.chance(0.7) ? 'after' : 'before'
  return {
    change: { type: 'region.mask', regionId: region.id, frame, flip: rleOf(flips, size.width, size.height) },
    after: {
      ...content,
      regions: content.regions.with(index, {
        ...region,
        [frame]: flipped(region[frame], flips),
        isByDecision: false,
      }),
    },
  }
}
