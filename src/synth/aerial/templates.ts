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

/** One change with what may be said of it. Region `i` of the pair is change `i`. */
export interface AerialChange {
  readonly group: number
  readonly category: 'building' | 'road' | 'water' | 'trees'
  readonly action: 'added' | 'removed'
  /** How many buildings; 0 for other categories. */
  readonly count: number
  /** Ninth of the second frame in which the middle of the changed pixels lies; null where that is doubtful. */
  readonly place: Place | null
  /** All of it stands beside a road that both frames show. */
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
  'only the light and the season < differ >',
]

export const BY_WORDS = ['along the road', 'beside the road', 'by the road'] as const

/** How many things each word allows. */
export const COUNT_WORDS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['two', [2, 2]],
  ['three', [3, 3]],
  ['four', [4, 4]],
  ['some', [2, 99]],
  ['several', [3, 99]],
  ['many', [5, 99]],
])
