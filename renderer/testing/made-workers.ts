import type { WorkersStatus } from '../../src/contract/workers'

/** One that works, one that is silent, and a pair that was given up. */
export const madeWorkers: WorkersStatus = {
  workers: [
    {
      machine: 'tower',
      pid: 7,
      provider: 'cuda',
      lanes: 4,
      proposers: ['difference'],
      tasks: ['proposals', 'training', 'exports', 'a newer one'],
      done: 12,
      failed: 0,
      seconds: 1,
      isSilent: false,
    },
    {
      machine: 'attic',
      pid: 9,
      provider: 'cpu',
      lanes: 1,
      proposers: ['difference'],
      tasks: ['proposals'],
      done: 3,
      failed: 1,
      seconds: 40.4,
      isSilent: true,
    },
  ],
  jobs: [{ proposer: 'difference', version: '', waiting: 80, active: 4, done: 15, failed: 1 }],
  rate: 30,
  failures: [{ pair: 'market', proposer: 'difference', reason: 'The disk is full.' }],
  runs: [{ run: '20261121-224500-5f0c21ab', state: 'running', machine: 'tower' }],
}
