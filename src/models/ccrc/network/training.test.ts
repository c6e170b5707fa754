import { describe, expect, test } from 'vitest'
import { input } from '../../../graph/index'
import { runGraph } from '../../../graph/testing.node'
import type { Feed } from '../../../graph/testing.node'
import { TOKENS } from '../../layers/sizes'
import { TEST_SIZES } from '../../testing-batch'
import { ENCODER_TERMS } from '../../testing.node'
import { ccrcFamilyNetwork } from './family'
import { queryTokens } from './training'
import { REGION_SLOTS } from './training-inputs'

const ALL = 2 * TOKENS

/** The token that each slot queries, where tokens from 200 on show a change and token 199 a small part of one. */
async function queriedTokens(valid: readonly number[], changedFrom = 200): Promise<number[]> {
  const row = (value: (token: number) => number): Feed => ({
    values: Float32Array.from({ length: ALL }, (_, token) => value(token)),
    shape: [1, ALL],
  })
  const { picked } = await runGraph(
    {
      picked: queryTokens(input('logits', ['batch', ALL]), {
        anchors: input('anchors', ['batch', REGION_SLOTS], 'int64'),
        valid: input('valid', ['batch', REGION_SLOTS]),
        heat: input('heat', ['batch', ALL]),
        heatCounts: input('heatCounts', ['batch', ALL]),
      }),
    },
    {
      logits: row((token) => (token === 7 ? 2 : token >= 199 ? 5 : -5)),
      anchors: { values: [300, 20, 30, 40], shape: [1, REGION_SLOTS] },
      valid: { values: Float32Array.from(valid), shape: [1, REGION_SLOTS] },
      heat: row((token) => (token >= changedFrom ? 1 : 0)),
      heatCounts: row((token) => (token === 199 ? 0 : 1)),
    },
  )
  return Array.from({ length: REGION_SLOTS }, (_, slot) => {
    const own = picked.values.slice(slot * ALL, (slot + 1) * ALL)
    expect(own.reduce((sum, value) => sum + value, 0)).toBe(1)
    return own.indexOf(1)
  })
}

test('a free last slot takes the unchanged token of the highest heat', async () => {
  expect(await queriedTokens([1, 0, 0, 0])).toEqual([300, 20, 30, 7])
})

test('a last slot with a region keeps its anchor', async () => {
  expect(await queriedTokens([1, 1, 1, 1])).toEqual([300, 20, 30, 40])
})

test('where everything changed, the given anchor is used', async () => {
  expect(await queriedTokens([1, 0, 0, 0], 0)).toEqual([300, 20, 30, 40])
})

const REGION_TERMS = ['objects', 'heat', 'regions']
const ENCODE = [...ENCODER_TERMS.filter((name) => name !== 'naming'), ...REGION_TERMS]

describe('its phases', () => {
  const model = ccrcFamilyNetwork.build(TEST_SIZES)
  const graphs = ['encode', 'decode', 'refine'].map((phase) => model.training(2, phase))

  test('add the losses of captions, then those of what reads them', () => {
    expect(graphs.map(({ terms }) => terms)).toEqual([
      ENCODE,
      [...ENCODE, 'caption', 'grounding', 'agreement'],
      [...ENCODE, 'caption', 'againCaption', 'againRegions', 'grounding', 'agreement'],
    ])
  })

  test('have the same state, so that a run goes from one to the next', () => {
    const [first, ...others] = graphs.map(({ state }) => state)
    others.forEach((state) => expect(state).toEqual(first))
  })

  test('without regions have the same losses and inputs: what conditions a caption is multiplied by 0', () => {
    const { terms, step } = ccrcFamilyNetwork.build(TEST_SIZES, ['regions']).training(2, 'decode')
    expect(terms).toEqual([...ENCODE, 'caption', 'grounding', 'agreement'])
    expect(step.inputs).toEqual(graphs[1].step.inputs)
  })

  test.each([
    ['captions', 'refine', ENCODE],
    ['refinement', 'refine', [...ENCODE, 'caption', 'grounding', 'agreement']],
    ['consistency', 'refine', [...ENCODE, 'caption', 'againCaption', 'againRegions', 'grounding']],
  ])('without %s have the losses of the rest', (part, phase, terms) => {
    expect(ccrcFamilyNetwork.build(TEST_SIZES, [part]).training(2, phase).terms).toEqual(terms)
  })

  test('that it does not have are refused by name, as other stages are', () => {
    expect(() => model.training(2, 'detect')).toThrow(/encode, decode, refine/)
    expect(() => model.stage('detect', new Map())).toThrow(/encode/)
  })
})
