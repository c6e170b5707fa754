import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { applyDiff, DiffError, replaceContent, reverseDiff } from './diff'
import type { Change } from './diff'
import { emptyDocument } from './document'
import type { PairDocument, Region } from './document'

const side = 6

function maskOf(bits: readonly number[]): Rle {
  return encodeRle({ width: side, height: side, data: Uint8Array.from(bits) })
}

const masks = fc.array(fc.constantFrom(0, 1), { minLength: side * side, maxLength: side * side }).map(maskOf)

function regionOf(id: string, mask: Rle): Region {
  return {
    id,
    category: 'change',
    status: 'proposed',
    mask,
    beforeMask: null,
    source: { kind: 'person' },
    score: null,
  }
}

const documents = fc.array(masks, { minLength: 1, maxLength: 4 }).map(documentOf)

function documentOf(given: readonly Rle[]): PairDocument {
  const captions = [
    { id: 'c0', text: 'a tree is gone', rank: 0, source: { kind: 'person' as const }, logProbability: null },
  ]
  return { ...emptyDocument(), regions: given.map((mask, index) => regionOf(`r${index}`, mask)), captions }
}

/** Any change that fits the document. */
function changesOf(document: PairDocument): fc.Arbitrary<Change> {
  const regions = fc
    .nat({ max: document.regions.length - 1 })
    .map((index) => ({ region: document.regions[index], index }))
  return fc.oneof(
    fc
      .tuple(regions, masks, fc.constantFrom('before' as const, 'after' as const))
      .map(([{ region }, flip, frame]) => ({
        type: 'region.mask' as const,
        regionId: region.id,
        frame,
        flip,
      })),
    regions.map(({ region, index }) => ({ type: 'region.remove' as const, region, index })),
    masks.map((mask) => ({ type: 'region.add' as const, region: regionOf('new', mask), index: 1 })),
    fc.string().map((text) => ({
      type: 'caption.set' as const,
      captionId: 'c0',
      from: { text: document.captions[0].text },
      to: { text },
    })),
    fc.string().map((notes) => ({ type: 'review.set' as const, from: { notes: '' }, to: { notes } })),
    fc
      .double({ min: 0, max: 1, noNaN: true })
      .map((to) => ({ type: 'threshold.set' as const, from: null, to })),
  )
}

describe('D: diffs', () => {
  test('D1: a diff followed by its reverse leaves any document as it was', () => {
    fc.assert(
      fc.property(
        documents.chain((document) => fc.tuple(fc.constant(document), changesOf(document))),
        ([document, change]) => {
          expect(applyDiff(applyDiff(document, [change]), reverseDiff([change]))).toEqual(document)
        },
      ),
    )
  })

  test('D2: several changes are reversed last first', () => {
    const [a, b] = [
      regionOf('a', maskOf(Array.from({ length: 36 }, () => 1))),
      regionOf('b', maskOf(Array.from({ length: 36 }, () => 0))),
    ]
    const diff: Change[] = [
      { type: 'region.add', region: a, index: 0 },
      { type: 'region.add', region: b, index: 1 },
      { type: 'region.set', regionId: 'b', from: { category: 'change' }, to: { category: 'tree' } },
      { type: 'region.remove', region: a, index: 0 },
    ]
    const after = applyDiff(emptyDocument(), diff)
    expect(after.regions.map(({ id, category }) => [id, category])).toEqual([['b', 'tree']])
    expect(applyDiff(after, reverseDiff(diff))).toEqual(emptyDocument())
  })

  test('D3: a change to what is not there is refused by name', () => {
    const change: Change = { type: 'region.set', regionId: 'ghost', from: {}, to: {} }
    expect(() => applyDiff(emptyDocument(), [change])).toThrow(new DiffError('ghost is not there'))
  })

  test('D4: the document that is given is not touched', () => {
    const document = emptyDocument()
    applyDiff(document, [{ type: 'review.set', from: { notes: '' }, to: { notes: 'look again' } }])
    expect(document).toEqual(emptyDocument())
  })
  test('D5: content from elsewhere comes with what its masks were cut at, and goes with it again', () => {
    const cut = { ...emptyDocument(), threshold: 0.2 }
    const diff = replaceContent(cut, emptyDocument())
    expect(applyDiff(cut, diff)).toEqual(emptyDocument())
    expect(applyDiff(applyDiff(cut, diff), reverseDiff(diff))).toEqual(cut)
    expect(replaceContent(cut, cut)).toEqual([])
  })
})
