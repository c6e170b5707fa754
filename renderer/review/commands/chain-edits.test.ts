import { describe, expect, it } from 'vitest'
import { emptyDocument } from '../../../src/domain/document'
import type { Caption, Link, PairDocument, Region, RegionStatus } from '../../../src/domain/document'
import { applyDiff, reverseDiff } from '../../../src/domain/diff'
import type { Diff } from '../../../src/domain/diff'
import { encodeRle } from '../../../src/mask/rle'
import {
  addModelCaption,
  answerToReplace,
  captionToReplace,
  replaceCaption,
  stillFitting,
  takeCaption,
  takeMasksAtThreshold,
  takeRegions,
} from './chain-edits'
import { captionsByRank } from './edits'

const said = { kind: 'model', model: 'ccrc-base', version: '1' } as const

function region(id: string, status: RegionStatus, pixel: number): Region {
  const data = new Uint8Array(4)
  data[pixel] = 1
  const mask = encodeRle({ width: 2, height: 2, data })
  return { id, category: 'moved', status, mask, beforeMask: null, source: said, score: 0.5 }
}

function caption(id: string, text: string, rank: number, source: Caption['source'] = said): Caption {
  return { id, text, rank, source, logProbability: -1 }
}

const link = (id: string, captionId: string, regionId: string): Link => ({
  id,
  captionId,
  start: 0,
  end: 3,
  regionId,
})

function sample(): PairDocument {
  return {
    ...emptyDocument(),
    regions: [region('r1', 'accepted', 0), region('r2', 'proposed', 1), region('r3', 'rejected', 2)],
    captions: [
      caption('c1', 'the cube', 0, { kind: 'proposal', proposalId: 1 }),
      caption('c2', 'a person wrote this', 1, { kind: 'person' }),
      caption('c3', 'the ball', 2, { kind: 'proposal', proposalId: 1 }),
    ],
    links: [link('l1', 'c1', 'r1'), link('l2', 'c1', 'r2'), link('l3', 'c3', 'r2')],
  }
}

function after(diff: Diff): PairDocument {
  const document = sample()
  const result = applyDiff(document, diff)
  expect(applyDiff(result, reverseDiff(diff))).toEqual(document)
  return result
}

const texts = (document: PairDocument): string[] => captionsByRank(document).map(({ text }) => text)

describe('a caption from the mask', () => {
  const best = caption('n1', 'the pyramid', 0)
  const links = [link('k1', 'n1', 'r2'), link('k2', 'n1', 'gone'), link('k3', 'n2', 'r1')]

  it('takes the place of the one in hand with its own links, and sends away what a model wrote before', () => {
    const result = after(takeCaption(sample(), 'c1', best, links))
    expect(texts(result)).toEqual(['the pyramid', 'a person wrote this'])
    expect(result.captions[0]).toMatchObject({ id: 'c1', source: said })
    expect(result.links).toEqual([{ ...link('k1', 'c1', 'r2'), id: expect.any(String) as string }])
  })

  it('leaves the one in hand where a person wrote it', () => {
    const [proposed, written] = sample().captions
    expect(captionToReplace(proposed)).toBe('c1')
    expect(captionToReplace(written)).toBeNull()
    expect(captionToReplace(null)).toBeNull()
    expect(answerToReplace(proposed)).toBeNull()
    expect(answerToReplace({ ...proposed, source: best.source })).toBe('c1')
  })

  it('becomes another where there is none to replace', () => {
    const result = after(takeCaption(sample(), null, best, links))
    expect(texts(result)).toEqual(['a person wrote this', 'the pyramid'])
    expect(result.links).toMatchObject([{ captionId: 'n1', regionId: 'r2' }])
  })

  it('can be another of those offered, which leaves the rest alone', () => {
    const result = after(replaceCaption(sample(), 'c3', caption('n2', 'the cone', 1), links))
    expect(texts(result)).toEqual(['the cube', 'a person wrote this', 'the cone'])
    expect(result.links.map(({ captionId, regionId }) => [captionId, regionId])).toEqual([
      ['c1', 'r1'],
      ['c1', 'r2'],
      ['c3', 'r1'],
    ])
  })

  it('can come beside the others', () => {
    expect(texts(after(addModelCaption(sample(), best, [])))).toHaveLength(4)
  })
})

