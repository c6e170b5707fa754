import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { failWith } from '../../contract/errors'
import { DeviceCheck } from './device-check'
import type { ProposalPlan, TrialQuestion } from '../proposals/proposal-plan'

const question: TrialQuestion = {
  proposer: 'six-channels',
  device: 'webgpu',
  isAutomatic: false,
  mayHalve: true,
}

function checking(check = new DeviceCheck()) {
  const told: string[] = []
  let compared = 0
  const events = { onInfo: ({ text }: { text: string }): void => void told.push(text) }
  const ask = (distance: number): Promise<boolean> =>
    check.isRight(
      question,
      () => {
        compared += 1
        return Promise.resolve({ distance })
      },
      events,
    )
  return { check, ask, told, events, compared: () => compared }
}

test('a device that proposes as the processor does for three pairs is not compared again', async () => {
  const { ask, told, compared } = checking()
  for (let pair = 0; pair < 5; pair += 1) {
    expect(await ask(0.1)).toBe(true)
  }
  expect(compared()).toBe(3)
  expect(told).toEqual([])
})

test('one that differs for the third pair leaves all later ones to the processor, and it is said once', async () => {
  const { ask, told, compared } = checking()
  expect([await ask(0), await ask(0), await ask(0.11), await ask(0)]).toEqual([true, true, false, false])
  expect(compared()).toBe(3)
  expect(told).toEqual([
    'Proposals of six-channels are made on the CPU here: WebGPU gave another mask or score for the same pair.',
  ])
})

test('while the first pair is compared, others are left to the processor', async () => {
  const { check, ask, events } = checking()
  const comparison = new EventEmitter<{ end: [{ distance: number }] }>()
  const compare = async (): Promise<{ distance: number }> => (await once(comparison, 'end'))[0]
  const first = check.isRight(question, compare, events)
  expect(await ask(0)).toBe(false)
  comparison.emit('end', { distance: 0 })
  expect(await first).toBe(true)
  expect(await ask(0)).toBe(true)
})

test('a comparison that is cancelled is begun again with the next pair; one that fails tells nothing', async () => {
  const { check, ask, events, compared } = checking()
  const cancelled = check.isRight(question, () => Promise.reject(failWith('cancelled', 'left')), events)
  await expect(cancelled).rejects.toThrow('left')
  expect(await ask(0)).toBe(true)
  expect(compared()).toBe(1)
  const failed = check.isRight(question, () => Promise.reject(failWith('unavailable', 'lost')), events)
  expect(await failed).toBe(true)
  expect(await ask(1)).toBe(true)
})

test('a model with a remembered plan was compared before', async () => {
  const plan: ProposalPlan = { provider: 'webgpu', precision: 'full', atOnce: 2 }
  const { ask, compared } = checking(new DeviceCheck({ read: () => plan, write: () => undefined }))
  expect(await ask(1)).toBe(true)
  expect(compared()).toBe(0)
})
