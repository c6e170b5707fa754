import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Project } from '../../src/contract/project'
import type { MemoryEngine } from '../review/testing'

vi.stubGlobal('window', { addEventListener: () => undefined })

const { engine } = await import('../engine')
const { connectMemoryEngine } = await import('../review/testing')
const { useEngineState } = await import('../state/engine-state')
const { useNotices } = await import('../state/notices')
const { decideSelected, stopBulk, undoDecision, useBulk } = await import('./bulk')
const { usePairList } = await import('./list')

let memory: MemoryEngine

const ids = Array.from({ length: 30 }, (_, index) => index + 1)
const counts = { unreviewed: 30, accepted: 0, corrected: 0, rejected: 0, flagged: 0 }
const list = (): ReturnType<typeof usePairList.getState> => usePairList.getState()
const said = (): string[] => useNotices.getState().notices.map(({ message }) => message)
const stateOf = (pairId: number): string => memory.documents.get(pairId)?.review.state ?? 'unreviewed'
const inState = (state: string): number[] => ids.filter((id) => stateOf(id) === state)

async function flag(pairId: number): Promise<void> {
  const eventId = crypto.randomUUID()
  await engine.call('pairs.decide', { pairId, eventId, decision: 'flag', milliseconds: 0 })
}

beforeEach(async () => {
  memory = connectMemoryEngine()
  memory.answers.set('pairs.find', (input) => {
    const { search, states } = (input as { filter: { search: string; states: string[] | null } }).filter
    const inStates = states === null ? ids : states.flatMap(inState)
    return {
      ids: search === '' ? inStates : [Number(search)],
      counts,
      hasAgreement: false,
      groups: [],
    }
  })
  useNotices.setState({ notices: [] })
  useBulk.setState({ bulk: null, last: null })
  list().reset()
  await list().find()
})

