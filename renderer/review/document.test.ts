import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ContractError } from '../../src/contract/errors'
import type { MemoryEngine } from './testing'

vi.stubGlobal('window', { addEventListener: () => undefined, clearTimeout })
vi.stubGlobal('navigator', { userAgent: 'test' })
vi.stubGlobal('document', { activeElement: null })
vi.stubGlobal('HTMLTextAreaElement', Object)

const { connectMemoryEngine } = await import('./testing')
const { useNotices } = await import('../state/notices')
const { useReviewDocument } = await import('./document')
const { useEngineState } = await import('../state/engine-state')
const { madeProject } = await import('../testing/made-project')
const { openPair } = await import('../testing/made-pairs')
const { blockUnloadWhileUnsaved } = await import('./commands/unsaved-work')
const { followReview } = await import('./commands/navigation')
const { useCurrentPair } = await import('./session')

let memory: MemoryEngine

const state = (): ReturnType<typeof useReviewDocument.getState> => useReviewDocument.getState()
const texts = (): string[] => state().open?.document.captions.map(({ text }) => text) ?? []
const stored = (): string[] => memory.documents.get(1)?.captions.map(({ text }) => text) ?? []

function write(id: string): Promise<void> {
  const { captions } = state().open?.document ?? { captions: [] }
  const rank = captions.length
  const caption = { id, text: id, rank, source: { kind: 'person' }, logProbability: null } as const
  return state().edit('Caption added', [{ type: 'caption.add', caption, index: rank }])
}

/** Refused: the engine has no caption of this id. */
function writeNowhere(): Promise<void> {
  const { open } = state()
  const lost = { id: 'lost', text: 'a', rank: 9, source: { kind: 'person' }, logProbability: null } as const
  const captions = [...(open?.document.captions ?? []), lost]
  useReviewDocument.setState({ open: open && { ...open, document: { ...open.document, captions } } })
  const change = { type: 'caption.set', captionId: 'lost', from: { text: 'a' }, to: { text: 'b' } } as const
  return state().edit('Caption edited', [change])
}

beforeAll(followReview)

beforeEach(async () => {
  memory = connectMemoryEngine()
  useNotices.setState({ notices: [] })
  useCurrentPair.setState({ pairId: 1 })
  useReviewDocument.setState({ held: [] })
  state().closePair()
  await state().openPair(1)
})

describe('an edit that is refused', () => {
  it('is said each time, and is no more after one that is stored', async () => {
    await writeNowhere()
    await writeNowhere()
    expect(useNotices.getState().notices).toMatchObject([{ level: 'error', count: 2 }])
    expect(state()).toMatchObject({ isRefused: true, unsaved: 0 })
    await write('stored')
    expect(state().isRefused).toBe(false)
  })

  it('is said of its pair, also where the person has gone on', async () => {
    const written = writeNowhere()
    await state().openPair(2)
    await written
    const [notice] = useNotices.getState().notices
    expect(notice.pair).toMatchObject({ pairId: 1, key: 'pair-1' })
  })

  it('leaves a newer one on the screen that is on its way', async () => {
    const newer: Promise<void>[] = []
    memory.onCommand = (command) => {
      if (command === 'pairs.get' && newer.length === 0) {
        newer.push(write('newer'))
      }
    }
    await writeNowhere()
    expect(texts()).toContain('newer')
    await Promise.all(newer)
    expect(texts()).toEqual(['newer'])
  })
})

describe('an edit that the disk stands in the way of', () => {
  const message = 'It is not there any more.'
  const lost = (): never => {
    throw new ContractError({ code: 'cannot-write', path: '/p', message })
  }
  let answer: ((input: unknown) => unknown) | undefined

  beforeEach(async () => {
    answer = memory.answers.get('pairs.edit')
    memory.answers.set('pairs.edit', lost)
    await write('first')
    await write('second')
  })
  const comeBack = (): void => void memory.answers.set('pairs.edit', answer ?? lost)

  it('stays on the screen, also when the pair is left and opened again', async () => {
    expect(state()).toMatchObject({ isRefused: true, unsaved: 0, held: [{}, {}] })
    expect(useNotices.getState().notices).toMatchObject([
      { level: 'error', message: `${message} Your change stays on the screen until then.` },
    ])
    await state().openPair(2)
    expect(texts()).toEqual([])
    await state().openPair(1)
    expect(texts()).toEqual(['first', 'second'])
    expect(stored()).toEqual([])
  })

  it('is stored before the next one, in order', async () => {
    comeBack()
    await write('third')
    expect(stored()).toEqual(['first', 'second', 'third'])
    expect(state()).toMatchObject({ isRefused: false, unsaved: 0, held: [], open: { version: 3 } })
  })

  it('is stored when it is tried again, from another pair too', async () => {
    await state().storeHeld()
    expect(state().held).toHaveLength(2)
    await state().openPair(2)
    comeBack()
    await state().storeHeld()
    expect(stored()).toEqual(['first', 'second'])
    expect(state()).toMatchObject({ isRefused: false, held: [], open: { version: 0 } })
    // what said that it is not stored is not true any more
    expect(useNotices.getState().notices).toEqual([])
  })

  it('is followed by a decision, which stays too and is stored after it', async () => {
    await state().decide('flag')
    await state().openPair(2)
    await state().openPair(1)
    expect(state()).toMatchObject({ held: [{}, {}, { label: 'Flagged' }] })
    expect(state().open?.document.review.state).toBe('flagged')
    comeBack()
    await state().storeHeld()
    expect(state()).toMatchObject({ held: [], isRefused: false, open: { version: 3 } })
    expect(memory.documents.get(1)).toMatchObject({ review: { state: 'flagged' } })
  })

  it('is taken from the screen by undo', async () => {
    await state().undo()
    expect(texts()).toEqual(['first'])
    expect(state()).toMatchObject({ isRefused: true, held: [{}] })
  })

  it('holds the page until it was tried once more', async () => {
    let isClosed = false
    const listener = blockUnloadWhileUnsaved(() => (isClosed = true))
    let isHeld = false
    listener({ preventDefault: () => (isHeld = true) })
    expect(isHeld).toBe(true)
    await expect.poll(() => isClosed).toBe(true)
  })
})

