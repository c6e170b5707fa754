import { beforeEach, expect, test, vi } from 'vitest'
import type { Project, Reading } from '../../src/contract/project'
import type { MemoryEngine } from '../review/testing'
import { madeProject, madeReading } from '../testing/made-project'

vi.stubGlobal('window', {})
vi.stubGlobal('document', { activeElement: null })
vi.stubGlobal('HTMLInputElement', Object)
vi.stubGlobal('HTMLTextAreaElement', Object)

const { connectMemoryEngine } = await import('../review/testing')
const { useEngineState } = await import('../state/engine-state')
const { useRoute } = await import('../state/route')
const { backToStart, inspect, isAmbiguous, openProject, useOpenFlow } = await import('./flow')

const reading = madeReading({ id: 'a-b', title: 'A and B', pairCount: 3, examples: [] })
const counts = { unreviewed: 3, accepted: 0, corrected: 0, rejected: 0, flagged: 0 }

function project(folder: string): Project {
  const storePath = `${folder}/.deltascribe`
  return madeProject({ folder, name: folder, reading, readings: [reading], pairCount: 3, counts, storePath })
}

let memory: MemoryEngine
/** Inspections of the engine that are not answered yet, by folder. Calling one answers it. */
let looking: Map<string, () => void>
let opened: string[]

beforeEach(() => {
  memory = connectMemoryEngine()
  looking = new Map()
  opened = []
  memory.answers.set('project.inspect', (input) => {
    const { folder } = input as { folder: string }
    return new Promise((resolve) => {
      looking.set(folder, () => resolve({ folder, readings: [reading] }))
    })
  })
  memory.answers.set('project.open', (input) => {
    const { folder } = input as { folder: string }
    opened.push(folder)
    return project(folder)
  })
  useEngineState.setState({ project: project('/present') })
  backToStart()
})

async function lookAt(folder: string): Promise<{ answer(): Promise<void> }> {
  const done = inspect(folder)
  await vi.waitFor(() => expect(looking.has(folder)).toBe(true), 60_000)
  return {
    answer() {
      looking.get(folder)?.()
      return done
    },
  }
}

test('a folder opens when it was looked at', async () => {
  await (await lookAt('/asked')).answer()
  expect(opened).toEqual(['/asked'])
  expect(useRoute.getState().route).toBe('queue')
})

test.each([
  ['cancelled', backToStart],
  ['went on', () => useRoute.getState().go('review')],
])('it stays closed where the person %s meanwhile', async (_, leave) => {
  const asked = await lookAt('/asked')
  leave()
  const { route } = useRoute.getState()
  await asked.answer()
  expect(opened).toEqual([])
  expect(useRoute.getState().route).toBe(route)
  expect(useOpenFlow.getState().step).toEqual({ name: 'start' })
  expect(useEngineState.getState().project?.folder).toBe('/present')
})

test('it stays closed where another was opened meanwhile', async () => {
  const first = await lookAt('/first')
  await openProject('/second', null)
  await first.answer()
  expect(opened).toEqual(['/second'])
  expect(useEngineState.getState().project?.folder).toBe('/second')
})

function readingOf(pairCount: number, leftOutCount = 0): Reading {
  return { id: 'x', title: 'x', pairCount, labelCount: 0, leftOutCount, leftOut: [], examples: [] }
}

test('opens at once where one reading fits well', () => {
  expect(isAmbiguous([readingOf(100)])).toBe(false)
  expect(isAmbiguous([readingOf(100, 3), readingOf(10)])).toBe(false)
})

test('asks where two readings find about as many pairs', () => {
  expect(isAmbiguous([readingOf(100), readingOf(80)])).toBe(true)
})

test('asks where many files belong to no pair', () => {
  expect(isAmbiguous([readingOf(10, 50)])).toBe(true)
})

test('has nothing to ask where nothing was found', () => {
  expect(isAmbiguous([])).toBe(false)
})
