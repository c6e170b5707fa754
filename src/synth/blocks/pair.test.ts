import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { manyOrFew } from '../../../build/testing/draws'
import type { Bitmap } from '../../mask/bitmap'
import { countSet } from '../../mask/bitmap'
import type { SyntheticPair } from '../pair'
import { makeBlocksPair, renderPlan } from './pair'
import { planBlocks, planDistractor } from './plan'
import { BLOCKS_PROFILES } from './profiles'
import { renderIds } from './render'
import { buildSolids } from './thing'
import type { Thing } from './thing'
import type { View } from './view'

const WIDTH = 144
const HEIGHT = 96

function hash(pair: SyntheticPair): string {
  const sum = createHash('sha256').update(pair.before.data).update(pair.after.data)
  for (const region of pair.regions) {
    for (const mask of [region.before, region.after, region.vacated]) {
      if (mask !== null) {
        sum.update(mask.data)
      }
    }
  }
  sum.update(new Uint8Array(pair.forward.buffer)).update(new Uint8Array(pair.backward.buffer))
  return sum.update(JSON.stringify(pair.captions)).digest('hex').slice(0, 16)
}

/** Pixels that another object, or the ground, takes over when the thing is left out of the scene. */
function pixelsThatNeed(thing: Thing, things: readonly Thing[], view: View): Uint8Array {
  const with_ = renderIds(buildSolids(things), view, WIDTH, HEIGHT)
  const without = renderIds(buildSolids(things.filter((each) => each.id !== thing.id)), view, WIDTH, HEIGHT)
  return Uint8Array.from(with_, (id, i) => (id === without[i] ? 0 : 1))
}

function expectMask(mask: Bitmap | null, thing: Thing | null, things: readonly Thing[], view: View): void {
  expect(mask === null).toBe(thing === null)
  if (mask === null || thing === null) {
    return
  }
  expect(Buffer.compare(mask.data, pixelsThatNeed(thing, things, view))).toBe(0)
}

describe('a Blocks pair', () => {
  it('has the same bytes for the same seed, on any machine', () => {
    expect([1, 2, 3].map((seed) => hash(makeBlocksPair(seed, WIDTH, HEIGHT, BLOCKS_PROFILES.blocks))))
      .toMatchInlineSnapshot(`
        [
          "73d1b7269e611b77",
          "31cd06f4ee7ea33d",
          "d75f7828ed09d809",
        ]
      `)
  })

  it('has masks that are exactly the pixels which change hands when the thing is left out', () => {
    for (let seed = 0; seed < manyOrFew(60, 15); seed++) {
      const plan = planBlocks(seed, BLOCKS_PROFILES.blocks)
      const { regions } = renderPlan(plan, WIDTH, HEIGHT)
      const things = plan.changes.flatMap((change) => change.things)
      expect(regions.length).toBe(things.length)
      for (const [i, { before, after }] of things.entries()) {
        expectMask(regions[i].before, before, plan.before, plan.beforeView)
        expectMask(regions[i].after, after, plan.after, plan.afterView)
        const gone = after === null ? before : null
        expectMask(regions[i].vacated, gone, gone === null ? [] : [...plan.after, gone], plan.afterView)
        expect(after === null || countSet(regions[i].after as Bitmap) > 4).toBe(true)
      }
    }
  })

  it('has things in the picture that a distractor does not touch', () => {
    const plan = planBlocks(11, BLOCKS_PROFILES['clevr-change'])
    const distractor = planDistractor(plan, BLOCKS_PROFILES['clevr-change'])
    const pair = renderPlan(distractor, WIDTH, HEIGHT)
    expect(pair.changeType).toBe('none')
    expect(pair.regions).toEqual([])
    expect(pair.captions.length).toBeGreaterThanOrEqual(5)
    expect(pair.before.data).toEqual(renderPlan(plan, WIDTH, HEIGHT).before.data)
    expect(Buffer.compare(pair.before.data, pair.after.data)).not.toBe(0)
  })

  it('has spans that cut whole words out of the caption and name regions of the pair', () => {
    for (let seed = 0; seed < manyOrFew(300, 40); seed++) {
      const plan = planBlocks(seed, BLOCKS_PROFILES.blocks)
      const regions = plan.changes.flatMap((change) => change.things).length
      for (const { text, spans } of plan.captions) {
        expect(spans.some((span) => span.kind === 'verb')).toBe(true)
        for (const { start, end, regions: named } of spans) {
          const words = text.slice(start, end)
          expect(words).toBe(words.trim())
          expect([undefined, ' ']).toContain(text[start - 1])
          expect([undefined, ' ', ',']).toContain(text[end])
          for (const region of named) {
            expect(region).toBeLessThan(regions)
          }
        }
        expect(new Set(spans.flatMap((span) => span.regions)).size).toBe(regions)
      }
    }
  })
})