describe('a project that is for looking only', () => {
  it('sends no edit of any kind and shows none, and says each time who has it', async () => {
    useEngineState.setState({ project: madeProject({ viewOnly: { holder: null, hasClosed: false } }) })
    const sent: string[] = []
    memory.onCommand = (command) => sent.push(command)
    try {
      await write('not here')
      await state().undo()
      await state().redo()
      await state().decide('accept')
      await state().adopt(1)
    } finally {
      useEngineState.setState({ project: null })
    }
    expect([sent, texts(), state().unsaved]).toEqual([[], [], 0])
    expect(useNotices.getState().notices).toMatchObject([{ level: 'warning', count: 5 }])
  })
})

describe('a change by somebody else', () => {
  it('is shown where it is stored between two edits of this page', async () => {
    const source = { kind: 'person' } as const
    const theirs = { id: 'theirs', text: 'theirs', rank: 0, source, logProbability: null }
    memory.onCommand = (command) => {
      memory.onCommand = () => undefined
      const diff = [{ type: 'caption.add', caption: theirs, index: 0 }]
      if (command === 'pairs.edit') {
        memory.answers.get('pairs.edit')?.({ pairId: 1, eventId: 'theirs', label: 'Added', diff })
      }
    }
    await write('mine')
    await vi.waitFor(() => expect(texts().toSorted()).toEqual(['mine', 'theirs']), 60_000)
    expect(useNotices.getState().notices).toEqual([])
  })
})

describe('a decision', () => {
  it('is stored although the clock was set back', async () => {
    let sent: unknown = null
    memory.answers.set('pairs.decide', (input) => {
      sent = input
      return { pairId: 1, version: 1, diff: [], undoLabel: null, redoLabel: null }
    })
    useReviewDocument.setState({ openedAt: Date.now() + 60_000 })
    await state().decide('flag')
    expect(sent).toMatchObject({ decision: 'flag', milliseconds: 0 })
  })
})

describe('a change of the pair that is left', () => {
  it('does not drop the pair that was asked for', async () => {
    useCurrentPair.setState({ pairId: 2 })
    const asked = state().openPair(2)
    memory.emit('pair.changed', { pairId: 1, version: 7, isProposal: true })
    await asked
    expect(state().open?.pair.id).toBe(2)
  })
})

describe('a change of the pair that is on its way', () => {
  it('is on the screen with it', async () => {
    const [before, after] = [openPair(memory, 2), { ...openPair(memory, 2), version: 1 }]
    const reads = [before, after]
    memory.answers.set('pairs.get', () => reads.shift())
    useCurrentPair.setState({ pairId: 2 })
    const asked = state().openPair(2)
    memory.emit('pair.changed', { pairId: 2, version: 1, isProposal: true })
    await asked
    await vi.waitFor(() => expect(state().open).toMatchObject({ pair: { id: 2 }, version: 1 }), 60_000)
  })
})

describe('a page that closes', () => {
  it('waits for what is on its way, and closes when it is stored', async () => {
    let isClosed = false
    const listener = blockUnloadWhileUnsaved(() => (isClosed = true))
    const attempt = (): boolean => {
      let isHeld = false
      listener({ preventDefault: () => (isHeld = true) })
      return isHeld
    }
    expect(attempt()).toBe(false)
    const stored = write('typed last')
    expect(attempt()).toBe(true)
    expect(isClosed).toBe(false)
    await stored
    expect(isClosed).toBe(true)
    expect(attempt()).toBe(false)
  })
})