describe('masks at another threshold', () => {
  const cut = {
    regions: [region('n1', 'proposed', 3), region('n2', 'proposed', 0), region('n3', 'proposed', 1)],
    captions: [caption('k1', 'the cone', 0), caption('k2', 'a cone', 1)],
    links: [link('m1', 'k1', 'n1'), link('m2', 'k2', 'n2')],
  }

  it('take the place of proposed regions and of captions that a model wrote, while nothing is decided', () => {
    const document = { ...sample(), regions: [region('r2', 'proposed', 1)], links: [] }
    const result = applyDiff(document, takeMasksAtThreshold(document, cut, 0.2))
    expect(result.regions.map(({ id }) => id)).toEqual(['n1', 'n2', 'n3'])
    expect(texts(result)).toEqual(['a person wrote this', 'the cone', 'a cone'])
    expect(result.threshold).toBe(0.2)
    expect(result.links).toMatchObject([
      { captionId: 'k1', regionId: 'n1' },
      { captionId: 'k2', regionId: 'n2' },
    ])
  })

  it('leave the captions and what was accepted or rejected, and words point at what covers the same', () => {
    const result = after(takeMasksAtThreshold(sample(), cut, 0.2))
    // n2 covers the accepted r1, which stays in its place, and n3 the undecided r2
    expect(result.regions.map(({ id }) => id)).toEqual(['r1', 'r3', 'n1', 'n3'])
    expect(result.captions).toEqual(sample().captions)
    expect(result.links.map(({ id, captionId, regionId }) => [id, captionId, regionId])).toEqual([
      ['l1', 'c1', 'r1'],
      ['l2', 'c1', 'n3'],
      ['l3', 'c3', 'n3'],
    ])
  })

  it('mark nothing again that was rejected or is part of what was accepted', () => {
    const [accepted, , rejected] = sample().regions
    const mask = encodeRle({ width: 2, height: 2, data: new Uint8Array([1, 1, 0, 1]) })
    const document = { ...sample(), regions: [{ ...accepted, mask }, rejected], links: [] }
    const parts = [region('n1', 'proposed', 1), region('n2', 'proposed', 2)]
    expect(takeMasksAtThreshold(document, { ...cut, regions: parts }, 0.2)).toEqual([])
  })

  it.each(['accepted', 'corrected', 'rejected'] as const)('change nothing of a pair that is %s', (state) => {
    const document = { ...sample(), review: { ...sample().review, state } }
    expect(takeMasksAtThreshold(document, cut, 0.2)).toEqual([])
  })
})

describe('regions from the caption', () => {
  const written = { id: 'c2', text: 'a person wrote this' }

  it('take the place of those that nobody accepted, and words point at them', () => {
    const result = after(
      takeRegions(sample(), written, [region('n1', 'proposed', 3)], [link('k1', 'c2', 'n1')]),
    )
    expect(result.regions.map(({ id }) => id)).toEqual(['r1', 'r3', 'n1'])
    expect(result.links.map(({ id, regionId }) => [id, regionId])).toEqual([
      ['l1', 'r1'],
      ['k1', 'n1'],
    ])
  })

  it('are the accepted ones where they cover the same', () => {
    const result = after(
      takeRegions(sample(), written, [region('n1', 'proposed', 0)], [link('k1', 'c2', 'n1')]),
    )
    expect(result.regions.map(({ id }) => id)).toEqual(['r1', 'r3'])
    expect(result.links.at(-1)).toMatchObject({ id: 'k1', regionId: 'r1' })
  })

  it('are others where the accepted ones were marked on another size of the image', () => {
    const mask = encodeRle({ width: 3, height: 2, data: new Uint8Array(6).fill(1) })
    const diff = takeRegions(sample(), written, [{ ...region('n1', 'proposed', 0), mask }], [])
    expect(after(diff).regions.map(({ id }) => id)).toEqual(['r1', 'r3', 'n1'])
  })

  it('are none where the caption says so', () => {
    expect(after(takeRegions(sample(), written, [], [])).regions.map(({ id }) => id)).toEqual(['r1', 'r3'])
  })

  it('leave what a person drew, whatever is said of it now', () => {
    const drawn = { ...region('r4', 'proposed', 3), source: { kind: 'person' } as const }
    const document = { ...sample(), regions: [...sample().regions, drawn] }
    const diff = takeRegions(document, written, [region('n1', 'proposed', 1)], [])
    expect(applyDiff(document, diff).regions.map(({ id }) => id)).toEqual(['r1', 'r3', 'r4', 'n1'])
  })

  it('are spoken of by the words that stand, where the caption was written in meanwhile', () => {
    const asked = { id: 'c2', text: 'wrote this' }
    const links = [{ ...link('k1', 'c2', 'n1'), end: 5 }]
    const result = after(takeRegions(sample(), asked, [region('n1', 'proposed', 3)], links))
    expect(result.links.at(-1)).toMatchObject({ id: 'k1', start: 9, end: 14 })
    const other = { id: 'c2', text: 'another text' }
    const changed = after(takeRegions(sample(), other, [region('n1', 'proposed', 3)], links))
    expect(changed.links.map(({ id }) => id)).toEqual(['l1'])
  })
})

describe('ways to go on', () => {
  const captions = [caption('n1', 'the cube is gone', 0), caption('n2', 'the cube moved', 1)]
  const fitting = (head: string): string[] => stillFitting(captions, 'the cube', head).map(({ id }) => id)

  it('are those that go on with what was typed while they were thought of', () => {
    expect(fitting('the cube')).toEqual(['n1', 'n2'])
    expect(fitting('the cube i')).toEqual(['n1'])
    expect(fitting('a ball')).toEqual([])
  })
})
