import { describe, expect, it } from 'vitest'
import { applyDiff, reverseDiff } from '../../../src/domain/diff'
import type { Diff } from '../../../src/domain/diff'
import { emptyDocument } from '../../../src/domain/document'
import type { PairDocument } from '../../../src/domain/document'
import * as edits from './edits'

const mask = { size: [2, 2] as [number, number], counts: '04' }

function sample(): PairDocument {
  return {
    ...emptyDocument(),
    regions: ['r1', 'r2'].map((id) => ({
      id,
      category: 'change',
      status: 'proposed',
      mask,
      beforeMask: null,
      source: { kind: 'proposal', proposalId: 1 },
      score: 0.5,
    })),
    captions: ['a red car vanished', 'nothing else', 'third'].map((text, rank) => ({
      id: `c${rank + 1}`,
      text,
      rank,
      source: { kind: 'proposal', proposalId: 1 },
      logProbability: -1,
    })),
    links: [
      { id: 'l1', captionId: 'c1', start: 2, end: 9, regionId: 'r1' },
      { id: 'l2', captionId: 'c2', start: 0, end: 7, regionId: 'r2' },
      { id: 'l3', captionId: 'c1', start: 10, end: 18, regionId: 'r1' },
    ],
  }
}

function after(diff: Diff): PairDocument {
  const document = sample()
  const result = applyDiff(document, diff)
  expect(applyDiff(result, reverseDiff(diff))).toEqual(document)
  return result
}

describe('regions', () => {
  it('are accepted, and accepting twice is no edit', () => {
    expect(after(edits.setStatus(sample(), 'r1', 'accepted')).regions[0].status).toBe('accepted')
    expect(edits.setStatus(sample(), 'r1', 'proposed')).toEqual([])
  })

  it('take a category without the spaces around it, and never an empty one', () => {
    expect(after(edits.setCategory(sample(), 'r2', '  car ')).regions[1].category).toBe('car')
    expect(edits.setCategory(sample(), 'r2', '   ')).toEqual([])
  })

  it('are accepted by naming them, but what was rejected stays so', () => {
    expect(after(edits.setCategory(sample(), 'r2', 'car')).regions[1].status).toBe('accepted')
    const rejected = applyDiff(sample(), edits.setStatus(sample(), 'r2', 'rejected'))
    const named = applyDiff(rejected, edits.setCategory(rejected, 'r2', 'car'))
    expect(named.regions[1]).toMatchObject({ category: 'car', status: 'rejected' })
  })

  it('take their links with them', () => {
    const result = after(edits.removeRegion(sample(), 'r1'))
    expect(result.regions.map(({ id }) => id)).toEqual(['r2'])
    expect(result.links.map(({ id }) => id)).toEqual(['l2'])
  })
})

describe('captions', () => {
  it('are a person’s once edited', () => {
    const result = after(edits.setCaption(sample(), 'c2', 'nothing more '))
    expect(result.captions[1]).toMatchObject({ text: 'nothing more', source: { kind: 'person' } })
  })

  it('are one more where a new proposal took the place of the one that was typed in', () => {
    const result = after(edits.setCaption(sample(), 'gone', 'what a person typed'))
    expect(result.captions.at(-1)).toMatchObject({ text: 'what a person typed', source: { kind: 'person' } })
    expect(edits.setCaption(sample(), 'gone', '  ')).toEqual([])
  })

  it('keep the links whose words were not touched, moved where the words moved', () => {
    const result = after(edits.setCaption(sample(), 'c1', 'a dark red car vanished'))
    const links = result.links.filter(({ captionId }) => captionId === 'c1')
    expect(links.map(({ start, end }) => result.captions[0].text.slice(start, end))).toEqual([
      'red car',
      'vanished',
    ])
  })

  it('lose the links whose words were changed', () => {
    const result = after(edits.setCaption(sample(), 'c1', 'a red van vanished'))
    expect(result.links.map(({ id }) => id).sort()).toEqual(['l2', 'l3'])
  })

  it('are added last and removed without a gap in the ranks', () => {
    expect(after(edits.addCaption(sample(), 'c4')).captions[3].rank).toBe(3)
    const result = after(edits.removeCaption(sample(), 'c1'))
    expect(edits.captionsByRank(result).map(({ id, rank }) => [id, rank])).toEqual([
      ['c2', 0],
      ['c3', 1],
    ])
    expect(result.links.map(({ id }) => id)).toEqual(['l2'])
  })

  it('can be made the first', () => {
    const result = after(edits.makeCaptionFirst(sample(), 'c3'))
    expect(edits.captionsByRank(result).map(({ id }) => id)).toEqual(['c3', 'c1', 'c2'])
    expect(edits.makeCaptionFirst(sample(), 'c1')).toEqual([])
  })
})

it('notes are part of the undoable document', () => {
  expect(after(edits.setNotes(sample(), 'look again')).review.notes).toBe('look again')
  expect(edits.setNotes(sample(), '')).toEqual([])
})
