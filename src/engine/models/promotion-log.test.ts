import { describe, expect, test } from 'vitest'
import type { PromotionEntry } from '../../contract/models'
import { readPromotions } from './promotions'

const promote = (id: string): PromotionEntry => ({ at: 0, kind: 'promote', id })
const rollBack = (id: string | null): PromotionEntry => ({ at: 0, kind: 'roll-back', id })
const all = (): boolean => true

describe('P: promotions', () => {
  test('P1: without any, the base is at work and nothing is before it', () => {
    expect(readPromotions('auto', [], all)).toEqual({ present: 'auto', before: null, history: [] })
  })

  test('P2: rolling back leads down the stack, step by step, and not to what was rolled back', () => {
    const history = [promote('a'), promote('b'), promote('c')]
    expect(readPromotions(null, history, all)).toMatchObject({ present: 'c', before: { id: 'b' } })
    history.push(rollBack('b'))
    expect(readPromotions(null, history, all)).toMatchObject({ present: 'b', before: { id: 'a' } })
    history.push(rollBack('a'), rollBack(null))
    expect(readPromotions(null, history, all)).toMatchObject({ present: null, before: null })
  })

  test('P3: a model that was promoted twice in a row is there once; with another between, twice', () => {
    expect(readPromotions(null, [promote('a'), promote('a')], all)).toMatchObject({ before: { id: null } })
    const again = [promote('a'), promote('b'), promote('a')]
    expect(readPromotions(null, again, all)).toMatchObject({ present: 'a', before: { id: 'b' } })
  })

  test('P4: what cannot be used any more is passed over', () => {
    const history = [promote('a'), promote('gone'), promote('b')]
    expect(readPromotions(null, history, (id) => id !== 'gone')).toMatchObject({ before: { id: 'a' } })
    expect(readPromotions('gone', [promote('b')], (id) => id !== 'gone').before).toBeNull()
  })

  test('P5: where only the same lies below, there is nothing to go back to', () => {
    const history = [promote('gone'), promote('a')]
    expect(readPromotions('a', history, (id) => id !== 'gone').before).toBeNull()
  })
})
