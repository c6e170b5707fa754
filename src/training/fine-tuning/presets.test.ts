import { expect, test } from 'vitest'
import { advancedTrainingSchema, trainingOptionsSchema } from '../../contract/training'
import { INITIAL_PROGRESS, isScoreDue } from './presets'

function scoredOf(
  first: number,
  requested: number | null,
  scoreAt: (step: number) => number | null,
): number[] {
  const advanced = advancedTrainingSchema.parse({ steps: requested })
  const options = trainingOptionsSchema.parse({ preset: 'thorough', advanced })
  return Array.from({ length: first }, (_, at) => at + 1).filter((step) =>
    isScoreDue({ ...INITIAL_PROGRESS, step }, scoreAt(step), options),
  )
}

test('a run that begins again with its steps counted is scored where it was scored before', () => {
  const counting = scoredOf(12, null, (step) => (step < 6 ? null : 40))
  expect(counting).toEqual([8, 10])
  expect(scoredOf(12, null, () => 40)).toEqual(counting)
  expect(scoredOf(12, 40, () => 40)).toEqual([3, 5, 8, 10])
})
