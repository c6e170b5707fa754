import { beforeEach, describe, expect, test, vi } from 'vitest'
import { encodeRle } from '../../../src/mask/rle'
import type { MemoryEngine } from '../testing'
import type { ToolInput } from '../tools/chart'
import { imagePoint } from './points'
import type { StageSession } from './stage-session'

vi.stubGlobal('window', {})

const { connectMemoryEngine } = await import('../testing')
const { useNotices } = await import('../../ui/notices')
const { useReviewDocument } = await import('../document')
const { useReviewSession } = await import('../session')
const { usePreparing } = await import('../segment/preparing')
const { createStageSession } = await import('./stage-session')

const size = { width: 8, height: 8 }
const filled = encodeRle({ ...size, data: new Uint8Array(64).fill(1, 3, 30) })

let memory: MemoryEngine
let session: StageSession
/** What the model was asked, the newest last. */
let asked: { frame: string; prompts: { points: object[] } }[]
let isBroken: boolean

const open = (): NonNullable<ReturnType<typeof useReviewDocument.getState>['open']> => {
  const { open } = useReviewDocument.getState()
  if (open === null) {
    throw new Error('no pair is open')
  }
  return open
}
const categories = (): string[] => open().document.regions.map(({ category }) => category)
const said = (): string[] => useNotices.getState().notices.map(({ message }) => message)
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

function pointer(type: 'down' | 'move' | 'up', x: number, y: number): ToolInput {
  return { type, at: imagePoint(x, y), isShift: false, isAlt: false }
}

async function click(x: number, y: number): Promise<void> {
  session.input(pointer('down', x, y), 'after')
  session.input(pointer('up', x, y), 'after')
  await settle()
}

beforeEach(async () => {
  memory = connectMemoryEngine()
  asked = []
  isBroken = false
  memory.answers.set('segment.mask', (input) => {
    asked.push(input as (typeof asked)[number])
    if (isBroken) {
      throw new Error('broken')
    }
    return { mask: filled, quality: 1, milliseconds: 1 }
  })
  useNotices.setState({ notices: [] })
  useReviewSession.setState({ category: 'change', selectedRegionId: null })
  useReviewDocument.getState().closePair()
  await useReviewDocument.getState().openPair(1)
  usePreparing.setState({ pairId: 1, state: 'ready' })
  session = createStageSession(open(), size)
})

test('what is painted while the field for its category is empty is a change', async () => {
  session.setTool('brush')
  useReviewSession.setState({ category: ' ' })
  await click(2, 2)
  expect(categories()).toEqual(['change'])
  expect(said()).toEqual([])
})

describe('click to segment', () => {
  beforeEach(() => session.setTool('segment'))

  test('a click that failed does not count in the next mask', async () => {
    isBroken = true
    await click(1, 1)
    isBroken = false
    await click(5, 5)
    expect(asked.at(-1)?.prompts.points).toEqual([{ x: 5, y: 5, isInside: true }])
  })

  test('looks at the image under the pointer', async () => {
    session.input(pointer('move', 2, 2), 'before')
    await settle()
    expect(asked.at(-1)?.frame).toBe('before')
    await click(5, 5)
    session.input(pointer('move', 2, 2), 'before')
    await settle()
    expect(asked.map(({ frame }) => frame)).toEqual(['before', 'after'])
  })

  test('a mask that is shown is kept on going on', async () => {
    await click(5, 5)
    expect(session.finish()).toBe(true)
    expect(categories()).toEqual(['change'])
    expect(session.isBusy()).toBe(false)
  })

  test('it is kept on leaving the place, and told of where it is too late', async () => {
    await click(5, 5)
    session.dispose()
    expect(categories()).toEqual(['change'])
    session.input(pointer('down', 5, 5), 'after')
    session.input(pointer('up', 5, 5), 'after')
    session.dispose()
    expect(said()[0]).toContain('was not ready when you went on')
  })
})

test('an outline that is not closed holds back, and is told of where that is too late', async () => {
  session.setTool('polygon')
  await click(1, 1)
  await click(5, 1)
  expect(session.finish()).toBe(false)
  session.dispose()
  expect(categories()).toEqual([])
  expect(said()).toEqual([expect.stringContaining('pair-1 was not closed')])
})
