import { describe, expect, test } from 'vitest'
import { Tokenizer } from '../../../text/bpe/tokenizer'
import { PHRASE_LENGTH } from '../../layers/training-inputs'
import type { Sample, SampleCaption, StageData } from '../../pair-data'
import { CHEERS_ENTITIES } from './network'
import { encodeWithSubjects, fillSubject, subjectSearch } from './subject-inputs'

const tokenizer = new Tokenizer([])

function filled(caption: SampleCaption): { entity: BigInt64Array; named: Float32Array } {
  const own = { entity: new BigInt64Array(PHRASE_LENGTH).fill(7n), named: Float32Array.of(9) }
  const sample = { caption } as Sample
  fillSubject(own, sample, sample, { tokenizer, random: () => 0.5 })
  return own
}

const text = 'the ball moved'
const subject = (regions: readonly number[]) => [{ kind: 'subject' as const, start: 0, end: 8, regions }]

describe('the subject of a training pair', () => {
  test('is read without its determiner, and named where it means a region', () => {
    const ids = tokenizer.encode('ball')
    for (const [regions, named] of [
      [[0], 1],
      [[], 0],
    ] as const) {
      const own = filled({ text, spans: subject(regions) })
      expect([...own.entity].map(Number)).toEqual([
        ...ids,
        ...Array.from({ length: PHRASE_LENGTH - ids.length }, () => 0),
      ])
      expect([...own.named]).toEqual([named])
    }
  })

  test('is left as it is where the caption names nothing', () => {
    const verb = [{ kind: 'verb' as const, start: 9, end: 14, regions: [0] }]
    const own = filled({ text, spans: verb })
    expect(own.entity.every((id) => id === 7n)).toBe(true)
    expect([...own.named]).toEqual([9])
  })

  test('is not looked at for a phase that reads no mark', () => {
    const own = { entity: new BigInt64Array(PHRASE_LENGTH) }
    const sample = { caption: { text, spans: subject([0]) } } as unknown as Sample
    fillSubject(own, sample, sample, { tokenizer, random: () => 0.5 })
    const ids = tokenizer.encode('ball')
    expect([...own.entity].slice(0, ids.length).map(Number)).toEqual(ids)
  })
})

describe('a pair with the subjects that differ most between its frames', () => {
  const frames = {
    before: { data: new Float32Array(2), shape: [2, 1] },
    after: { data: new Float32Array(2), shape: [2, 1] },
  }
  const outputs = Object.fromEntries(
    ['changed', 'changedLogit', 'memory'].map((name, at) => [
      name,
      { data: Float32Array.of(at), shape: [1] },
    ]),
  )
  /** Four entities, of one id each, and their likeness to the frames of two pairs. */
  const bank = {
    ids: [[11], [12], [13], [14]],
    vectors: { data: new Float32Array(4), shape: [4, 1] },
  }
  const likeBefore = { data: Float32Array.of(0.9, 0.1, 0.8, 0.2, 0.1, 0.1, 0.9, 0.1), shape: [2, 4] }
  const likeAfter = { data: Float32Array.of(0.1, 0.7, 0.75, 0.2, 0.1, 0.1, 0.2, 0.1), shape: [2, 4] }

  test('is encoded with their ids, the best first, and padding where too few pass', async () => {
    const asked: string[] = []
    let entities: StageData | undefined
    const result = await encodeWithSubjects(
      async (stage, feeds) => {
        asked.push(stage)
        entities = feeds.entities ?? entities
        return stage === 'compare' ? { likeBefore, likeAfter } : outputs
      },
      frames,
      bank,
    )
    expect(asked).toEqual(['compare', 'encode'])
    const firstIds = Array.from({ length: 2 * CHEERS_ENTITIES }, (_, at) =>
      Number(entities?.data[at * PHRASE_LENGTH]),
    )
    const expected = [
      [11, 12, 13],
      [13, 0, 0],
    ].flatMap((own) => Array.from({ length: CHEERS_ENTITIES }, (_, at) => own[at] ?? 0))
    expect(entities?.shape).toEqual([2, CHEERS_ENTITIES, PHRASE_LENGTH])
    expect(firstIds).toEqual(expected)
    expect(result).toEqual(outputs)
  })

  test('is encoded with padding alone where there are none, and nothing is compared', async () => {
    const asked: string[] = []
    await encodeWithSubjects(
      async (stage, feeds) => {
        asked.push(stage)
        expect(feeds.entities.data.every((id) => BigInt(id) === 0n)).toBe(true)
        return outputs
      },
      frames,
      null,
    )
    expect(asked).toEqual(['encode'])
  })

  test('is searched as equation (1) has it, for as many as it gets', () => {
    const [before, after] = [likeBefore, likeAfter].map(({ data }) => data.subarray(0, 4))
    expect(subjectSearch.select(before, after)).toEqual([0, 1, 2].slice(0, CHEERS_ENTITIES))
  })
})
