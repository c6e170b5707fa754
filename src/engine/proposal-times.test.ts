import { expect, test } from 'vitest'
import { ProposalTimes } from './proposal-times'

/** Proposals until one provider is left; the times of each, the first one with the opening of the model. */
function propose(
  proposals: ProposalTimes,
  proposer: string,
  times: { webgpu: number; cpu: number },
): string[] {
  const used: string[] = []
  const told: string[] = []
  for (let pair = 0; pair < 20; pair += 1) {
    const provider = proposals.choose(proposer, 'webgpu')
    const isFirst = !used.includes(provider)
    used.push(provider)
    const milliseconds = provider === 'cpu' ? times.cpu : times.webgpu
    const message = proposals.record(proposer, 'webgpu', provider, milliseconds + (isFirst ? 5000 : 0))
    told.push(...(message === null ? [] : [message.text]))
  }
  expect(used.slice(0, 16)).toEqual([...Array(8).fill('webgpu'), ...Array(8).fill('cpu')])
  return [...told, ...new Set(used.slice(16))]
}

test('a device that is slower at a model’s proposals leaves them to the processor, and it is said once', () => {
  const proposals = new ProposalTimes()
  expect(propose(proposals, 'ccrc-base', { webgpu: 1800, cpu: 700 })).toEqual([
    'Proposals of ccrc-base are made on the CPU here: WebGPU takes 2.6 times as long.',
    'cpu',
  ])
  expect(propose(proposals, 'ccrc-photo', { webgpu: 90, cpu: 110 })).toEqual(['webgpu'])
})
