import { describe, expect, it } from 'vitest'
import { manyOrFew } from '../../../../build/testing/draws'
import { planBlocks } from '../plan'
import { BLOCKS_PROFILES } from '../profiles'
import { checkStatements } from './testing-statements'
import type { Color, Shape, Thing } from '../thing'
import { parseCaption } from './testing-parse'
import { resolveReference } from './reference'
import type { Stage } from './reference'

const SCENES = manyOrFew(10_000, 800)
/** Four seconds on an idle core for many. */
const SLOW = { timeout: 120_000 }

describe('captions of Blocks pairs', () => {
  it(
    'parse back, in one way only, to all changes of the scene and nothing else, over thousands of scenes',
    SLOW,
    () => {
      const wrong: string[] = []
      let captions = 0
      for (let seed = 0; seed < SCENES; seed++) {
        const plan = planBlocks(seed, BLOCKS_PROFILES.blocks)
        const texts = new Set(plan.captions.map((caption) => caption.text))
        if (texts.size !== plan.captions.length || texts.size < 5 || texts.size > 9) {
          wrong.push(`${seed}: not 5 to 9`)
        }
        for (const text of texts) {
          captions++
          const readings = parseCaption(text)
          const verdict =
            readings.length === 1 ? checkStatements(plan.story, readings[0]) : `${readings.length} readings`
          if (verdict !== null) {
            wrong.push(`${seed}: "${text}": ${verdict}`)
          }
        }
      }
      expect(wrong.slice(0, 10)).toEqual([])
      expect(captions).toBeGreaterThan(5 * SCENES)
    },
  )
})

describe('the statement check', () => {
  it('rejects captions with one word that is wrong', () => {
    let caught = 0
    let altered = 0
    for (let seed = 0; seed < 500; seed++) {
      const plan = planBlocks(seed, BLOCKS_PROFILES.blocks)
      for (const { text } of plan.captions) {
        const wrong = text.replace(/\b(red|blue|green|gray|brown|purple|cyan|yellow)\b/, (color) =>
          color === 'red' ? 'cyan' : 'red',
        )
        if (wrong === text || plan.changes.length === 0) {
          continue
        }
        altered++
        if (parseCaption(wrong).every((reading) => checkStatements(plan.story, reading) !== null)) {
          caught++
        }
      }
    }
    expect(altered).toBeGreaterThan(1000)
    // The rest is right by chance: a second thing may have the other colour and be what a landmark's words now fit.
    expect(caught / altered).toBeGreaterThan(0.97)
  })

  it('takes a reference that fits two things, or one that may or may not stand so, for none at all', () => {
    const stage: Stage = {
      rightX: 1,
      rightY: 0,
      awayX: 0,
      awayY: 1,
      things: [
        thing(0, 'cube', 'red', 0, 0),
        thing(1, 'sphere', 'blue', 2, 0.5),
        thing(2, 'sphere', 'blue', 0.2, 2),
      ],
    }
    const reference = {
      size: null,
      color: null,
      material: null,
      noun: 'sphere',
      extreme: null,
      relation: null,
    } as const
    const cube = { ...reference, noun: 'cube' } as const
    expect(resolveReference(stage, reference)).toBeNull()
    expect(resolveReference(stage, { ...reference, extreme: 'right' })?.id).toBe(1)
    expect(resolveReference(stage, cube)?.id).toBe(0)
    // Thing 2 is a little to the right of the cube: neither plainly so nor plainly not.
    expect(
      resolveReference(stage, { ...reference, relation: { direction: 'right', anchor: cube } }),
    ).toBeNull()
    expect(
      resolveReference(stage, { ...reference, relation: { direction: 'left', anchor: cube } }),
    ).toBeNull()
  })
})

function thing(id: number, shape: Shape, color: Color, x: number, y: number): Thing {
  return { id, shape, color, material: 'metal', size: 'large', x, y, angleRad: 0 }
}
