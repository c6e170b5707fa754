import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePairFolder } from '../images/testing'
import { nodeProcessHost } from '../process/process-host'
import type { Connection } from '../store/sqlite-database'
import { offerOpenedLabel } from './label-offer'
import { openProject } from './project/open-project'
import type { OpenProject } from './project/open-project'
import { withPresentSize } from './pictures/pair-images'
import { LanePool } from './lanes/lane-pool'
import { measuredOnly, noNaming } from './testing'
import type { ProviderChoice } from './providers/providers'
import { ProposalQueue } from './proposals/proposal-queue'
import { InferenceLane } from './lanes/inference-lane'
import { englishOf } from '../messages/message'

const pairCount = 8

let folder = ''
let lane: InferenceLane
let project: OpenProject
let other: Connection

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  await makePairFolder(folder, { count: pairCount, width: 96, height: 64, layout: 'a-b' })
  lane = new InferenceLane(nodeProcessHost, { isQuiet: true })
  project = await openProject(folder, null, join(folder, 'home'))
  other = new DatabaseSync(join(folder, '.deltascribe', 'project.db'))
})
afterEach(() => {
  lane.dispose()
  other.close()
  project.store.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** Of this connection alone. */
function limit(pragma: string): void {
  // oxlint-disable-next-line typescript/dot-notation -- nothing but a test limits a connection
  project.store['database'].exec(`PRAGMA ${pragma}`)
}

test('a pair whose size cannot be stored is measured all the same, and its mask offered another time', async () => {
  limit('busy_timeout = 0')
  other.exec('BEGIN IMMEDIATE')
  const { signal } = new AbortController()
  expect(await withPresentSize(project, project.store.pair(1))).toMatchObject({ width: 96, height: 64 })
  await offerOpenedLabel(project, lane, 1, signal)
  expect(project.store.pair(1).width).toBe(0)
  other.exec('ROLLBACK')
  await offerOpenedLabel(project, lane, 1, signal)
  expect(project.store.pair(1).width).toBe(96)
  expect(project.store.proposals.ofPair(1)).toHaveLength(1)
})

test('a folder that is as it was opens without a write', async () => {
  const version = other.prepare('PRAGMA data_version')
  const before = version.get()
  project.store.close()
  project = await openProject(folder, null, join(folder, 'home'))
  expect(version.get()).toEqual(before)
})

test('the queue stops, and says so once, where the disk is full; started again, it goes on', async () => {
  const troubles: string[] = []
  const ended: (() => void)[] = []
  const providers: ProviderChoice = { inUse: async () => 'cpu', isAutomatic: false, fallBackToCpu: () => {} }
  const queue = new ProposalQueue(
    project,
    {
      lanes: new LanePool([lane]),
      providers,
      proposers: measuredOnly(folder),
      naming: noNaming(project, { lane, providers }),
      threshold: { of: () => null },
    },
    {
      onStatus: ({ isRunning }) => !isRunning && ended.shift()?.(),
      onPair: () => {},
      onWarning: (message) => troubles.push(englishOf(message)),
      onInfo: () => {},
    },
  )
  const run = async (): Promise<void> => {
    const end = new Promise<void>((resolve) => ended.push(resolve))
    queue.start(null)
    await end
  }
  const { page_count } = other.prepare('PRAGMA page_count').get() as { page_count: number }
  limit(`max_page_count = ${page_count}`)
  await run()
  const { done, failed, total } = queue.status()
  expect(done).toBeLessThan(pairCount - 1)
  expect([failed, total]).toEqual([0, pairCount])
  expect(troubles).toEqual([expect.stringMatching(/^Proposing has stopped\. The disk of .* is full, so/)])
  limit('max_page_count = 100000')
  await run()
  expect(queue.status()).toMatchObject({ done: pairCount - done, failed: 0 })
  expect(troubles).toHaveLength(1)
})
