import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { manyOrFew } from '../../../build/testing/draws'
import type { Bitmap } from '../../mask/bitmap'
import { checkAerialStatements, parseAerial } from './testing-parse'
import { makeAerialPair, renderAerialPlan } from './pair'
import { planAerial } from './plan'
import { AERIAL_KINDS } from './planned-change'
import { renderAerialIds } from './render'
import { buildSurface, FIRST_BUILDING, WATER } from './surface'

const SIZE = 96
const SCENES = manyOrFew(2000, 60)

describe('an Aerial pair', () => {
  it('has the same bytes for the same seed, on any machine', () => {
    const hashes = [1, 2, 3].map((seed) => {
      const pair = makeAerialPair(seed, SIZE, SIZE, null)
      const sum = createHash('sha256').update(pair.before.data).update(pair.after.data)
      sum.update(new Uint8Array(pair.forward.buffer)).update(JSON.stringify([pair.captions, pair.homography]))
      return sum.digest('hex').slice(0, 16)
    })
    expect(hashes).toMatchInlineSnapshot(`
      [
        "a31ee31f7ee667fa",
        "69f6aac200daa4cf",
        "2bbbcc4b7f9792b4",
      ]
    `)
  })

  it('has masks that are exactly the pixels which differ when the change is undone', () => {
    for (let seed = 0; seed < 14; seed++) {
      const plan = planAerial(seed, AERIAL_KINDS[seed % 7], 1)
      const { regions } = renderAerialPlan(plan, SIZE, SIZE)
      for (const [i, { action, group }] of plan.changes.entries()) {
        const undone = new Set(plan.afterGroups)
        if (action === 'added') {
          undone.delete(group)
        } else {
          undone.add(group)
        }
        const [now, then] = [plan.afterGroups, undone].map((groups) =>
          renderAerialIds(buildSurface(plan.scene, groups, 0), plan.afterView.toMap, SIZE, SIZE),
        )
        const mask = (regions[i].after ?? regions[i].vacated) as Bitmap
        expect(
          Buffer.compare(
            mask.data,
            Uint8Array.from(now, (id, k) => (id === then[k] ? 0 : 1)),
          ),
        ).toBe(0)
        expect(regions[i].after === null).toBe(action === 'removed')
        expect(regions[i].before === null).toBe(action === 'added')
      }
    }
  })

  it('has a correspondence that the homography explains, and none on what came or went', () => {
    const pair = makeAerialPair(9, SIZE, SIZE, 'flooded')
    const [a, b, c, d, e, f, g, h, i] = pair.homography as number[]
    const flooded = pair.regions[0].after as Bitmap
    let found = 0
    for (let k = 0; k < SIZE * SIZE; k++) {
      expect(flooded.data[k] === 1 && !Number.isNaN(pair.backward[2 * k])).toBe(false)
      if (Number.isNaN(pair.forward[2 * k])) {
        continue
      }
      const x = (k % SIZE) + 0.5
      const y = Math.floor(k / SIZE) + 0.5
      const w = g * x + h * y + i
      expect(Math.abs(pair.forward[2 * k] - (a * x + b * y + c) / w)).toBeLessThan(1e-3)
      expect(Math.abs(pair.forward[2 * k + 1] - (d * x + e * y + f) / w)).toBeLessThan(1e-3)
      found++
    }
    expect(found).toBeGreaterThan(0.6 * SIZE * SIZE)
  })

  it('has five to nine captions that parse back to its changes, over many scenes', () => {
    const wrong: string[] = []
    for (let seed = 0; seed < SCENES; seed++) {
      const { captions, changes } = planAerial(seed, null, 1)
      if (captions.length < 5 || captions.length > 9) {
        wrong.push(`${seed}: ${captions.length} captions`)
      }
      for (const { text } of captions) {
        const statements = parseAerial(text)
        if (statements === null || !checkAerialStatements(changes, statements)) {
          wrong.push(`${seed}: ${text}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it.each([
    ['demolished', 323, 1],
    ['flooded', 5, 1.5],
    ['flooded', 105, 1.5],
    ['several', 98, 1.5],
  ] as const)(
    'shows in its first frame what is gone later, and the lake that grows: %s %i',
    (kind, seed, aspect) => {
      const { scene, changes, beforeGroups, beforeView } = planAerial(seed, kind, aspect)
      const surface = buildSurface(scene, beforeGroups, 0)
      const ids = new Set(renderAerialIds(surface, beforeView.toMap, 256, Math.round(256 / aspect)))
      const missing = changes.flatMap(({ group, category, action }) => {
        const houses = scene.buildings.flatMap((building, at) =>
          building.group === group && action === 'removed' ? [FIRST_BUILDING + at] : [],
        )
        return [...houses, ...(category === 'water' ? [WATER] : [])].filter((id) => !ids.has(id))
      })
      expect(missing).toEqual([])
      expect(changes.length).toBeGreaterThan(0)
    },
  )

  it('is said to differ in light and season alone only where that is so, and then often', () => {
    const said = { true: 0, false: [] as number[], pairs: 0 }
    for (let seed = 0; seed < SCENES; seed++) {
      const plan = planAerial(seed, 'none', 1)
      const texts = plan.captions.map(({ text }) => text)
      expect(new Set(texts).size).toBe(texts.length)
      const isSo =
        plan.beforeView.season !== plan.afterView.season &&
        JSON.stringify(plan.beforeView.toMap) === JSON.stringify(plan.afterView.toMap)
      said.pairs += isSo ? 1 : 0
      if (texts.includes('only the light and the season differ')) {
        said.true += isSo ? 1 : 0
        said.false.push(...(isSo ? [] : [seed]))
      }
    }
    expect(said.false).toEqual([])
    expect(said.true).toBeGreaterThan(said.pairs / 2)
  })

  it('is not described by the captions of other changes', () => {
    const { changes } = planAerial(1, 'demolished', 1)
    expect(checkAerialStatements(changes, parseAerial('a road is built') ?? [])).toBe(false)
    expect(checkAerialStatements(changes, parseAerial('there is no difference') ?? [])).toBe(false)
    expect(parseAerial('a dragon has appeared at the top')).toBeNull()
  })
})
