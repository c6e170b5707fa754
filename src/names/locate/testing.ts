import type { Rect } from '../../mask/bitmap'
import { HEIGHT, WIDTH, maskOf } from '../testing'
import { COCO_NAMES } from '../coco-names'
import type { Candidate, Surroundings } from './candidate'
import { LEAST_FIT, choose, shareFound } from './choose'
import type { Choice } from './choose'
import { readCaption } from './read-caption'

/** A region of a frame of 200 x 100 pixels that has no name and appeared. */
export function madeCandidate(id: string, box: Rect, fields: Partial<Candidate> = {}): Candidate {
  const mask = maskOf(box)
  const place = { x: (box.x + box.width / 2) / WIDTH, y: (box.y + box.height / 2) / HEIGHT }
  return {
    region: {
      id,
      category: 'change',
      status: 'proposed',
      mask,
      beforeMask: null,
      source: { kind: 'proposal', proposalId: 0 },
      score: 0.9,
    },
    change: {
      kind: 'appeared',
      before: [120, 120, 120],
      after: [120, 120, 120],
      ...place,
      share: (box.width * box.height) / (WIDTH * HEIGHT),
    },
    kind: 'appeared',
    sure: 1,
    names: new Map(),
    isNamed: false,
    claim: null,
    before: new Map([['grey', 1]]),
    after: new Map([['grey', 1]]),
    box,
    pieces: [id],
    ...fields,
  }
}

export const named = (name: string, sure = 0.9): Partial<Candidate> => ({
  names: new Map([[name, sure]]),
  isNamed: true,
})

const NOTHING_AROUND: Surroundings = { width: WIDTH, height: HEIGHT, landmarks: [] }
const project = COCO_NAMES.map((kind) => ({ word: kind, kinds: [kind] }))

export function chosenFor(
  caption: string,
  candidates: readonly Candidate[],
  around: Partial<Surroundings> = {},
): Choice[] {
  const whole = { ...NOTHING_AROUND, ...around }
  const nothing = readCaption(caption, project).map((query): Choice => ({ query, found: [] }))
  const sure = choose(nothing, candidates, whole, LEAST_FIT.sure)
  return shareFound(choose(sure, candidates, whole, LEAST_FIT.any), candidates, whole)
}

/** The ids that each thing of a caption gets. */
export const idsFor = (...given: Parameters<typeof chosenFor>): string[][] =>
  chosenFor(...given).map(({ found }) => found.map(({ region }) => region.id))
