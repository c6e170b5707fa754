import { describe, expect, it, vi } from 'vitest'
import type { Proposer } from '../../src/contract/proposal'

vi.stubGlobal('window', {})

const { answeringModel } = await import('./proposers')

function proposer(name: string, change: Partial<Proposer>): Proposer {
  return {
    name,
    title: name,
    description: '',
    isModel: true,
    answers: ['recaption', 'remask'],
    isAvailable: true,
    reason: null,
    isInUse: false,
    ...change,
  }
}

describe('the model that answers', () => {
  const difference = proposer('difference', { isModel: false, answers: [], isInUse: true })
  const broken = proposer('broken', { isAvailable: false, reason: 'a file is missing' })
  const [first, second] = [proposer('first', { answers: ['recaption'] }), proposer('second', {})]

  it('is named: the first that can, where measured difference proposes', () => {
    expect(answeringModel([difference, broken, first, second], 'recaption').model).toBe('first')
    expect(answeringModel([difference, broken, first, second], 'remask').model).toBe('second')
  })

  it('is the one in use and no other', () => {
    const inUse = { ...first, isInUse: true }
    expect(answeringModel([second, inUse], 'recaption').model).toBe('first')
    expect(answeringModel([second, inUse], 'remask')).toMatchObject({ canAnswer: false, unable: 'first' })
  })

  it('is none, with the reason', () => {
    const none = { canAnswer: false, model: null, isThere: false, reason: 'a file is missing' }
    expect(answeringModel([difference, broken], 'remask')).toMatchObject(none)
  })
})