it('in the viewpoint profile the camera stands anew, mostly farther off than a step', () => {
  const far = Array.from({ length: 40 }, (_, seed) => planBlocks(seed, BLOCKS_PROFILES.viewpoint)).filter(
    ({ setting, afterSetting }) => Math.abs(afterSetting.position.z - setting.position.z) > 1.1,
  )
  expect(far.length).toBeGreaterThan(5)
  for (const { cameraMove, beforeView, afterView } of far) {
    expect(cameraMove).toBe('anew')
    expect(afterView.lights).not.toEqual(beforeView.lights)
  }
})

describe('correspondence', () => {
  it('maps each pixel to itself where neither the camera nor the thing moved', () => {
    const options = {
      ...BLOCKS_PROFILES.blocks,
      weights: { color: 1 },
      cameraWeights: { still: 1, moderate: 0, extreme: 0 },
    }
    const { forward } = makeBlocksPair(4, WIDTH, HEIGHT, options)
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      expect(Math.abs(forward[2 * i] - (i % WIDTH) - 0.5)).toBeLessThan(1e-4)
      expect(Math.abs(forward[2 * i + 1] - Math.floor(i / WIDTH) - 0.5)).toBeLessThan(1e-4)
    }
  })

  it('there and back again ends where it began, within 1.5 pixels for 98 of 100 pixels', () => {
    let near = 0
    let all = 0
    for (let seed = 0; seed < 12; seed++) {
      const { forward, backward } = makeBlocksPair(seed, WIDTH, HEIGHT, BLOCKS_PROFILES['clevr-change'])
      for (let i = 0; i < WIDTH * HEIGHT; i += 3) {
        if (Number.isNaN(forward[2 * i])) {
          continue
        }
        const j = Math.floor(forward[2 * i + 1]) * WIDTH + Math.floor(forward[2 * i])
        const dx = backward[2 * j] - (i % WIDTH) - 0.5
        const dy = backward[2 * j + 1] - Math.floor(i / WIDTH) - 0.5
        all++
        if (dx * dx + dy * dy < 1.5 ** 2) {
          near++
        }
      }
    }
    expect(all).toBeGreaterThan(10_000)
    expect(near / all).toBeGreaterThan(0.98)
  })

  it('gives what was added or taken away no counterpart', () => {
    for (const [kind, frame] of [
      ['drop', 'before'],
      ['add', 'after'],
    ] as const) {
      const pair = makeBlocksPair(5, WIDTH, HEIGHT, {
        ...BLOCKS_PROFILES['clevr-change'],
        weights: { [kind]: 1 },
      })
      const mask = pair.regions[0][frame] as Bitmap
      const flow = frame === 'before' ? pair.forward : pair.backward
      const found = mask.data.filter((set, i) => set === 1 && !Number.isNaN(flow[2 * i]))
      expect(found.length).toBe(0)
    }
  })

  it('follows a thing that moved', () => {
    const pair = makeBlocksPair(6, WIDTH, HEIGHT, {
      ...BLOCKS_PROFILES['clevr-change'],
      weights: { move: 1 },
    })
    const [{ before, after }] = pair.regions as readonly { before: Bitmap; after: Bitmap }[]
    let inside = 0
    let all = 0
    for (let i = 0; i < before.data.length; i++) {
      if (before.data[i] === 0 || Number.isNaN(pair.forward[2 * i])) {
        continue
      }
      all++
      inside += after.data[Math.floor(pair.forward[2 * i + 1]) * WIDTH + Math.floor(pair.forward[2 * i])]
    }
    expect(all).toBeGreaterThan(20)
    expect(inside).toBe(all)
  })
})
