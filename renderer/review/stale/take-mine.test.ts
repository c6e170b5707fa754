import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ContractError } from '../../../src/contract/errors'
import type { Failure } from '../../../src/contract/errors'
import { applyDiff } from '../../../src/domain/diff'
import type { Diff } from '../../../src/domain/diff'
import { documentFrom } from '../../../src/domain/review'
import { madeMask, madeRegion } from '../../testing/made-pairs'
import type { MemoryEngine } from '../testing'

vi.stubGlobal('window', { addEventListener: () => undefined, clearTimeout })
vi.stubGlobal('navigator', { userAgent: 'test' })
vi.stubGlobal('document', { activeElement: null })
vi.stubGlobal('HTMLTextAreaElement', Object)

const { connectMemoryEngine } = await import('../testing')
const { useReviewDocument } = await import('../document')
const { useCurrentPair } = await import('../session')
const { useClaims } = await import('../../state/claims')
const { useEngineState } = await import('../../state/engine-state')
const { useNotices } = await import('../../state/notices')
const { mineOf, useStaleWork } = await import('./stale-work')
const { takeMine, takeTheirs, worksHere } = await import('./decide')
const { isEverythingStored } = await import('../commands/unsaved-work')

let memory: MemoryEngine
const state = (): ReturnType<typeof useReviewDocument.getState> => useReviewDocument.getState()
const works = (): ReturnType<typeof worksHere> => worksHere(useStaleWork.getState().works, undefined)
const stored = (): string | undefined => memory.documents.get(1)?.review.notes
const said = (): string[] => useNotices.getState().notices.map(({ message }) => message)

const notes = (from: string, to: string): Diff => [
  { type: 'review.set', from: { notes: from }, to: { notes: to } },
]
const by = (actor: string) => [{ actor, at: 1, label: 'Notes edited' }]
const stale = (actor: string): Failure => ({ code: 'stale', others: by(actor), message: 'Stale.' })

/** What another does, as the engine of another program would store it. */
function byAnother(diff: Diff): void {
  const present = memory.documents.get(1) ?? state().open?.document ?? documentFrom([], [])
  memory.documents.set(1, applyDiff(present, diff))
  const event = { eventId: crypto.randomUUID(), kind: 'edit', label: 'Notes edited', diff } as const
  memory.events.set(1, [...(memory.events.get(1) ?? []), event])
}

type Command = 'pairs.edit' | 'pairs.decide'

/** Until the returned function is called. */
function refuse(command: Command, failure: Failure): () => void {
  const answer = memory.answers.get(command)!
  memory.answers.set(command, () => {
    throw new ContractError(failure)
  })
  return () => memory.answers.set(command, answer)
}

/** Until the returned function is called. */
function delay(command: Command): () => void {
  const answer = memory.answers.get(command)!
  const ends: (() => void)[] = []
  const ended = new Promise<void>((resolve) => ends.push(resolve))
  memory.answers.set(command, (input) => ended.then(() => answer(input)))
  return () => ends.forEach((end) => end())
}

/** Ann has written notes, so that the same edit that is made here is not stored. */
async function withStaleNotes(): Promise<void> {
  byAnother(notes('', 'by Ann'))
  const answerAgain = refuse('pairs.edit', stale('Ann'))
  await state().edit('Notes edited', notes('', 'mine'))
  answerAgain()
  expect(works()).toHaveLength(1)
}

const someoneAtIt = { pairId: 1, holder: 'page-of-ann', name: 'Ann' }

beforeEach(async () => {
  memory = connectMemoryEngine()
  useCurrentPair.setState({ pairId: 1 })
  useReviewDocument.setState({ held: [] })
  useStaleWork.setState({ works: [], shown: null })
  useClaims.setState({ claims: [], ownId: 1, lookedAtId: null })
  useNotices.setState({ notices: [] })
  useEngineState.setState({ person: null })
  state().closePair()
  await state().openPair(1)
})

