import { expect, test, vi } from 'vitest'
import type { Model, ModelList } from '../../src/contract/models'

vi.stubGlobal('window', { addEventListener: () => undefined })

const { connectMemoryEngine } = await import('../review/testing')
const { useEngineState } = await import('../state/engine-state')
const { useNotices } = await import('../state/notices')
const { remove, restore } = await import('./commands')

const boards: Model = {
  id: 'boards',
  title: 'Boards of May',
  description: '',
  origin: 'imported',
  family: 'CCRC',
  version: '1',
  parent: null,
  createdAt: null,
  data: [],
  licence: null,
  pairCount: null,
  scores: [],
  bytes: null,
  folder: null,
  problem: null,
}
const promotions = { present: null, before: null, history: [] }
const there: ModelList = {
  models: [boards],
  inUse: 'difference',
  project: null,
  byDefault: promotions,
  deleted: [],
}
const gone: ModelList = { ...there, models: [], deleted: [{ id: 'boards', title: boards.title, at: 1 }] }

test('the key that takes a deletion back counts as soon as the model is seen to be gone', async () => {
  const memory = connectMemoryEngine()
  const restored: Promise<void>[] = []
  memory.answers.set('models.delete', () => {
    // the list is told of before the answer is there
    useEngineState.setState({ models: gone })
    restored.push(restore(null))
    return gone
  })
  memory.answers.set('models.restore', () => there)
  useEngineState.setState({ models: there })

  await remove(boards, 'Z')
  await Promise.all(restored)

  expect(useEngineState.getState().models?.models).toEqual([boards])
  expect(useNotices.getState().notices.map(({ message }) => message)).toEqual([
    expect.stringContaining('Boards of May'),
    'Boards of May is back.',
  ])
})
