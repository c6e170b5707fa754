import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ProviderName } from '../src/contract/proposal'
import { LanePool } from '../src/engine/lanes/lane-pool'
import { openProject } from '../src/engine/project/open-project'
import { ProposalQueue } from '../src/engine/proposals/proposal-queue'
import { measuredOnly, noNaming } from '../src/engine/testing'
import { InferenceLane } from '../src/engine/lanes/inference-lane'
import { makePairFolder } from '../src/images/testing'
import { nodeProcessHost } from '../src/process/process-host'

/**
 * `npm run bench -- proposal-lanes [--pairs N] [--rounds N]`: pairs a second of the queue with two lanes against one
 * lane, by measured difference with one thread a lane, from files to stored proposals. The rounds take turns.
 */
const BAR = 1.8
const SIZE = { width: 640, height: 640 }
const { values } = parseArgs({
  options: { pairs: { type: 'string', default: '60' }, rounds: { type: 'string', default: '3' } },
})
const pairs = Number(values.pairs)

if (availableParallelism() < 2) {
  console.log('  left out: two lanes need two cores')
  process.exit(0)
}
const folder = await mkdtemp(join(tmpdir(), 'deltascribe-lanes-'))
await makePairFolder(folder, { count: pairs, ...SIZE, layout: 'before-after' })
let one = 0
let two = 0
for (let round = 0; round < Number(values.rounds); round += 1) {
  one = Math.max(one, await rateOf(1))
  two = Math.max(two, await rateOf(2))
}
await rm(folder, { recursive: true })
const isMet = two / one >= BAR
console.log(
  `  ${pairs} pairs of ${SIZE.width} x ${SIZE.height}: one lane ${one.toFixed(2)}, two lanes ${two.toFixed(2)} pairs a second: ${(two / one).toFixed(2)} times, bar ${BAR}: ${isMet ? 'met' : 'MISSED'}`,
)
process.exitCode = isMet ? 0 : 1

/** Pairs a second. The first pair of each lane comes before: it waits for its process. */
async function rateOf(count: number): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), 'deltascribe-lanes-home-'))
  const project = await openProject(folder, null, home)
  const lanes = Array.from({ length: count }, () => new InferenceLane(nodeProcessHost, { threads: 1 }))
  const providers = {
    inUse: async (): Promise<ProviderName> => 'cpu',
    isAutomatic: false,
    fallBackToCpu: () => {},
  }
  const run = new EventEmitter()
  const ended = once(run, 'end')
  const queue = new ProposalQueue(
    project,
    {
      lanes: new LanePool(lanes),
      providers,
      proposers: measuredOnly(folder),
      naming: noNaming(project, { lane: lanes[0], providers }),
      threshold: { of: () => null },
    },
    {
      onStatus: ({ isRunning }) => !isRunning && run.emit('end'),
      onPair: () => {},
      onWarning: console.warn,
      onInfo: console.warn,
    },
  )
  await Promise.all(lanes.map((_, index) => queue.makeFor(index + 1)))
  const started = performance.now()
  queue.start(null)
  await ended
  const seconds = (performance.now() - started) / 1000
  lanes.forEach((lane) => lane.dispose())
  project.store.close()
  await rm(join(folder, '.deltascribe'), { recursive: true, maxRetries: 20 })
  await rm(home, { recursive: true, maxRetries: 20 })
  return (pairs - count) / seconds
}
