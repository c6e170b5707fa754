import { beforeEach, expect, test, vi } from 'vitest'
import { madeDepth } from '../../testing/made-values'

vi.stubGlobal('window', { addEventListener: () => undefined })

const { connectMemoryEngine } = await import('../testing')
const { useReviewDocument } = await import('../document')
const { forgetWindows, setWindow, useWindowState } = await import('./window-store')

const dark = { low: 0, high: 100 }
const bright = { low: 200, high: 300 }

/** Ends each request to store a window, in order. */
let refusals: ((error: Error) => void)[] = []
let answers: ((value: null) => void)[] = []

const state = (): ReturnType<typeof useWindowState.getState> => useWindowState.getState()

async function open(pairId: number): Promise<void> {
  await useReviewDocument.getState().openPair(pairId)
  useWindowState.setState({ pairId, facts: madeDepth(), draft: null })
}

beforeEach(async () => {
  const memory = connectMemoryEngine()
  refusals = []
  answers = []
  memory.answers.set('pairs.setWindow', () => {
    return new Promise((resolve, reject) => {
      answers.push(resolve)
      refusals.push(reject)
    })
  })
  forgetWindows()
  useReviewDocument.getState().closePair()
  await open(1)
})

async function refuse(request: number): Promise<void> {
  await vi.waitFor(() => expect(refusals.length).toBeGreaterThan(request), 60_000)
  refusals[request](new Error('The disk is full.'))
}

test('a window that is refused is taken back', async () => {
  const setting = setWindow(dark)
  await refuse(0)
  await setting
  expect(state()).toMatchObject({ draft: null, previous: new Map() })
})

test('a window that is refused leaves the one that was set after it', async () => {
  const first = setWindow(dark)
  const second = setWindow(bright)
  await refuse(0)
  await first
  expect(state().draft).toEqual(bright)
  answers[1](null)
  await second
  // never stored, so there is no way back to it
  expect(state().previous).toEqual(new Map([[1, null]]))
})

test('a window that is refused leaves those of another pair', async () => {
  const first = setWindow(dark)
  await open(2)
  const second = setWindow(bright)
  await refuse(0)
  await first
  expect(state().draft).toEqual(bright)
  answers[1](null)
  await second
  expect(state().previous).toEqual(new Map([[2, null]]))
})

test('a window that is refused after another project was opened changes nothing there', async () => {
  const before = setWindow(dark)
  await vi.waitFor(() => expect(answers).toHaveLength(1), 60_000)
  answers[0](null)
  await before
  const late = setWindow(bright)
  forgetWindows()
  await refuse(1)
  await late
  expect(state().previous).toEqual(new Map())
})