describe('the version that a person takes', () => {
  it.each([
    ['that this page only looks at', { lookedAtId: 1, ownId: null }],
    ['that was taken over', { lookedAtId: null, ownId: 1 }],
  ])('is kept where another is at the pair, %s', async (_, claim) => {
    await withStaleNotes()
    useClaims.setState({ claims: [someoneAtIt], ...claim })
    takeMine(works()[0], 'mine')
    await expect.poll(said).toEqual(['Ann is at this pair: take it over to edit it.'])
    expect(works()).toHaveLength(1)
    expect(mineOf(works()[0]).review.notes).toBe('mine')
    useClaims.setState({ claims: [] })
    takeMine(works()[0], 'mine')
    await expect.poll(stored).toBe('mine')
    expect(works()).toEqual([])
  })

  it('is kept where the role is viewer by now', async () => {
    await withStaleNotes()
    useEngineState.setState({ person: { name: 'Rita', role: 'viewer' } })
    takeMine(works()[0], 'mine')
    expect(works()).toHaveLength(1)
    expect(said()).toHaveLength(1)
  })

  it('is no choice any more while it is stored, and still counts as not stored', async () => {
    await withStaleNotes()
    const answer = delay('pairs.edit')
    takeMine(works()[0], 'mine')
    expect(works()).toEqual([])
    expect(useStaleWork.getState()).toMatchObject({ shown: null, works: [{ pairId: 1 }] })
    expect(isEverythingStored()).toBe(false)
    answer()
    await expect.poll(() => useStaleWork.getState().works).toEqual([])
    expect(stored()).toBe('mine')
    expect(state().unsaved).toBe(0)
  })

  it.each<[string, Failure]>([
    ['the role was taken away', { code: 'forbidden', message: 'Your role (viewer) may not do this.' }],
    ['the engine fails', { code: 'internal', message: 'Unexpected.' }],
    ['the folder cannot be read', { code: 'folder-unreadable', path: '/pairs', message: 'It is gone.' }],
  ])('comes back where %s', async (_, failure) => {
    await withStaleNotes()
    const answerAgain = refuse('pairs.edit', failure)
    takeMine(works()[0], 'mine')
    await expect.poll(works).toHaveLength(1)
    expect(mineOf(works()[0]).review.notes).toBe('mine')
    await expect.poll(() => state().open?.document.review.notes).toBe('by Ann')
    answerAgain()
    takeMine(works()[0], 'mine')
    await expect.poll(stored).toBe('mine')
    expect(works()).toEqual([])
  })

  it('comes back with both others where a third has changed the same meanwhile', async () => {
    await withStaleNotes()
    const answerAgain = refuse('pairs.edit', stale('Rolf'))
    byAnother(notes('by Ann', 'by Rolf'))
    takeMine(works()[0], 'mine')
    await expect.poll(works).toMatchObject([{ others: [{ actor: 'Ann' }, { actor: 'Rolf' }] }])
    expect(mineOf(works()[0]).review.notes).toBe('mine')
    await expect.poll(() => state().open?.document.review.notes).toBe('by Rolf')
    answerAgain()
    takeMine(works()[0], 'mine')
    await expect.poll(stored).toBe('mine')
    expect(useStaleWork.getState().works).toEqual([])
  })

  it('comes back whole where its changes are refused and its decision is stale for that', async () => {
    await withStaleNotes()
    const decideAgain = refuse('pairs.decide', stale('Ann'))
    await state().decide('flag')
    decideAgain()
    useStaleWork.setState(({ works: [first, second] }) => ({
      works: [{ ...first, edits: [...first.edits, ...(second?.edits ?? [])] }],
    }))
    const answers = [refuse('pairs.edit', { code: 'internal', message: 'Unexpected.' })]
    answers.push(refuse('pairs.decide', { code: 'stale', others: [], message: 'Stale.' }))
    takeMine(works()[0], 'mine')
    await expect.poll(works).toMatchObject([{ edits: [{ decision: null }, { decision: 'flag' }] }])
    answers.forEach((answer) => answer())
    takeMine(works()[0], 'mine')
    await expect
      .poll(() => memory.documents.get(1)?.review)
      .toMatchObject({ state: 'flagged', notes: 'mine' })
    await expect.poll(() => useStaleWork.getState().works).toEqual([])
  })

  it('is kept until the disk has room, and comes back where it is refused then', async () => {
    await withStaleNotes()
    let answerAgain = refuse('pairs.edit', { code: 'unavailable', message: 'The database is away.' })
    takeMine(works()[0], 'mine')
    await expect.poll(() => state().held).toHaveLength(1)
    expect([works().length, useStaleWork.getState().works.length]).toEqual([0, 1])
    answerAgain()
    answerAgain = refuse('pairs.edit', { code: 'forbidden', message: 'Your role (viewer) may not do this.' })
    await state().storeHeld()
    expect(state().held).toEqual([])
    expect(mineOf(works()[0]).review.notes).toBe('mine')
    answerAgain()
    takeMine(works()[0], 'mine')
    await expect.poll(stored).toBe('mine')
    expect(useStaleWork.getState().works).toEqual([])
  })

  it('comes back where it waits for the disk and is undone', async () => {
    await withStaleNotes()
    const answerAgain = refuse('pairs.edit', { code: 'unavailable', message: 'The database is away.' })
    takeMine(works()[0], 'mine')
    await expect.poll(() => state().held).toHaveLength(1)
    await state().undo()
    expect(state().held).toEqual([])
    expect(works()).toHaveLength(1)
    answerAgain()
  })

  it('is let go by the other choice alone', async () => {
    await withStaleNotes()
    takeTheirs(works()[0])
    expect(useStaleWork.getState().works).toEqual([])
    expect(stored()).toBe('by Ann')
  })
})

describe('both masks, joined', () => {
  const house = madeRegion(1)
  const flipped = (place: number): Diff => [
    { type: 'region.mask', regionId: house.id, frame: 'after', flip: madeMask(place) },
  ]

  it('leave the own mask to be chosen where they are refused', async () => {
    byAnother([{ type: 'region.add', region: house, index: 0 }])
    await state().openPair(1)
    byAnother(flipped(2))
    const answerAgain = refuse('pairs.edit', stale('Ann'))
    await state().edit('Brush', flipped(3))
    const [work] = works()
    const own = mineOf(work)
    takeMine(work, 'joined')
    await expect.poll(() => state().unsaved).toBe(0)
    expect(works()).toHaveLength(1)
    expect(mineOf(works()[0])).toEqual(own)
    answerAgain()
    takeMine(works()[0], 'mine')
    await expect.poll(() => memory.documents.get(1)?.regions[0].mask).toEqual(own.regions[0].mask)
  })
})
