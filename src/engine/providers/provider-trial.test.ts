import { describe, expect, test } from 'vitest'
import { ProviderTrial } from './provider-trial'
import type { PlanMemory, ProposalPlan, TrialQuestion } from '../proposals/proposal-plan'

const question: TrialQuestion = {
  proposer: 'ccrc-base',
  device: 'webgpu',
  isAutomatic: true,
  mayHalve: false,
}

/** Milliseconds between two proposals by a plan; the first one of each opens the model. */
type Pace = (plan: ProposalPlan) => number

/** Proposals until the plan stays; the plans in their order, and what was told. */
function propose(
  trial: ProviderTrial,
  pace: Pace,
  asked = question,
  distance: number | string = 0,
): { plans: string[]; told: string[] } {
  const plans: string[] = []
  const told: string[] = []
  let now = 0
  for (let pair = 0; pair < 250; pair += 1) {
    if (trial.takeComparison(asked)) {
      const found = trial.compared(asked, distance)
      told.push(...(found === null ? [] : [found.text]))
    }
    const plan = trial.choose(asked)
    const name = `${plan.provider} ${plan.atOnce}${plan.precision === 'half' ? ' half' : ''}`
    const isFirst = plans.at(-1) !== name
    now += pace(plan) + (isFirst ? 5000 : 0)
    const startedAt = now - plan.atOnce * pace(plan)
    const message = trial.record(asked, { ...plan, startedAt, endedAt: now })
    told.push(...(message === null ? [] : [message.text]))
    if (isFirst) {
      plans.push(name)
    }
  }
  return { plans, told }
}

const perPair =
  (onCpu: number, onDevice: Record<number, number>): Pace =>
  ({ provider, atOnce }) =>
    provider === 'cpu' ? onCpu : onDevice[atOnce]

test('a device takes more pairs at once as long as that is faster, and then the processor is tried', () => {
  const trial = new ProviderTrial({ cpuLanes: 4, mostAtOnce: 16 })
  const pace = perPair(70, { 1: 90, 2: 50, 4: 30, 8: 29, 16: 20 })
  expect(propose(trial, pace)).toEqual({
    plans: ['webgpu 1', 'webgpu 2', 'webgpu 4', 'webgpu 8', 'cpu 4', 'webgpu 4'],
    told: [],
  })
})

test('a device that is slower at a model’s proposals leaves them to the processor, and it is said once', () => {
  const trial = new ProviderTrial({ cpuLanes: 2, mostAtOnce: 2 })
  expect(propose(trial, perPair(700, { 1: 3600, 2: 1820 }))).toEqual({
    plans: ['webgpu 1', 'webgpu 2', 'cpu 2'],
    told: ['Proposals of ccrc-base are made on the CPU here: WebGPU takes 2.6 times as long.'],
  })
})

test('a device that the user chose is not compared', () => {
  const trial = new ProviderTrial({ cpuLanes: 2, mostAtOnce: 2 })
  const asked = { ...question, isAutomatic: false }
  expect(propose(trial, perPair(1, { 1: 20, 2: 20 }), asked).plans).toEqual([
    'webgpu 1',
    'webgpu 2',
    'webgpu 1',
  ])
})

test('pauses between pairs do not count as work', () => {
  const trial = new ProviderTrial({ cpuLanes: 1, mostAtOnce: 1 })
  for (let pair = 0; pair < 8; pair += 1) {
    trial.record(question, {
      provider: 'webgpu',
      precision: 'full',
      atOnce: 1,
      startedAt: 1e6 * pair,
      endedAt: 1e6 * pair + 50,
    })
  }
  expect(trial.choose(question)).toEqual({ provider: 'cpu', precision: 'full', atOnce: 1 })
  for (let pair = 0; pair < 8; pair += 1) {
    trial.record(question, {
      provider: 'cpu',
      precision: 'full',
      atOnce: 1,
      startedAt: 100 * pair,
      endedAt: 100 * pair + 100,
    })
  }
  expect(trial.choose(question)).toEqual({ provider: 'webgpu', precision: 'full', atOnce: 1 })
})

