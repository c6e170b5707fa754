import { seededRandom } from '../../metrics/set-score'
import { COCO_NAMES } from '../coco-names'
import type { ChangeFact, Place } from './change-fact'

/** Words as projects have them. */
export const PROJECT_WORDS = [
  'missing resistor',
  'new roof',
  'HGV',
  'red car',
  'hourglass',
  'unit',
  'European flag',
  'M3 screw',
  'LED',
  'SUV',
  'USB stick',
  'orange juice',
  'pile of sand',
  'vegetation',
  'rubble',
  'solar panels',
  'trees',
  'construction worker',
  'utility pole',
  'excavator',
  'missing hole',
  'hour hand',
  'Building',
  'swimming_pool',
  'lens',
  'leaf',
  'shelf',
  'glasses',
  '18-wheeler',
  'one-way sign',
  'X-ray',
  'greenhouse',
  'ambulance',
  'graffiti',
  'used tyre',
]

const COLOURS = [
  'red',
  'orange',
  'blue',
  'dark grey',
  'grey',
  'white',
  'black',
  'green',
  'dark green',
  'brown',
]
const KINDS = [
  'appeared',
  'appeared',
  'appeared',
  'vanished',
  'no longer visible',
  'no longer visible',
  'moved',
  'replaced',
  'changed colour',
  'changed',
] as const
const TURNS = ['brighter', 'darker', 'detail', null] as const

/** A fact of an unnamed grey object that appeared in the centre. */
export function madeFact(fields: Partial<ChangeFact> = {}): ChangeFact {
  return {
    regionId: 'region-1',
    kind: 'appeared',
    word: null,
    colour: 'grey',
    formerColour: null,
    former: null,
    place: { x: 0.5, y: 0.5 },
    from: null,
    near: null,
    share: 0.01,
    score: 0.8,
    turn: null,
    ...fields,
  }
}

/** One to seven facts with few words among them, so that things of one word meet in a sentence. */
export function randomFacts(seed: number): ChangeFact[] {
  const random = seededRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const place = (): Place => ({ x: random(), y: random() })
  const anyWord = (): string => pick(random() < 0.7 ? COCO_NAMES : PROJECT_WORDS)
  const words = Array.from({ length: 1 + Math.floor(random() * 4) }, anyWord)
  const kinds = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(KINDS))
  const count = 1 + Math.floor(random() ** 2 * 7)
  return Array.from({ length: count }, (_, index): ChangeFact => {
    const kind = pick(kinds)
    const isStill = kind === 'changed' || kind === 'changed colour'
    return madeFact({
      regionId: `region-${index + 1}`,
      kind,
      word: random() < 0.2 || (kind === 'changed' && random() < 0.7) ? null : pick(words),
      colour: random() < 0.9 ? pick(COLOURS) : null,
      formerColour: isStill && random() < 0.8 ? pick(COLOURS) : null,
      former: kind === 'replaced' ? pick(words) : null,
      place: place(),
      from: kind === 'moved' ? place() : null,
      near: random() < 0.25 ? { word: anyWord(), colour: random() < 0.7 ? pick(COLOURS) : null } : null,
      share: random() ** 4 * 0.7,
      score: 0.35 + 0.6 * random(),
      turn: kind === 'changed' ? pick(TURNS) : null,
    })
  })
}
