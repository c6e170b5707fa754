import { describe, expect, test } from 'vitest'
import { DEFAULT_INSTRUCTION } from '../contract/connector'
import { documentFrom } from '../domain/review'
import type { PairDocument, Region } from '../domain/document'
import { emptyRle, encodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { entityPrompt, fillInstruction, markedRegions } from './entities'

const size = { width: 90, height: 60 }

function box(left: number, top: number, side: number): Rle {
  const data = new Uint8Array(size.width * size.height)
  for (let at = 0; at < side * side; at += 1) {
    data[(top + Math.floor(at / side)) * size.width + left + (at % side)] = 1
  }
  return encodeRle({ ...size, data })
}

function region(id: string, mask: Rle, change: Partial<Region> = {}): Region {
  const source = { kind: 'person' } as const
  return {
    id,
    category: 'change',
    status: 'proposed',
    mask,
    beforeMask: null,
    source,
    score: null,
    ...change,
  }
}

function pair(regions: readonly Region[], caption = '', links: [string, string][] = []): PairDocument {
  const source = { kind: 'person' } as const
  return documentFrom(
    regions,
    [{ id: 'c', text: caption, rank: 0, source, logProbability: null }],
    links.map(([words, regionId]) => {
      const start = caption.indexOf(words)
      return { id: regionId + words, captionId: 'c', start, end: start + words.length, regionId }
    }),
  )
}

describe('CE: entity prompts', () => {
  test('CE1: what, how, where and how large, the largest first, without what was rejected', () => {
    const document = pair([
      region('a', box(2, 2, 6), { category: 'car' }),
      region('b', box(70, 45, 12), { category: 'drop' }),
      region('c', box(40, 25, 9), { status: 'rejected' }),
    ])
    expect(entityPrompt(document)).toBe(
      [
        'Entity:',
        '1: something, vanished, at the bottom right, 3 % of the picture',
        '2: car, at the top left, less than 1 % of the picture',
      ].join('\n'),
    )
    expect(markedRegions(document).map(({ id }) => id)).toEqual(['b', 'a'])
  })

  test('CE2: a thing is called what a caption calls it', () => {
    const document = pair([region('a', box(40, 25, 9))], 'the small red cube is gone', [
      ['the small red cube', 'a'],
      ['red cube', 'a'],
    ])
    expect(entityPrompt(document)).toContain('1: red cube, in the middle')
  })

  test('CE3: masks of both frames tell what moved and what vanished', () => {
    const moved = region('a', box(2, 2, 6), { beforeMask: box(70, 40, 6) })
    const stayed = region('b', box(30, 30, 7), { beforeMask: box(30, 31, 7) })
    const gone = region('c', emptyRle(size.width, size.height), { beforeMask: box(80, 2, 8) })
    expect(
      entityPrompt(pair([moved, stayed, gone]))
        .split('\n')
        .slice(1),
    ).toEqual([
      '1: something, vanished, at the top right, 1 % of the picture',
      '2: something, in the middle, less than 1 % of the picture',
      '3: something, moved, at the top left, less than 1 % of the picture',
    ])
  })

  test('CE4: nothing marked is said; of very many the smaller ones are counted', () => {
    expect(entityPrompt(pair([]))).toBe('Entity: none is marked.')
    const many = Array.from({ length: 23 }, (_, at) => region(`r${at}`, box(at * 3, 10, 2)))
    const lines = entityPrompt(pair(many)).split('\n')
    expect([lines.length, lines.at(-1)]).toEqual([22, 'and 3 smaller ones, not marked'])
  })

  test('CE4: one smaller region is one, and a region without pixels is none', () => {
    const many = Array.from({ length: 21 }, (_, at) => region(`r${at}`, box(at * 3, 10, 2)))
    expect(entityPrompt(pair(many)).split('\n').at(-1)).toBe('and 1 smaller one, not marked')
    const empty = region('empty', emptyRle(size.width, size.height))
    const car = region('car', box(2, 2, 6), { category: 'car' })
    expect(entityPrompt(pair([car, empty]))).toBe(
      'Entity:\n1: car, at the top left, less than 1 % of the picture',
    )
  })

  test('CE5: an instruction gets them where it wants them, and only there', () => {
    expect(fillInstruction(DEFAULT_INSTRUCTION, 'Entity: $& x')).toMatch(/no difference\.\n\nEntity: \$& x$/)
    expect(fillInstruction(' Say what changed. ', 'Entity: x')).toBe('Say what changed.')
  })
})
