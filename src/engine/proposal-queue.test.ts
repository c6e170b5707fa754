import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ProviderName } from '../contract/proposal'
import { makePairFolder } from '../images/testing'
import { nodeProcessHost } from '../process/process-host'
import type { ProcessHost } from '../process/process-host'
import { openProject } from './open-project'
import { noNaming } from './testing'
import { ProposalQueue } from './proposal-queue'
import { Proposers } from './proposers'
import { WorkerLane } from './worker-lane'

/** A queue over one pair on a provider of this name, and the providers that it gives up. */
async function withQueue(
  { host, provider }: { host: ProcessHost; provider: ProviderName },
  work: (queue: ProposalQueue, givenUp: readonly ProviderName[]) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-queue-'))
  await makePairFolder(folder, { count: 1, width: 96, height: 64, layout: 'before-after' })
  const project = await openProject(folder, null, join(folder, 'home'))
  const lane = new WorkerLane(host, { isQuiet: true })
  const givenUp: ProviderName[] = []
  const providers = {
    inUse: async (): Promise<ProviderName> => (givenUp.length === 0 ? provider : 'cpu'),
    fallBackToCpu: (broken: ProviderName) => givenUp.push(broken),
  }
  const events = { onStatus: () => {}, onPair: () => {}, onWarning: () => {} }
  const proposers = new Proposers(
    { shipped: folder, user: folder },
    { find: async () => null, missing: 'there is none' },
    () => 'difference',
    { canName: () => false, sceneKind: () => 'photographs', threshold: () => null },
    null,
  )
  const naming = noNaming(project, { lane, providers })
  await work(
    new ProposalQueue(project, { lane, providers, proposers, naming, threshold: { of: () => null } }, events),
    givenUp,
  )
  lane.dispose()
  project.store.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
}

test('Q1: a provider that breaks at its work is given up by name, and the pair gets its proposal all the same', async () => {
  // CUDA is never in the tarball, so it really fails here
  await withQueue({ host: nodeProcessHost, provider: 'cuda' }, async (queue, givenUp) => {
    expect(await queue.makeFor(1)).toMatchObject({ provider: 'cpu' })
    expect(givenUp).toEqual(['cuda'])
  })
})

test('Q2: a process that dies on the CPU too says nothing against the provider', async () => {
  const host: ProcessHost = {
    async start(program, options) {
      const hosted = await nodeProcessHost.start(program, options)
      setTimeout(() => hosted.kill(), 20)
      return hosted
    },
  }
  await withQueue({ host, provider: 'webgpu' }, async (queue, givenUp) => {
    await expect(queue.makeFor(1)).rejects.toMatchObject({ failure: { code: 'unavailable' } })
    expect(givenUp).toEqual([])
  })
})