describe('a decision for many pairs', () => {
  it('is taken back at once, apart from pairs that were changed since', async () => {
    await list().selectAll()
    await decideSelected('reject')
    expect(inState('rejected')).toEqual(ids)
    await flag(7)
    await undoDecision()
    expect(inState('unreviewed')).toEqual(ids.filter((id) => id !== 7))
    expect(stateOf(7)).toBe('flagged')
    expect(said()).toEqual([
      '30 pairs rejected.',
      'Taken back for 29 pairs. 1 pair changed since, and left so.',
    ])
    expect(useBulk.getState().last).toBeNull()
  })

  it('brings back what a pair was before it was reopened', async () => {
    await flag(1)
    list().moveTo(1)
    await decideSelected('reopen')
    expect(stateOf(1)).toBe('unreviewed')
    await undoDecision()
    expect(stateOf(1)).toBe('flagged')
  })

  it('can be stopped: the rest stays selected, and what was done can be taken back', async () => {
    await list().selectAll()
    memory.onCommand = (command) => {
      if (command === 'pairs.decide') {
        stopBulk()
      }
    }
    await decideSelected('reject')
    const done = inState('rejected')
    expect(done.length).toBeLessThan(ids.length)
    expect([...list().selected]).toEqual(ids.filter((id) => !done.includes(id)))
    expect(said()[0]).toContain(`Stopped: ${done.length} of 30 pairs rejected`)
    await undoDecision()
    expect(inState('rejected')).toEqual([])
  })

  it('says how many of them were decided otherwise', async () => {
    await flag(7)
    await list().selectAll()
    await decideSelected('accept')
    expect(said()).toEqual(['30 pairs accepted. Until then: Flagged 1.'])
  })

  it('leaves a selection alone that was made while it ran', async () => {
    list().toggle(1)
    const deciding = decideSelected('accept')
    list().toggle(2)
    await deciding
    expect([...list().selected]).toEqual([2])
  })

  it('is for the pairs of a search that has not been answered yet, and no others', async () => {
    list().setFilter({ search: '5' })
    void list().selectAll()
    await decideSelected('reject')
    expect(inState('rejected')).toEqual([5])
  })

  it('is for one pair where the selection of all was cleared before the list was there', async () => {
    list().moveTo(7)
    void list().find()
    const selecting = list().selectAll()
    list().clearSelection()
    await Promise.all([selecting, decideSelected('reject')])
    expect(inState('rejected')).toEqual([7])
    expect(list().selected.size).toBe(0)
  })

  it('finds nothing selected in the folder that was opened while all of another was', async () => {
    void list().find()
    const selecting = list().selectAll()
    list().reset()
    await Promise.all([selecting, list().find()])
    expect(list().selected.size).toBe(0)
  })

  it('does not fall on another pair that the cursor came to', async () => {
    list().moveTo(9)
    list().setFilter({ search: '5' })
    await decideSelected('reject')
    expect(inState('rejected')).toEqual([])
  })

  it('is for the pair that was seen when the key was pressed, while the list is being found', async () => {
    const decisions = [1, 2, 3].map((id) => {
      list().moveTo(id)
      void list().find()
      return decideSelected('accept')
    })
    list().toggle(4)
    await Promise.all(decisions)
    expect(inState('accepted')).toEqual([1, 2, 3])
    expect(said()).toEqual([])
  })

  it('comes after the one before it, and undoing after both', async () => {
    list().moveTo(1)
    const first = decideSelected('accept')
    list().moveTo(2)
    const second = decideSelected('accept')
    await Promise.all([first, second])
    expect(inState('accepted')).toEqual([1, 2])
    list().moveTo(3)
    const third = decideSelected('reject')
    await Promise.all([third, undoDecision()])
    expect(inState('accepted')).toEqual([1, 2])
    expect(inState('rejected')).toEqual([])
  })

  it('is made once where the key was pressed again before the answer, and taken back at once', async () => {
    list().moveTo(1)
    await Promise.all([decideSelected('accept'), decideSelected('accept')])
    expect(memory.events.get(1)).toHaveLength(1)
    await undoDecision()
    expect(stateOf(1)).toBe('unreviewed')
    await decideSelected('accept')
    expect(stateOf(1)).toBe('accepted')
  })

  it('comes after another one for the same pair, and anew after it was taken back', async () => {
    list().moveTo(1)
    await Promise.all([decideSelected('accept'), decideSelected('reject')])
    expect(stateOf(1)).toBe('rejected')
    await Promise.all([decideSelected('accept'), undoDecision(), decideSelected('accept')])
    expect(stateOf(1)).toBe('accepted')
  })

  it('for many pairs is not made twice', async () => {
    void list().find()
    void list().selectAll()
    await Promise.all([decideSelected('reject'), decideSelected('reject')])
    expect(ids.map((id) => memory.events.get(id)?.length)).toEqual(ids.map(() => 1))
  })

  it('never reaches a pair of the same number in another folder', async () => {
    useEngineState.setState({ project: { storePath: 'a' } as Project })
    list().moveTo(1)
    void list().find()
    const deciding = decideSelected('accept')
    useEngineState.setState({ project: { storePath: 'b' } as Project })
    await deciding
    useEngineState.setState({ project: null })
    expect(inState('accepted')).toEqual([])
  })

  it('that failed, or was for nothing, leaves the one before it to be taken back', async () => {
    list().moveTo(1)
    await decideSelected('reject')
    memory.answers.set('pairs.decide', () => {
      throw new Error('broken')
    })
    list().moveTo(2)
    await decideSelected('reject')
    expect(useBulk.getState().last?.pairs.map(({ pairId }) => pairId)).toEqual([1])
    await undoDecision()
    expect(inState('rejected')).toEqual([])
  })

  it('that failed for all says that alone, until those pairs are decided after all', async () => {
    const answer = memory.answers.get('pairs.decide')!
    memory.answers.set('pairs.decide', () => {
      throw new Error('broken')
    })
    for (const id of [1, 2, 3]) {
      list().toggle(id)
    }
    await decideSelected('accept')
    expect(said()).toEqual(['3 of the selected pairs could not be decided: broken'])
    memory.answers.set('pairs.decide', answer)
    list().toggle(3)
    await decideSelected('accept')
    expect(said()).toHaveLength(2)
    list().moveTo(3)
    await decideSelected('accept')
    expect(said()).toEqual(['2 pairs accepted.'])
  })
})
