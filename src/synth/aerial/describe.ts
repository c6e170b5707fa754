import { createPhraseBuilder } from '../blocks/language/phrase'
import type { SyntheticCaption } from '../pair'
import type { Random } from '../random'
import type { AerialView } from './render'

// Captions in the manner of LEVIR-CC.

const TEMPLATE_TRIES = 60

/** How both frames look at the map. */
interface Views {
  readonly beforeView: AerialView
  readonly afterView: AerialView
}

export function describeAerial(
  changes: readonly AerialChange[],
  views: Views,
  random: Random,
): SyntheticCaption[] | null {
  const wanted = random.integer(5, 9)
  const found = new Map<string, SyntheticCaption>()
  for (let attempt = 0; attempt < TEMPLATE_TRIES && found.size < wanted; attempt++) {
    const caption = describeOnce(changes, random)
    found.set(caption.text, caption)
  }
  return found.size < 5 ? null : trueOf(found, views)
}

/** Where more or less than light and season differs, another sentence stands for the one that says so. */
function trueOf(found: ReadonlyMap<string, SyntheticCaption>, views: Views): SyntheticCaption[] {
  const season = nothing(SEASON_ALONE)
  if (!found.has(season.text) || isSeasonAlone(views)) {
    return [...found.values()]
  }
  // after all is drawn, so that the rest of a seed's pair stays; of ten sentences nine at most are taken
  const other = NOTHING.map(nothing).find(({ text }) => !found.has(text)) ?? season
  return Array.from(found.values(), (caption) => (caption.text === season.text ? other : caption))
}

function isSeasonAlone({ beforeView, afterView }: Views): boolean {
  const isCameraThere = afterView.toMap.every((value, at) => value === beforeView.toMap[at])
  return isCameraThere && afterView.season !== beforeView.season
}

function nothing(template: string): SyntheticCaption {
  const out = createPhraseBuilder()
  writeClause(template, [], (part) => out.add(part), out)
  return out.finish()
}

function describeOnce(changes: readonly AerialChange[], random: Random): SyntheticCaption {
  if (changes.length === 0) {
    return nothing(random.pick(NOTHING))
  }
  const out = createPhraseBuilder()
  const order = random.shuffle(changes.map((_, i) => i))
  for (const [n, i] of order.entries()) {
    if (n > 0) {
      out.add('and')
    }
    const change = changes[i]
    const at = change.place !== null && random.chance(0.7) ? change.place : null
    const usable = (TEMPLATES[`${change.category} ${change.action}`] ?? []).filter(
      (template) => change.alongRoad || !template.includes('BY'),
    )
    writeClause(random.pick(usable), [i], (part) => writeSlot(out, part, change, at, random), out)
  }
  return out.finish()
}

function writeSlot(
  out: ReturnType<typeof createPhraseBuilder>,
  part: string,
  change: AerialChange,
  at: Place | null,
  random: Random,
): void {
  const plural = change.count > 1
  switch (part) {
    case 'NOUN':
      return out.add(countNoun(change.count, random))
    case 'IS':
      return out.add(plural ? 'are' : 'is')
    case 'HAS':
      return out.add(plural ? 'have' : 'has')
    case 'AT':
      return at === null ? undefined : out.add(at)
    case 'BY':
      return out.add(random.pick(BY_WORDS))
    default:
      return out.add(part)
  }
}

/** The text before the verb is the subject, and a noun phrase; both refer to the change's region. */
function writeClause(
  template: string,
  regions: readonly number[],
  say: (part: string) => void,
  out: ReturnType<typeof createPhraseBuilder>,
): void {
  const [head, verb, tail] = template
    .split(/[<>]/)
    .map((text) => text.split(' ').filter((part) => part !== ''))
  out.span('subject', regions, () => out.span('noun', regions, () => head.forEach(say)))
  out.span('verb', [], () => verb.forEach(say))
  tail.forEach(say)
}

