import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ContractError } from '../../../src/contract/errors'
import type { Diff } from '../../../src/domain/diff'
import { touchedBy } from '../../../src/domain/touched'
import { decodeRle } from '../../../src/mask/rle'
import { madeCaption, madeLink, madeMask, madeRegion } from '../../testing/made-pairs'
import { documentFrom } from '../../../src/domain/review'
import { applyDiff } from '../../../src/domain/diff'
import type { MemoryEngine } from '../testing'

vi.stubGlobal('window', { addEventListener: () => undefined, clearTimeout })
vi.stubGlobal('navigator', { userAgent: 'test' })
vi.stubGlobal('document', { activeElement: null })
vi.stubGlobal('HTMLTextAreaElement', Object)

const { connectMemoryEngine } = await import('../testing')
const { useReviewDocument } = await import('../document')
const { useCurrentPair } = await import('../session')
const { mineOf, useStaleWork } = await import('./stale-work')
const { takeMine, takeTheirs } = await import('./decide')
const { mineDiff } = await import('./mine-diff')
const { rowsOf } = await import('./rows')

let memory: MemoryEngine
const state = (): ReturnType<typeof useReviewDocument.getState> => useReviewDocument.getState()
const works = (): ReturnType<typeof useStaleWork.getState>['works'] => useStaleWork.getState().works

const notes = (from: string, to: string): Diff => [
  { type: 'review.set', from: { notes: from }, to: { notes: to } },
]
const others = [{ actor: 'Ann', at: 1, label: 'Notes edited' }]

/** What Ann does, as the engine of another program would store it. */
function byAnn(diff: Diff): void {
  memory.documents.set(
    1,
    applyDiff(memory.documents.get(1) ?? state().open?.document ?? documentFrom([], []), diff),
  )
  const event = { eventId: crypto.randomUUID(), kind: 'edit', label: 'Notes edited', diff } as const
  memory.events.set(1, [...(memory.events.get(1) ?? []), event])
}

/** Refuses as the store does: what was made on an older version, or builds on what was refused. */
function refuseStale(command: 'pairs.edit' | 'pairs.decide'): void {
  const answer = memory.answers.get(command)
  memory.answers.set(command, (input) => {
    const { madeOn } = input as { madeOn: { version: number; ownEdits: string[] } }
    const since = (memory.events.get(1) ?? []).slice(madeOn.version)
    const isForeign = since.some(({ eventId }) => !madeOn.ownEdits.includes(eventId))
    const stored = new Set((memory.events.get(1) ?? []).map(({ eventId }) => eventId))
    if (isForeign || madeOn.ownEdits.some((id) => !stored.has(id))) {
      throw new ContractError({ code: 'stale', others: isForeign ? others : [], message: 'Stale.' })
    }
    return answer?.(input)
  })
}

beforeEach(async () => {
  memory = connectMemoryEngine()
  refuseStale('pairs.edit')
  refuseStale('pairs.decide')
  useCurrentPair.setState({ pairId: 1 })
  useReviewDocument.setState({ held: [] })
  useStaleWork.setState({ works: [], shown: null })
  state().closePair()
  await state().openPair(1)
})

describe('an edit that is stale', () => {
  it('is kept beside what is stored, with those that build on it', async () => {
    byAnn(notes('', 'by Ann'))
    const first = state().edit('Notes edited', notes('', 'mine'))
    const second = state().edit('Notes edited', notes('mine', 'mine too'))
    await Promise.all([first, second])
    expect(state().open).toMatchObject({ version: 1, document: { review: { notes: 'by Ann' } } })
    expect(works()).toMatchObject([{ pairId: 1, edits: [{}, {}], others }])
    expect(mineOf(works()[0]).review.notes).toBe('mine too')
    expect(rowsOf(works()[0], state().open!.document)).toEqual([
      { part: 'Notes', mine: 'mine too', theirs: 'by Ann' },
    ])
  })

  it('becomes an edit of the newest version where the person takes theirs, and can be undone', async () => {
    byAnn(notes('', 'by Ann'))
    await state().edit('Notes edited', notes('', 'mine'))
    takeMine(works()[0], 'mine')
    await expect.poll(state).toMatchObject({ unsaved: 0, open: { version: 2 } })
    expect(memory.documents.get(1)?.review.notes).toBe('mine')
    expect(works()).toEqual([])
    await state().undo()
    expect(state().open?.document.review.notes).toBe('by Ann')
  })

  it('is let go where the person takes what is stored', async () => {
    byAnn(notes('', 'by Ann'))
    await state().edit('Notes edited', notes('', 'mine'))
    takeTheirs(works()[0])
    expect(works()).toEqual([])
    expect(memory.documents.get(1)?.review.notes).toBe('by Ann')
  })

  it('is nothing to decide where both did the same', async () => {
    byAnn(notes('', 'the same'))
    await state().edit('Notes edited', notes('', 'the same'))
    expect(works()).toEqual([])
  })

  it('is stale too where it was begun before another change was shown', async () => {
    await state().edit('Caption added', [
      {
        type: 'caption.add',
        caption: { id: 'c', text: 'x', rank: 0, source: { kind: 'person' }, logProbability: null },
        index: 0,
      },
    ])
    byAnn(notes('', 'by Ann'))
    await state().openPair(1)
    expect(state().open).toMatchObject({ version: 2, document: { review: { notes: 'by Ann' } } })
    // own edits since then do not count as those of others
    await state().edit('Notes edited', notes('by Ann', 'mine'), crypto.randomUUID(), 0)
    await state().edit('Notes edited', notes('by Ann', 'mine, and more'), crypto.randomUUID(), 0)
    expect(works()).toMatchObject([{ edits: [{}, {}] }])
    expect(mineOf(works()[0]).review.notes).toBe('mine, and more')
    expect(memory.documents.get(1)?.review.notes).toBe('by Ann')
  })

  it('that is a decision is kept as one', async () => {
    byAnn(notes('', 'by Ann'))
    await state().decide('flag')
    expect(works()).toMatchObject([{ edits: [{ decision: 'flag' }] }])
    takeMine(works()[0], 'mine')
    await expect.poll(() => state().open?.document.review.state).toBe('flagged')
    expect(state().open?.document.review.notes).toBe('by Ann')
  })

  it('is kept too where it had to wait for the disk', async () => {
    const answer = memory.answers.get('pairs.edit')
    memory.answers.set('pairs.edit', () => {
      throw new ContractError({ code: 'unavailable', message: 'The database is away.' })
    })
    await state().edit('Notes edited', notes('', 'mine'))
    await state().edit('Notes edited', notes('mine', 'mine too'))
    expect(state().held).toHaveLength(2)
    byAnn(notes('', 'by Ann'))
    memory.answers.set('pairs.edit', answer ?? (() => null))
    await state().storeHeld()
    expect(state()).toMatchObject({ held: [], open: { document: { review: { notes: 'by Ann' } } } })
    expect(mineOf(works()[0]).review.notes).toBe('mine too')
    expect(works()).toHaveLength(1)
  })
})

