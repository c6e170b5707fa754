import { expect, test } from 'vitest'
import { trainingOptionsSchema } from '../contract/training'
import type { TrainingRun } from '../contract/training'
import { resumeMessage } from './fine-tune'

test('the message on an unfinished run has its options and how to begin anew', () => {
  const run: TrainingRun = {
    id: '20261121-224500-1',
    createdAt: 0,
    options: trainingOptionsSchema.parse({ preset: 'quick', from: 'street' }),
    from: 'street',
    state: 'paused',
    phase: 'training',
    message: '',
    train: 20,
    heldOut: 5,
    step: 7,
    steps: 40,
    secondsSpent: 60,
    secondsLeft: null,
    failure: null,
    model: null,
    verdict: null,
  }
  expect(resumeMessage(run)).toBe(
    'Going on with 20261121-224500-1, which is paused at step 7 of 40, as it was begun: from street, preset quick. ' +
      '--new begins anew with the options given now.',
  )
})