function countNoun(count: number, random: Random): string {
  if (count === 1) {
    return random.pick(['a house', 'a building', 'a new building', 'one house'])
  }
  const noun = random.pick(['houses', 'buildings'])
  const numbers = [...COUNT_WORDS].filter(([, [least, most]]) => count >= least && count <= most)
  return `${random.pick(numbers)[0]} ${noun}`
}

export const PLACES = [
  'at the top left',
  'at the top',
  'at the top right',
  'on the left',
  'in the middle',
  'on the right',
  'at the bottom left',
  'at the bottom',
  'at the bottom right',
] as const
export type Place = (typeof PLACES)[number]

/** One change with its possible facts for captions. Region `i` of the pair is change `i`. */
export interface AerialChange {
  readonly group: number
  readonly category: 'building' | 'road' | 'water' | 'trees'
  readonly action: 'added' | 'removed'
  /** Number of buildings; 0 for other categories. */
  readonly count: number
  /** Ninth of the second frame in which the middle of the changed pixels lies; null if that is doubtful. */
  readonly place: Place | null
  /** All of it stands beside a road that is in both frames. */
  readonly alongRoad: boolean
}

export type Key = `${AerialChange['category']} ${AerialChange['action']}`

/** `<` and `>` enclose the verb; NOUN is a number of buildings, AT a place or nothing, BY the road. */
export const TEMPLATES: Readonly<Partial<Record<Key, readonly string[]>>> = {
  'building added': [
    'NOUN < IS built > AT',
    'NOUN < IS built > BY AT',
    'NOUN < HAS been built > AT',
    'NOUN < HAS been constructed > AT',
    'NOUN < HAS been constructed > BY AT',
    'NOUN < HAS appeared > AT',
    'NOUN < HAS been erected > BY AT',
  ],
  'building removed': [
    'NOUN < IS removed > AT',
    'NOUN < HAS been removed > AT',
    'NOUN < HAS been demolished > AT',
    'NOUN < HAS been torn down > AT',
    'NOUN < HAS disappeared > AT',
    'NOUN < IS gone > AT',
  ],
  'road added': [
    'a road < is built > AT',
    'a new road < is built > AT',
    'a road < has been built > AT',
    'a road < has appeared > AT',
    'a new road < has been constructed > AT',
    'a road < now runs > AT',
    'a street < has been added > AT',
    'a street < is built > AT',
  ],
  'water added': [
    'land < has been flooded > AT',
    'land AT < is under water >',
    'the lake < has grown > AT',
    'the lake < has spread > AT',
    'the water < has risen > AT',
    'the shore of the lake < has been flooded > AT',
    'the water < covers > more land AT',
  ],
  'trees removed': [
    'trees < have been removed > AT',
    'trees AT < have been cut down >',
    'many trees < are gone > AT',
    'a wood < has been cleared > AT',
    'a stand of trees AT < has been cleared >',
    'trees < have disappeared > AT',
    'some trees < have been felled > AT',
  ],
  'trees added': [
    'trees < have been planted > AT',
    'many trees < have appeared > AT',
    'a wood < has grown > AT',
    'new trees < stand > AT',
    'some trees < have been planted > AT',
    'trees < now cover > the ground AT',
    'a grove < has been planted > AT',
  ],
}

const SEASON_ALONE = 'only the light and the season < differ >'

export const NOTHING: readonly string[] = [
  'the scene < is the same as before >',
  'there < is no difference >',
  'the two scenes < seem identical >',
  'no change < has occurred >',
  'nothing < has changed >',
  'the scene < remains unchanged >',
  '< nothing was built or removed >',
  'there < is no change on the ground >',
  'all buildings and roads < are as before >',
  SEASON_ALONE,
]

export const BY_WORDS = ['along the road', 'beside the road', 'by the road'] as const

/** Numbers of things that each word allows. */
export const COUNT_WORDS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['two', [2, 2]],
  ['three', [3, 3]],
  ['four', [4, 4]],
  ['some', [2, 99]],
  ['several', [3, 99]],
  ['many', [5, 99]],
])