describe('edits in quick succession', () => {
  it('name those before them, and all are stored', async () => {
    await Promise.all([
      state().edit('Notes edited', notes('', 'a')),
      state().edit('Notes edited', notes('a', 'ab')),
      state().edit('Notes edited', notes('ab', 'abc')),
    ])
    expect(works()).toEqual([])
    expect(memory.documents.get(1)?.review.notes).toBe('abc')
    await state().edit('Notes edited', notes('abc', 'abcd'))
    expect(memory.documents.get(1)?.review.notes).toBe('abcd')
  })
})

describe('the difference to the newest version', () => {
  const [house, road] = [madeRegion(1), madeRegion(2)]
  const said = madeCaption('a house', { id: 'said' })
  const link = madeLink(said, 'house', house)
  const base = documentFrom([house, road], [said], [link])
  const painted: Diff = [
    { type: 'region.mask', regionId: house.id, frame: 'after', flip: madeMask(3) },
    { type: 'region.set', regionId: house.id, from: { category: 'building' }, to: { category: 'shed' } },
  ]
  const mine = applyDiff(base, painted)
  const touched = touchedBy(painted)
  const pixels = (document: typeof base): number =>
    decodeRle(document.regions[0].mask).data.reduce((sum, value) => sum + value, 0)

  it('takes my mask, or joins both, and leaves what I did not touch', () => {
    const theirs = applyDiff(base, [
      { type: 'region.mask', regionId: house.id, frame: 'after', flip: madeMask(2) },
      { type: 'region.set', regionId: house.id, from: { status: 'proposed' }, to: { status: 'accepted' } },
    ])
    const taken = applyDiff(theirs, mineDiff(theirs, mine, touched, 'mine'))
    expect(taken.regions[0]).toMatchObject({
      mask: mine.regions[0].mask,
      category: 'shed',
      status: 'accepted',
    })
    const joined = applyDiff(theirs, mineDiff(theirs, mine, touched, 'joined'))
    expect([pixels(mine), pixels(theirs), pixels(joined)]).toEqual([128, 128, 192])
  })

  it('brings a region back that they removed, and removes one that I did', () => {
    const without = documentFrom([road], [said], [])
    const back = applyDiff(without, mineDiff(without, mine, touched, 'mine'))
    expect(back.regions.map(({ id }) => id)).toEqual([road.id, house.id])
    const removed = touchedBy([{ type: 'region.remove', region: house, index: 0 }])
    const left = applyDiff(base, mineDiff(base, without, removed, 'mine'))
    expect(left).toMatchObject({ regions: [road], links: [] })
  })

  it('takes my text with its links', () => {
    const mineText = {
      ...base,
      captions: [{ ...said, text: 'one house' }],
      links: [{ ...link, start: 4, end: 9 }],
    }
    const theirs = {
      ...base,
      captions: [{ ...said, text: 'a new house' }],
      links: [{ ...link, start: 6, end: 11 }],
    }
    const text = touchedBy([
      { type: 'caption.set', captionId: 'said', from: { text: 'a house' }, to: { text: 'one house' } },
    ])
    expect(applyDiff(theirs, mineDiff(theirs, mineText, text, 'mine'))).toEqual(mineText)
    expect(mineDiff(mineText, mineText, text, 'mine')).toEqual([])
  })

  it('is none where nothing differs', () => {
    expect(mineDiff(mine, mine, touched, 'mine')).toEqual([])
  })
})
