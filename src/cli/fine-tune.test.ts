import { expect, test, vi } from 'vitest'
import { trainingOptionsSchema } from '../contract/training'
import type { TrainingRun } from '../contract/training'
import { printLine, resumeMessage } from './fine-tune'

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

test('the message on an unfinished run has its options and how to begin anew', () => {
  expect(resumeMessage(run)).toBe(
    'Going on with 20261121-224500-1, which is paused at step 7 of 40, as it was begun: from street, preset quick. ' +
      '--new begins anew with the options given now.',
  )
})

test('a run whose length is not known yet counts its steps alone', () => {
  expect(resumeMessage({ ...run, steps: 0 })).toContain('is paused at step 7, as it was begun')
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const line = {
    type: 'step',
    step: 3,
    loss: 2.5,
    rate: 0,
    terms: {},
    pairsPerSecond: 1.25,
    secondsLeft: null,
  } as const
  vi.useFakeTimers()
  try {
    for (const steps of [0, 40]) {
      vi.setSystemTime(Date.now() + 60_000)
      printLine({ ...line, steps })
    }
    expect(write.mock.calls.map(([text]) => text)).toEqual([
      'step 3, loss 2.500, 1.3 pairs/s\n',
      'step 3 of 40, loss 2.500, 1.3 pairs/s\n',
    ])
  } finally {
    vi.useRealTimers()
    write.mockRestore()
  }
})