test('after a failure half as many pairs are the most, whatever would be faster', () => {
  const trial = new ProviderTrial({ cpuLanes: 1, mostAtOnce: 16 })
  const pace = perPair(100, { 1: 40, 2: 30, 4: 20, 8: 10, 16: 5 })
  propose(trial, pace)
  expect(trial.choose(question)).toEqual({ provider: 'webgpu', precision: 'full', atOnce: 16 })
  // all that were under way fail together
  expect(trial.halve(question, { provider: 'webgpu', precision: 'full', atOnce: 16 })).toBe(8)
  expect(trial.halve(question, { provider: 'webgpu', precision: 'full', atOnce: 16 })).toBe(8)
  expect(trial.choose(question)).toEqual({ provider: 'webgpu', precision: 'full', atOnce: 8 })
  expect(trial.halve(question, { provider: 'webgpu', precision: 'full', atOnce: 1 })).toBeNull()
})

test('a plan is remembered, and a remembered one needs no trial', () => {
  const plans = new Map<string, ProposalPlan>()
  const memory: PlanMemory = {
    read: (proposer) => plans.get(proposer) ?? null,
    write: (proposer, _, plan) => void plans.set(proposer, plan),
  }
  const pace = perPair(10, { 1: 40, 2: 30 })
  propose(new ProviderTrial({ cpuLanes: 1, mostAtOnce: 2, memory }), pace)
  expect(plans.get('ccrc-base')).toEqual({ provider: 'cpu', precision: 'full', atOnce: 1 })
  const later = new ProviderTrial({ cpuLanes: 1, mostAtOnce: 2, memory })
  expect(propose(later, pace).plans).toEqual(['cpu 1'])
  const chosen = { ...question, isAutomatic: false }
  expect(propose(later, pace, chosen).plans).toEqual(['webgpu 1', 'webgpu 2'])
})

const inHalf =
  (half: number): Pace =>
  ({ provider, precision, atOnce }) =>
    provider === 'cpu' ? 100 : precision === 'half' ? half : { 1: 60, 2: 40, 4: 39 }[atOnce]!

describe('half precision', () => {
  const asked = { ...question, mayHalve: true }

  test('is taken where three proposals are the same and it is faster by a tenth', () => {
    const trial = new ProviderTrial({ cpuLanes: 1, mostAtOnce: 4 })
    expect(propose(trial, inHalf(36), asked, 0.02)).toEqual({
      plans: ['webgpu 1', 'webgpu 2', 'webgpu 4', 'webgpu 2', 'webgpu 2 half', 'cpu 1', 'webgpu 2 half'],
      told: ['Proposals of ccrc-base are made in half precision on WebGPU, 1.1 times as fast as in full.'],
    })
    const chosen = { ...asked, isAutomatic: false }
    expect(propose(trial, inHalf(30), chosen, 0).plans.at(-1)).toBe('webgpu 2 half')
  })

  test('is not taken where it is faster by less', () => {
    const trial = new ProviderTrial({ cpuLanes: 1, mostAtOnce: 4 })
    expect(propose(trial, inHalf(37), asked).plans.slice(-3)).toEqual(['webgpu 2 half', 'cpu 1', 'webgpu 2'])
  })

  test.each([
    [0.021, 'in half precision a proposal differs by 0.021'],
    ['no f16 here', 'no f16 here'],
  ])('is given up, and it is said, after %s', (distance, reason) => {
    const trial = new ProviderTrial({ cpuLanes: 1, mostAtOnce: 1 })
    expect(propose(trial, inHalf(10), asked, distance)).toEqual({
      plans: ['webgpu 1', 'cpu 1', 'webgpu 1'],
      told: [`Proposals of ccrc-base stay in full precision on WebGPU: ${reason}.`],
    })
  })

  test('that fails later is given up, and remembered so', () => {
    const plans = new Map<string, ProposalPlan>()
    const memory: PlanMemory = {
      read: (proposer) => plans.get(proposer) ?? null,
      write: (proposer, _, plan) => void plans.set(proposer, plan),
    }
    const trial = new ProviderTrial({ cpuLanes: 1, mostAtOnce: 1, memory })
    propose(trial, inHalf(10), asked)
    expect(plans.get('ccrc-base')).toEqual({ provider: 'webgpu', precision: 'half', atOnce: 1 })
    expect(trial.endHalf(asked, 'lost')?.text).toContain('stay in full precision on WebGPU: lost.')
    expect(trial.endHalf(asked, 'lost')).toBeNull()
    expect(plans.get('ccrc-base')).toEqual({ provider: 'webgpu', precision: 'full', atOnce: 1 })
  })
})
