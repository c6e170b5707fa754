import { withoutPlaces } from '../../views/place-phrases'
import { splitClauses } from '../../text/clauses'
import { isKnownLanguage, namesPlaceInOtherLanguage, namesSide } from './caption-languages'
import type { CorrectedPair } from './corrected-pair'

/** Words before "left" or "right" that mark it as a side and not a verb ("turn left", "the man left"). */
const beforeSideWords = new Set(
  'a,an,the,at,on,in,to,from,its,their,his,her,top,bottom,upper,lower,far,middle,center,centre,front,back,near,and,or'.split(
    ',',
  ),
)
/** Words after "left" or "right" that mark it as a side. */
const afterSideWords = new Set(
  'of,side,corner,edge,half,hand,part,end,and,or,border,portion,section,quarter,third,area'.split(','),
)
/** Words after "left" as a verb, and after "right" where it is no side. */
const afterOtherWords = new Set(
  'the,a,an,its,their,his,her,this,that,these,those,some,behind,angle,angles,angled,away,now'.split(','),
)
const SIDES: Readonly<Record<string, string>> = {
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
const HEIGHTS: Readonly<Record<string, string>> = {
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
const COMPASS: Readonly<Record<string, string>> = {
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
const ROTATION_WORDS = /\b(?:(?:counter|anti)[- ]?)?clockwise\b/gi
/** "left" as what remains. */
const REMAINDER_PATTERN =
  /\b(?:nothing|none|all|anything|everything|little|much|what|that|who|which|it|has|have|had)(?: (?:is|was|are|were|has|have|had|been))* left\b/i
/** Flipped letters or digits would contradict the caption. */
const UNFLIPPABLE_WORDS = /"[^"]+"|\b(?:letters?|words?|text|reads?|written|sign says)\b/i
const NOT_VERTICALLY_FLIPPABLE =
  /\b(?:up|down|upwards?|downwards?|upside|over|under|beneath|(?:north|south)(?:east|west)\w*)\b/i

/**
 * The caption of the horizontally flipped pair, left and right exchanged; null where its words are ambiguous, where it
 * names a side in German or Chinese, and where it is in another language: its words for a side are not known.
 */
export function flipCaptionHorizontally(caption: string): string | null {
  if (UNFLIPPABLE_WORDS.test(caption) || REMAINDER_PATTERN.test(caption)) {
    return null
  }
  if (namesSide(caption, 'across') || !isKnownLanguage(caption)) {
    return null
  }
  const words = caption.match(/[\p{L}'-]+/gu) ?? []
  const isUnclear = words.some((word, at) => {
    const lower = word.toLowerCase()
    if (lower !== 'left' && lower !== 'right') {
      return /^(?:north|south)(?:east|west)/i.test(word)
    }
    const [before, after] = [words.at(at - 1)?.toLowerCase() ?? '', words[at + 1]?.toLowerCase() ?? '']
    if (afterOtherWords.has(after)) {
      return true
    }
    return !((at > 0 && beforeSideWords.has(before)) || afterSideWords.has(after))
  })
  return isUnclear ? null : swapWords(caption, { ...SIDES, ...COMPASS })
}

/** The same of the vertically flipped pair, with top and bottom. */
export function flipCaptionVertically(caption: string): string | null {
  const isAmbiguous = UNFLIPPABLE_WORDS.test(caption) || NOT_VERTICALLY_FLIPPABLE.test(caption)
  return isAmbiguous || namesSide(caption, 'down') || !isKnownLanguage(caption)
    ? null
    : swapWords(caption, HEIGHTS)
}

function swapWords(caption: string, words: Readonly<Record<string, string>>): string {
  const turned = caption.replaceAll(ROTATION_WORDS, (rotation) =>
    matchCase(rotation.toLowerCase() === 'clockwise' ? 'counterclockwise' : 'clockwise', rotation),
  )
  return turned.replaceAll(/\p{L}+/gu, (word) => {
    const other = Object.hasOwn(words, word.toLowerCase()) ? words[word.toLowerCase()] : word
    return word === word.toLowerCase() ? other : matchCase(other, word)
  })
}

function matchCase(word: string, like: string): string {
  if (like === like.toUpperCase()) {
    return word.toUpperCase()
  }
  return /^\p{Lu}/u.test(like) ? word[0].toUpperCase() + word.slice(1) : word
}

/**
 * Captions of some of a pair's regions, without their place in the whole picture, as the proposer captions a window;
 * without those that tell it in German or Chinese. Empty where it is unknown which words describe them.
 * @param inside indices in `item.regions`
 */
export function captionsOfRegions(item: CorrectedPair, inside: readonly number[]): string[] {
  const isAll = inside.length === item.regions.length
  const texts = item.captions.flatMap((caption, index) =>
    isAll ? [caption] : clausesAbout(item, index, new Set(inside)),
  )
  const placeless = texts.map((text) => withoutPlaces(text))
  return [...new Set(placeless.filter((text) => text !== '' && !namesPlaceInOtherLanguage(text)))]
}

function clausesAbout(item: CorrectedPair, caption: number, inside: ReadonlySet<number>): string[] {
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

/** Regions that a clause describes, by its links. */
function regionsOfClause(
  { links }: CorrectedPair,
  caption: number,
  start: number,
  end: number,
): ReadonlySet<number> {
  const linked = links.filter((link) => link.caption === caption)
  const here = linked.filter((link) => link.start < end && link.end > start)
  if (linked.length > 0) {
    return new Set(here.map(({ region }) => region))
  }
  return new Set()
}
