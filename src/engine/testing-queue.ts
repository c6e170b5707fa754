import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProviderName, QueueStatus } from '../contract/proposal'
import { makePairFolder } from '../images/testing'
import type { ProcessHost } from '../process/process-host'
import { englishOf } from '../messages/message'
import type { MessageText } from '../messages/message'
import { openProject } from './project/open-project'
import type { OpenProject } from './project/open-project'
import { measuredOnly, noNaming } from './testing'
import type { Proposers } from './proposals/proposers'
import { ProposalQueue } from './proposals/proposal-queue'
import { LanePool } from './lanes/lane-pool'
import { InferenceLane } from './lanes/inference-lane'

export interface QueueOptions {
  host: ProcessHost
  provider: ProviderName
  /** Whether that provider is our choice, not the user's. */
  isAutomatic?: boolean
  pairs?: number
  lanes?: number
  /** Measured difference alone if absent. */
  proposers?: Proposers
}

interface Parts {
  queue: ProposalQueue
  project: OpenProject
  givenUp: readonly ProviderName[]
  /** What it tells the user that is no warning. */
  told: readonly string[]
  /** Its warnings. */
  warned: readonly string[]
  /** Its first run has ended. */
  ended: Promise<unknown>
}

/** A queue over pairs on a provider of this name, and the providers that it gives up. */
export async function withQueue(
  { host, provider, isAutomatic = false, pairs = 1, lanes: count = 1, proposers }: QueueOptions,
  work: (parts: Parts) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-queue-'))
  await makePairFolder(folder, { count: pairs, width: 96, height: 64, layout: 'before-after' })
  const project = await openProject(folder, null, join(folder, 'home'))
  const lanes = new LanePool(Array.from({ length: count }, () => new InferenceLane(host, { isQuiet: true })))
  const givenUp: ProviderName[] = []
  const providers = {
    inUse: async (): Promise<ProviderName> => (givenUp.length === 0 ? provider : 'cpu'),
    isAutomatic,
    fallBackToCpu: (broken: ProviderName) => givenUp.push(broken),
  }
  const run = new EventEmitter()
  const ended = once(run, 'end')
  const onStatus = ({ isRunning }: QueueStatus): boolean => !isRunning && run.emit('end')
  const told: string[] = []
  const onInfo = (message: string): void => void told.push(message)
  const warned: string[] = []
  const onWarning = (message: MessageText): void => void warned.push(englishOf(message))
  const events = { onStatus, onPair: () => {}, onWarning, onInfo }
  const naming = noNaming(project, { lane: new InferenceLane(host), providers })
  const threshold = { of: () => null }
  const queue = new ProposalQueue(
    project,
    { lanes, providers, proposers: proposers ?? measuredOnly(folder), naming, threshold },
    events,
  )
  await work({ queue, project, givenUp, told, warned, ended })
  lanes.dispose()
  project.store.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
}
