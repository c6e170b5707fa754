import type { NameWords } from '../contract/names'
import { UNNAMED } from '../domain/document'
import type { Region, RegionName } from '../domain/document'
import type { Rect } from '../mask/bitmap'
import type { Rle } from '../mask/rle'
import type { ClaimedNames, NamedChange, RegionChange } from './claim'
import { joinMasks } from './name-claims'
import { otherWords, wordFor } from './coco-names'
import type { TaughtName } from './taught-names'
import type { MessageText } from '../messages/message'
import { message } from '../messages/message'

export interface NamingInput {
  readonly regions: readonly Region[]
  /** Of each region. */
  readonly changes: readonly RegionChange[]
  readonly claimed: ClaimedNames
  readonly words: NameWords
  /** Names by examples, by region id. */
  readonly taught: ReadonlyMap<string, TaughtName>
}

/** A region as it is named, with what was measured of it. */
export interface MeasuredRegion {
  readonly region: Region
  readonly change: RegionChange
  /** Null where the detector says nothing. */
  readonly named: NamedChange | null
}

export interface NamedRegions {
  /** Named or not, in the order of their first regions. */
  readonly things: readonly MeasuredRegion[]
  /** For the user: what was joined. */
  readonly remarks: readonly MessageText[]
}

/**
 * Gives regions their names. Regions of one thing are joined; what a moved thing left is part of it. A name is the
 * region's category where it has none of its own. What people taught goes before what the detector says.
 */
export function nameRegions(input: NamingInput): NamedRegions {
  const named = input.claimed.changes.filter(({ claim }) => wordFor(input.words, claim.name) !== null)
  const parts = new Set(named.flatMap(({ regions, origin }) => [...regions.slice(1), ...asList(origin)]))
  const remarks: MessageText[] = []
  const things = input.regions.flatMap((_, index): MeasuredRegion[] => {
    if (parts.has(index)) {
      return []
    }
    const own = named.find(({ regions }) => regions[0] === index) ?? null
    const thing = own === null ? thingOf(input, index) : joined(input, own)
    const name = nameOf(input, index, own)
    if (own !== null && own.regions.length > 1) {
      const count = own.regions.length
      remarks.push(
        name === null
          ? message('proposals.joinedUnnamed', { count })
          : message('proposals.joined', { count, thing: name.word }),
      )
    }
    const isTaught = input.taught.has(thing.region.id)
    return [{ ...thing, named: isTaught ? null : thing.named, region: withName(thing.region, name) }]
  })
  return { things, remarks }
}

const asList = (index: number | null): number[] => (index === null ? [] : [index])

function thingOf({ regions, changes }: NamingInput, index: number): MeasuredRegion {
  return { region: regions[index], change: changes[index], named: null }
}

function withName(region: Region, name: RegionName | null): Region {
  if (name === null) {
    return region
  }
  return { ...region, name, category: region.category === UNNAMED ? name.word : region.category }
}

/** One region of a thing's parts, as large as they are together. */
function joined({ regions, changes }: NamingInput, named: NamedChange): MeasuredRegion {
  const { regions: indexes, origin, claim } = named
  const members = indexes.map((index) => ({ region: regions[index], change: changes[index] }))
  const [first] = members
  const left = origin === null ? null : { region: regions[origin], change: changes[origin] }
  const from =
    left === null ? middleOf(claim.from, first.region.mask) : { x: left.change.x, y: left.change.y }
  const moved = from === null ? first.change : { ...first.change, from }
  if (members.length === 1 && left === null) {
    return { ...first, change: moved, named }
  }
  const masks = members.map(({ region }) => region.mask)
  const before = [...members, ...(left === null ? [] : [left])].map(({ region }) => region)
  const share = members.reduce((sum, { change }) => sum + change.share, 0)
  const mean = (of: (change: RegionChange) => number): number =>
    members.reduce((sum, { change }) => sum + of(change) * change.share, 0) / share
  return {
    region: {
      ...first.region,
      mask: joinMasks(masks),
      beforeMask: claim.kind === 'moved' && left !== null ? beforePlace(left.region) : unionOf(before),
      score: Math.max(...members.map(({ region }) => region.score ?? 0)),
      parts: before.map(({ mask, beforeMask }) => ({ mask, beforeMask })),
    },
    change: { ...moved, share, x: mean(({ x }) => x), y: mean(({ y }) => y) },
    named,
  }
}

/** Of a box in the before image, as a share of its sides; frames that do not lie on each other differ by little. */
function middleOf(box: Rect | undefined, { size: [height, width] }: Rle): { x: number; y: number } | null {
  return box === undefined
    ? null
    : { x: (box.x + box.width / 2) / width, y: (box.y + box.height / 2) / height }
}

/** Where what is gone was; the mask of the after frame where the frames lie on each other. */
function beforePlace({ mask, beforeMask }: Region): Rle {
  return beforeMask ?? mask
}

function unionOf(regions: readonly Region[]): Rle | null {
  const masks = regions.flatMap(({ beforeMask }) => (beforeMask === null ? [] : [beforeMask]))
  return masks.length === 0 ? null : joinMasks(masks)
}

function nameOf(input: NamingInput, index: number, own: NamedChange | null): RegionName | null {
  const taught = input.taught.get(input.regions[index].id)
  const seen = own === null ? null : detected(input, own)
  if (taught === undefined) {
    return seen
  }
  const { word, score, like, of, others } = taught
  const kind = seen?.kind ?? (input.changes[index].kind === 'vanished' ? 'vanished' : 'appeared')
  const alternatives = [...(seen === null ? [] : [{ word: seen.word, score: seen.score }]), ...others]
  return {
    word,
    score,
    kind,
    seen: seen?.seen ?? null,
    why: message('seen.taught', { count: like, total: of }),
    others: alternatives.filter((other) => other.word !== word).slice(0, 8),
  }
}

function detected({ words }: NamingInput, { claim, others }: NamedChange): RegionName | null {
  const word = wordFor(words, claim.name)
  if (word === null) {
    return null
  }
  const former = claim.former === undefined ? null : wordFor(words, claim.former)
  // what it replaced has no word in this project: it appeared
  const kind = claim.kind === 'replaced' && former === null ? 'appeared' : claim.kind
  return {
    word,
    score: claim.score,
    kind,
    ...(former === null ? {} : { former }),
    seen: { frame: claim.frame, box: claim.box },
    why: claim.why,
    others: otherWords(others, words, word),
  }
}
