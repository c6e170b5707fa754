import { expect, test } from 'vitest'
import { initialValues } from '../../../graph'
import { runStage } from '../../testing.node'
import { noiseBatch } from '../../testing-batch'
import { photoFamilyNetwork } from './family'
import { frameInputs } from './training'

const FRAME = [64, 96] as const

async function detect(
  without: readonly string[],
): Promise<Record<string, { data: ArrayLike<number | bigint>; shape: readonly number[] }>> {
  const model = photoFamilyNetwork.build({ words: 0, categories: 0, frame: FRAME }, without)
  const spec = model.stage('detect', initialValues(model.parameters, 1))
  const feeds = noiseBatch(frameInputs(FRAME, { encoder: without.length === 0 }), 2, 7)
  return runStage(spec, feeds)
}

test.each([[[]], [['encoder']]])('marks each pixel of frames of any size, without %j', async (without) => {
  const { changed, changedLogit } = await detect(without)
  expect(changed.shape).toEqual([2, 1, ...FRAME])
  expect(changedLogit.shape).toEqual([2])
  expect(Array.from(changed.data, Number).every(Number.isFinite)).toBe(true)
})

test('a part that it does not have is refused by name', () => {
  expect(() => photoFamilyNetwork.build({ words: 0, categories: 0 }, ['decoder'])).toThrow(
    'use one of encoder',
  )
})
