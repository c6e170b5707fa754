import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Project } from '../../../src/contract/project'
import type { OpenPair } from '../../../src/contract/pairs'
import type { Region } from '../../../src/domain/document'
import { encodeRle, rleArea } from '../../../src/mask/rle'
import type { Rle } from '../../../src/mask/rle'
import { encodeTiles } from '../paint/tile-rle'
import type { MemoryEngine } from '../testing'
import type { ToolInput } from '../tools/tool'
import { imagePoint } from './camera'
import type { StageSession as Session } from './stage-session'

vi.stubGlobal('window', {})
vi.stubGlobal('document', { activeElement: null })
vi.stubGlobal('HTMLInputElement', Object)
vi.stubGlobal('HTMLTextAreaElement', Object)

const { connectMemoryEngine } = await import('../testing')
const { closeProject } = await import('../../open/flow')
const { useEngineState } = await import('../../state/engine-state')
const { useNotices } = await import('../../state/notices')
const { useReviewDocument } = await import('../document')
const { useReviewSession } = await import('../session')
const { usePreparing } = await import('../tools/segment/segment')
const { hideDifference, showDifference } = await import('../commands/mask-difference')
const { blockUnloadWhileUnsaved } = await import('../commands/unsaved-work')
const { showStage } = await import('./stage-session')
const { StageSession } = await import('./stage-session')

const size = { width: 8, height: 8 }
const filled = encodeRle({ ...size, data: new Uint8Array(64).fill(1, 3, 30) })
/** Around one hole, at 3, 3. */
const ring = encodeRle({
  ...size,
  data: Uint8Array.from({ length: 64 }, (_, at) => {
    const apart = Math.max(Math.abs((at % 8) - 3), Math.abs(Math.floor(at / 8) - 3))
    return apart === 1 ? 1 : 0
  }),
})

let memory: MemoryEngine
let session: Session
/** Requests to the model, the newest last. */
let asked: { frame: string; prompts: { points: object[] } }[]
let isBroken: boolean
let answer: Rle
let pairOne: OpenPair

const open = (): OpenPair => {
  const { open } = useReviewDocument.getState()
  if (open === null) {
    throw new Error('no pair is open')
  }
  return open
}
const categories = (): string[] => open().document.regions.map(({ category }) => category)
const said = (): string[] => useNotices.getState().notices.map(({ message }) => message)
const areaOf = (index: number): number => rleArea(open().document.regions[index].mask)
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

function pointer(type: 'down' | 'move' | 'up', x: number, y: number): ToolInput {
  return { type, at: imagePoint(x, y), isShift: false, isAlt: false }
}

/** Does not wait for the result. */
function press(x: number, y: number): void {
  session.input(pointer('down', x, y), 'after')
  session.input(pointer('up', x, y), 'after')
}

async function click(x: number, y: number): Promise<void> {
  press(x, y)
  await settle()
}

