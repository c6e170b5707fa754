import { expect, test } from 'vitest'
import { chooseByTrials } from './trainer-processes'

const cpu = { loss: 2, pairsPerSecond: 16 }

test.each([
  [
    { loss: 2.001, pairsPerSecond: 144 },
    'webgpu',
    'Training by WebGPU, 144 pairs a second. The CPU would take 9.0 times as long.',
  ],
  [
    { loss: 2, pairsPerSecond: 8 },
    'cpu',
    'Training on the CPU, 16 pairs a second: WebGPU would take 2.0 times as long.',
  ],
  [
    { loss: 2.1, pairsPerSecond: 144 },
    'cpu',
    'Training on the CPU, 16 pairs a second: WebGPU gives another loss.',
  ],
  [
    { loss: Number.NaN, pairsPerSecond: 144 },
    'cpu',
    'Training on the CPU, 16 pairs a second: WebGPU gives another loss.',
  ],
  [
    { reason: 'The device was lost.' },
    'cpu',
    'Training on the CPU, 16 pairs a second: WebGPU cannot train here. The device was lost.',
  ],
])('a device that tried %j: %s', (tried, provider, message) => {
  expect(chooseByTrials('webgpu', cpu, tried)).toEqual({ provider, message })
})
