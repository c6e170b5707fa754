import { describe, expect, it, vi } from 'vitest'
import type { Proposer } from '../../src/contract/proposal'
import { madeProposer } from '../testing/made-project'

vi.stubGlobal('window', {})

const { answeringModel, isAnsweredByProposing } = await import('./proposers')

function proposer(name: string, change: Partial<Proposer>): Proposer {
  return madeProposer({ name, title: name, answers: ['recaption', 'remask'], isInUse: false, ...change })
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

  it('is measured difference, where it proposes and can answer', () => {
    const naming = { ...difference, answers: ['recaption', 'agree'] as Proposer['answers'] }
    expect(answeringModel([naming, first, second], 'recaption')).toMatchObject({
      canAnswer: true,
      model: 'difference',
      unable: null,
    })
    // what it cannot, the first model does
    expect(answeringModel([naming, first, second], 'remask').model).toBe('second')
    expect(answeringModel([naming], 'remask')).toMatchObject({ canAnswer: false, unable: null })
  })

  it('is measured difference only where it proposes', () => {
    const idle = { ...difference, answers: ['recaption'] as Proposer['answers'], isInUse: false }
    expect(answeringModel([idle, second], 'recaption').model).toBe('second')
    expect(answeringModel([idle], 'recaption').canAnswer).toBe(false)
  })
})

describe('the one in use answers itself', () => {
  it('where it has the question among its answers, a model or not', () => {
    const inUse = proposer('first', { answers: ['recaption'], isInUse: true })
    const naming = proposer('difference', { isModel: false, answers: ['agree'], isInUse: true })
    expect(isAnsweredByProposing([inUse], 'recaption')).toBe(true)
    expect(isAnsweredByProposing([inUse], 'agree')).toBe(false)
    expect(isAnsweredByProposing([naming], 'agree')).toBe(true)
    expect(isAnsweredByProposing([{ ...naming, isInUse: false }], 'agree')).toBe(false)
    expect(isAnsweredByProposing([{ ...naming, isAvailable: false }], 'agree')).toBe(false)
  })
})
