import { UNNAMED } from '../../domain/document'
import type { Link, Region, RegionName } from '../../domain/document'
import { intersectRle, rleArea, subtractRle } from '../../mask/rle'
import type { NameWords } from '../../contract/names'
import { message } from '../../messages/message'
import type { MessageText } from '../../messages/message'
import { otherWords, wordFor } from '../coco-names'
import { NAMES_MODEL, NAMES_VERSION } from '../rule'
import type { CaptionQuery } from './caption-query'
import type { Candidate } from './candidate'
import type { Choice } from './choose'

export interface LocatedAnswer {
  readonly regions: Region[]
  /** From the words of the caption; `captionId` is empty. */
  readonly links: Link[]
  /** What was not found, for the user. */
  readonly remarks: MessageText[]
}

/** Regions for what was found, with links from the words, and messages for what was not. */
export function locatedAnswer(choices: readonly Choice[], caption: string, words: NameWords): LocatedAnswer {
  const told = new Map<Candidate, CaptionQuery[]>()
  for (const { query, found } of choices) {
    for (const candidate of found) {
      told.set(candidate, [...(told.get(candidate) ?? []), query])
    }
  }
  const chosen = [...told.keys()]
  const regions = chosen.map((candidate, at) => {
    const [first] = told.get(candidate) ?? []
    return regionOf(candidate, first, { words, id: `located-${at + 1}`, others: chosen })
  })
  const links = chosen.flatMap((candidate, at) =>
    (told.get(candidate) ?? []).map(({ start, end }) => ({ start, end, regionId: regions[at].id })),
  )
  return {
    regions,
    links: links.map((link, at) => ({ ...link, id: `located-${at + 1}`, captionId: '' })),
    remarks: remarksOn(choices, caption),
  }
}

interface Placing {
  readonly words: NameWords
  readonly id: string
  readonly others: readonly Candidate[]
}

function regionOf(candidate: Candidate, query: CaptionQuery, { words, id, others }: Placing): Region {
  const { region } = candidate
  const name = ownName(region.name ?? null, words)
  const fits = name !== null && isQueried(candidate, query)
  const category = query.thing.word ?? (fits ? name.word : UNNAMED)
  return {
    ...region,
    id,
    category,
    mask: others.reduce((mask, other) => withoutPart(mask, candidate, other), region.mask),
    status: 'proposed',
    source: { kind: 'model', model: NAMES_MODEL, version: NAMES_VERSION },
    name: name?.word === category ? name : null,
  }
}

/** A part of a region that another thing was found in belongs to that. */
function withoutPart(mask: Region['mask'], own: Candidate, { region }: Candidate): Region['mask'] {
  const isPart =
    region !== own.region &&
    rleArea(region.mask) < rleArea(own.region.mask) &&
    rleArea(intersectRle(region.mask, mask)) > 0
  const rest = isPart ? subtractRle(mask, region.mask) : mask
  return rleArea(rest) === 0 ? mask : rest
}

/** In the project's words; null where the project leaves it out. */
function ownName(name: RegionName | null, words: NameWords): RegionName | null {
  const word = name === null ? null : wordFor(words, name.word)
  if (name === null || word === null) {
    return null
  }
  const { former, others, ...rest } = name
  const formerWord = former === undefined ? null : wordFor(words, former)
  return {
    ...rest,
    word,
    ...(formerWord === null ? {} : { former: formerWord }),
    others: otherWords(
      others.map((other) => ({ name: other.word, score: other.score })),
      words,
      word,
    ),
  }
}

function isQueried({ region, claim }: Candidate, { thing }: CaptionQuery): boolean {
  const name = claim?.name ?? region.name?.word ?? ''
  // somebody's own word for it is not another word
  return thing.isAny || thing.kinds.includes(name)
}

/** One for each thing that was not found, or not in its number. */
function remarksOn(choices: readonly Choice[], caption: string): MessageText[] {
  if (choices.length === 0) {
    return [message('located.notKnown')]
  }
  const remarks = choices.flatMap(({ query, found }) => {
    const said = caption.slice(query.start, query.end)
    if (found.length === 0) {
      return [message('located.nothingFits', { said })]
    }
    const wanted = query.count ?? 1
    return found.length < wanted ? [message('located.fewer', { said, count: found.length, wanted })] : []
  })
  return [...new Map(remarks.map((remark) => [remark.text, remark])).values()]
}
