import { expect, test } from 'vitest'
import type { Rect } from '../../mask/bitmap'
import type { MeasuredRegion } from '../name-regions'
import { frame, maskOf, region, seen } from '../testing'
import { candidatesOf } from './candidates'

const NOTHING = new Map<string, number>()

/** Something came here; a person, where `box` is where the detector saw one. */
function came(id: string, rect: Rect, box: Rect | null): MeasuredRegion {
  const { change } = region(rect, { kind: 'appeared' })
  const source = { kind: 'proposal', proposalId: 0 } as const
  const base = { category: 'change', status: 'proposed', source, score: 0.9, beforeMask: null } as const
  const claim =
    box && ({ name: 'person', score: 0.8, frame: 'after', box, kind: 'appeared', why: 'seen' } as const)
  return {
    region: { ...base, id, mask: maskOf(rect) },
    change,
    named: claim && { regions: [0], origin: null, claim, beside: [], others: [] },
  }
}

/** Ids of what a caption of a person may tell of. */
function idsOf(things: readonly MeasuredRegion[], ...boxes: Rect[]): string[] {
  const after = frame(...boxes.map((box) => seen('person', 0.8, box)))
  const { change } = things[0]
  const pixels = { measure: () => change, shades: () => ({ before: NOTHING, after: NOTHING }) }
  const detections = { before: frame(), after, alignment: null, pixels }
  return candidatesOf(things, detections, new Set(['person'])).map((one) => one.region.id)
}

const left: Rect = { x: 40, y: 20, width: 30, height: 60 }
const right: Rect = { x: 70, y: 20, width: 30, height: 60 }
/** The box of the right one covers a half of the left one. */
const overlapping: Rect = { x: 55, y: 20, width: 45, height: 60 }

test('what is another thing is no part of one whose box covers it', () => {
  expect(idsOf([came('l', left, left), came('r', right, overlapping)], left, overlapping)).toEqual(['l', 'r'])
})

test('what nobody claims is a part of the thing in whose box it lies', () => {
  const ids = idsOf([came('l', left, null), came('r', right, overlapping)], overlapping)
  expect(ids).toEqual(['l', 'r', 'r 55 20 person'])
})
