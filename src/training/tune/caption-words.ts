import { withoutPlaces } from '../../inference/closer/place'
import { splitClauses } from '../../text/clauses'
import type { TuneItem } from './item'

/** What stands before a side's name where it is a place and no verb ("turn left", "the man left"). */
const leadsToSide = new Set(
  'a,an,the,at,on,in,to,from,its,their,his,her,top,bottom,upper,lower,far,middle,center,centre,front,back,near,and,or'.split(
    ',',
  ),
)
/** What follows it there. */
const followsSide = new Set(
  'of,side,corner,edge,half,hand,part,end,and,or,border,portion,section,quarter,third,area'.split(','),
)
/** What follows "left" where it is a verb, and "right" where it is no side. */
const followsNoSide = new Set(
  'the,a,an,its,their,his,her,this,that,these,those,some,behind,angle,angles,angled,away,now'.split(','),
)
const sides: Readonly<Record<string, string>> = {
  left: 'right',
  right: 'left',
  leftmost: 'rightmost',
  rightmost: 'leftmost',
  lefthand: 'righthand',
  righthand: 'lefthand',
  leftward: 'rightward',
  rightward: 'leftward',
  leftwards: 'rightwards',
  rightwards: 'leftwards',
}
const heights: Readonly<Record<string, string>> = {
  top: 'bottom',
  bottom: 'top',
  upper: 'lower',
  lower: 'upper',
  above: 'below',
  below: 'above',
  north: 'south',
  south: 'north',
  northern: 'southern',
  southern: 'northern',
  northward: 'southward',
  southward: 'northward',
  northwards: 'southwards',
  southwards: 'northwards',
}
const compass: Readonly<Record<string, string>> = {
  east: 'west',
  west: 'east',
  eastern: 'western',
  western: 'eastern',
  eastward: 'westward',
  westward: 'eastward',
  eastwards: 'westwards',
  westwards: 'eastwards',
}
/** Ways of turning, in one word or two. */
const turning = /\b(?:(?:counter|anti)[- ]?)?clockwise\b/gi
/** "left" as what remains. */
const isRest =
  /\b(?:nothing|none|all|anything|everything|little|much|what|that|who|which|it|has|have|had)(?: (?:is|was|are|were|has|have|had|been))* left\b/i
/** Letters or digits in a mirrored picture would not be what the caption says of them. */
const cannotMirror = /"[^"]+"|\b(?:letters?|words?|text|reads?|written|sign says)\b/i
const cannotTurn =
  /\b(?:up|down|upwards?|downwards?|upside|over|under|beneath|(?:north|south)(?:east|west)\w*)\b/i

/** The caption of the mirrored pair, left and right exchanged; null where its words leave that open. */
export function mirrorCaption(caption: string): string | null {
  if (cannotMirror.test(caption) || isRest.test(caption)) return null
  const words = caption.match(/[\p{L}'-]+/gu) ?? []
  const isUnclear = words.some((word, at) => {
    const lower = word.toLowerCase()
    if (lower !== 'left' && lower !== 'right') return /^(?:north|south)(?:east|west)/i.test(word)
    const [before, after] = [words.at(at - 1)?.toLowerCase() ?? '', words[at + 1]?.toLowerCase() ?? '']
    if (followsNoSide.has(after)) return true
    return !((at > 0 && leadsToSide.has(before)) || followsSide.has(after))
  })
  return isUnclear ? null : exchange(caption, { ...sides, ...compass })
}

/** The caption of the pair that is turned upside down; null where its words leave that open. */
export function turnCaption(caption: string): string | null {
  return cannotMirror.test(caption) || cannotTurn.test(caption) ? null : exchange(caption, heights)
}

function exchange(caption: string, words: Readonly<Record<string, string>>): string {
  const turned = caption.replaceAll(turning, (way) =>
    matchCase(way.toLowerCase() === 'clockwise' ? 'counterclockwise' : 'clockwise', way),
  )
  return turned.replaceAll(/\p{L}+/gu, (word) => {
    const other = Object.hasOwn(words, word.toLowerCase()) ? words[word.toLowerCase()] : word
    return word === word.toLowerCase() ? other : matchCase(other, word)
  })
}

function matchCase(word: string, like: string): string {
  if (like === like.toUpperCase()) return word.toUpperCase()
  return /^\p{Lu}/u.test(like) ? word[0].toUpperCase() + word.slice(1) : word
}

/**
 * What captions say of some of a pair's regions, as the proposer lets a window be described: without the place in
 * the whole picture. Nothing where it cannot be told which words are theirs. `inside`: places in `item.regions`.
 */
export function captionsOfPart(item: TuneItem, inside: readonly number[]): string[] {
  const isAll = inside.length === item.regions.length
  const texts = item.captions.flatMap((caption, index) =>
    isAll ? [caption] : clausesAbout(item, index, new Set(inside)),
  )
  return [...new Set(texts.map((text) => withoutPlaces(text)).filter((text) => text !== ''))]
}

function clausesAbout(item: TuneItem, caption: number, inside: ReadonlySet<number>): string[] {
  const text = item.captions[caption]
  const clauses = splitClauses(text).map(({ start, end }) => ({
    start,
    end,
    regions: regionsOfClause(item, caption, start, end),
  }))
  const own = clauses.filter(
    ({ regions }) => regions.size > 0 && [...regions].every((one) => inside.has(one)),
  )
  const named = new Set(own.flatMap(({ regions }) => [...regions]))
  const isWhole = [...inside].every((region) => named.has(region))
  return isWhole && own.length > 0 ? [own.map(({ start, end }) => text.slice(start, end)).join(' and ')] : []
}

/** Regions that a clause speaks of, by its links. */
function regionsOfClause(
  { links }: TuneItem,
  caption: number,
  start: number,
  end: number,
): ReadonlySet<number> {
  const linked = links.filter((link) => link.caption === caption)
  const here = linked.filter((link) => link.start < end && link.end > start)
  if (linked.length > 0) return new Set(here.map(({ region }) => region))
  return new Set()
}