beforeEach(async () => {
  memory = connectMemoryEngine()
  asked = []
  isBroken = false
  answer = filled
  memory.answers.set('segment.mask', (input) => {
    asked.push(input as (typeof asked)[number])
    if (isBroken) {
      throw new Error('broken')
    }
    return { mask: answer, quality: 1, milliseconds: 1 }
  })
  useNotices.setState({ notices: [] })
  useReviewSession.setState({ category: 'change', selectedRegionId: null })
  useReviewDocument.getState().closePair()
  await useReviewDocument.getState().openPair(1)
  usePreparing.setState({ pairId: 1, state: 'ready' })
  pairOne = open()
  session = new StageSession(pairOne, size)
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

describe('clicks that wait', () => {
  beforeEach(() => session.setTool('segment'))

  test('are kept on taking up another tool, also before their mask is there', async () => {
    await click(5, 5)
    session.setTool('brush')
    expect(categories()).toEqual(['change'])
    session.setTool('segment')
    press(1, 1)
    session.setTool('brush')
    expect(session.isKeeping()).toBe(true)
    await settle()
    expect(categories()).toEqual(['change', 'change'])
    expect(said()).toEqual([])
  })

  test('are kept under the category that was set then, and leave what another tool works on chosen', async () => {
    press(1, 1)
    session.setTool('brush')
    useReviewSession.setState({ category: 'house', brushSize: 1 })
    press(7, 7)
    const { selectedRegionId } = useReviewSession.getState()
    expect(selectedRegionId).toBe(open().document.regions[0].id)
    await settle()
    expect(categories()).toEqual(['house', 'change'])
    expect(useReviewSession.getState().selectedRegionId).toBe(selectedRegionId)
  })

  test('are kept on clicking in the other image', async () => {
    await click(5, 5)
    session.input(pointer('down', 1, 1), 'before')
    session.input(pointer('up', 1, 1), 'before')
    await settle()
    expect(categories()).toEqual(['change'])
    session.finish()
    expect(open().document.regions.map(({ beforeMask }) => beforeMask !== null)).toEqual([false, true])
  })

  test('leave what is painted while their mask is still coming', async () => {
    await click(5, 5)
    session.finish()
    session.store.sync(open().document.regions)
    const [{ id }] = open().document.regions
    useReviewSession.setState({ selectedRegionId: id })
    answer = ring
    press(1, 1)
    session.setTool('brush')
    useReviewSession.setState({ brushSize: 1 })
    press(7, 7)
    await settle()
    expect(areaOf(0)).toBe(9)
  })

  test('are kept before holes are filled, and filled with them', async () => {
    await click(5, 5)
    session.finish()
    session.store.sync(open().document.regions)
    useReviewSession.setState({ selectedRegionId: open().document.regions[0].id })
    answer = ring
    await click(5, 5)
    session.fillHoles()
    expect(areaOf(0)).toBe(9)
    session.store.sync(open().document.regions)
    expect(session.shown('after').map(({ mask }) => encodeTiles(mask))).toEqual([
      open().document.regions[0].mask,
    ])
  })

  test('are told of where the folder was closed, and never come to another pair', async () => {
    await click(5, 5)
    useReviewDocument.getState().closePair()
    session.dispose()
    expect(said()).toEqual([expect.stringContaining('pair-1 was not kept: the pair was closed')])
    useNotices.setState({ notices: [] })
    session = new StageSession(pairOne, size)
    session.setTool('segment')
    await useReviewDocument.getState().openPair(1)
    press(5, 5)
    session.finish()
    await useReviewDocument
      .getState()
      .openPair(2, Promise.resolve({ ...open(), pair: { ...open().pair, id: 2 } }))
    await settle()
    expect(categories()).toEqual([])
    expect(said()).toHaveLength(1)
  })

  test('hold a page that is to close until their mask is stored', async () => {
    const hide = showStage(session)
    const close = vi.fn<() => void>()
    const preventDefault = vi.fn<() => void>()
    await click(5, 5)
    blockUnloadWhileUnsaved(close)({ preventDefault })
    expect(preventDefault).toHaveBeenCalledTimes(1)
    await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1), 60_000)
    expect(memory.documents.get(1)?.regions).toHaveLength(1)
    press(1, 1)
    blockUnloadWhileUnsaved(close)({ preventDefault })
    expect(preventDefault).toHaveBeenCalledTimes(2)
    await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(2), 60_000)
    expect(memory.documents.get(1)?.regions).toHaveLength(2)
    hide()
  })

  test.each(['is empty', 'fails'])('hold it no longer once it is known that their mask %s', async (how) => {
    const hide = showStage(session)
    const close = vi.fn<() => void>()
    answer = encodeRle({ ...size, data: new Uint8Array(64) })
    isBroken = how === 'fails'
    press(5, 5)
    blockUnloadWhileUnsaved(close)({ preventDefault: () => undefined })
    await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1), 60_000)
    expect(categories()).toEqual([])
    hide()
  })

  test('are kept before their project is closed', async () => {
    const hide = showStage(session)
    useEngineState.setState({ project: { storePath: 'here' } as Project })
    memory.answers.set('project.close', () => {
      useReviewDocument.getState().closePair()
      session.dispose()
      hide()
      return null
    })
    press(5, 5)
    await closeProject()
    expect(memory.documents.get(1)?.regions).toHaveLength(1)
    expect(said()).toEqual([])
    expect(useEngineState.getState().project).toBe(null)
  })

  test('say that their project closes once they are stored, where that takes a while', async () => {
    const hide = showStage(session)
    useEngineState.setState({ project: { storePath: 'here' } as Project })
    memory.answers.set('project.close', () => null)
    const waiting: (() => void)[] = []
    memory.answers.set('segment.mask', async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { mask: answer, quality: 1, milliseconds: 1 }
    })
    press(5, 5)
    const closing = closeProject()
    await vi.waitFor(() => expect(said()).toEqual([expect.stringContaining('closes then')]), 60_000)
    expect(useEngineState.getState().project).not.toBe(null)
    waiting.shift()?.()
    await closing
    expect(memory.documents.get(1)?.regions).toHaveLength(1)
    expect(useEngineState.getState().project).toBe(null)
    hide()
  })
})

test('an outline that is not closed holds no window, and a browser asks about it', async () => {
  const hide = showStage(session)
  session.setTool('polygon')
  await click(1, 1)
  const preventDefault = vi.fn<() => void>()
  blockUnloadWhileUnsaved(() => undefined)({ preventDefault })
  expect(preventDefault).not.toHaveBeenCalled()
  blockUnloadWhileUnsaved(null)({ preventDefault })
  expect(preventDefault).toHaveBeenCalledTimes(1)
  session.dispose()
  hide()
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

function regionOf(mask: Rle): Region {
  return {
    id: 'one',
    category: 'tree',
    status: 'proposed',
    mask,
    beforeMask: null,
    source: { kind: 'imported' },
    score: null,
  }
}

test('the difference of two masks stands in for the regions, in three parts, until it is hidden', () => {
  const repainted: string[] = []
  session.store.onChange((frame) => repainted.push(frame))
  const before = session.shown('after').map(({ category }) => category)
  showDifference({ pairId: 1, proposalId: 7, size }, [regionOf(ring)], [regionOf(filled)])
  const parts = session.shown('after')
  expect(parts.map(({ category }) => category)).toEqual(['only in this', 'only in the other', 'in both'])
  const [only, other, both] = parts.map(({ mask }) => rleArea(encodeTiles(mask)))
  expect([only + both, other + both]).toEqual([rleArea(ring), rleArea(filled)])
  expect(new Set(repainted)).toEqual(new Set(['after', 'before']))
  hideDifference()
  expect(session.shown('after').map(({ category }) => category)).toEqual(before)
})
