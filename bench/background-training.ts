import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../src/contract/client'
import type { ProviderName } from '../src/contract/proposal'
import type { TrainingLine } from '../src/contract/training'
import { nodeProcessHost } from '../src/process/process-host'
import { makeCorrectedPairs, writeRun } from '../src/training/fine-tuning/testing'
import { trainerContract } from '../src/training/fine-tuning/trainer-contract'
import { root } from '../build/build'

/** A folder with synthetic pairs, for runs that begin with the shipped model. */
export interface RunFolders {
  folder: string
  /** A run that can be started; returns its folder. */
  begin: (name: string, advanced: Parameters<typeof writeRun>[3]) => string
  remove: () => void
}

export async function prepareRunFolders(pairs: number): Promise<RunFolders> {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-runs-'))
  const items = await makeCorrectedPairs(join(folder, 'images'), pairs)
  return {
    folder,
    begin(name, advanced) {
      const run = join(folder, name)
      const models = join(folder, `${name}-models`)
      const replay = join(folder, 'replay')
      writeRun(run, items, { from: join(root, 'models/ccrc-base'), models, replay }, advanced)
      return run
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * One attempt of a run in a training process of its own. Returns the model's folder, or null where `onLine` killed
 * the process before.
 * @param provider that trains from now on; null for the one that the run has
 */
export async function runAttempt(
  run: string,
  onLine: (line: TrainingLine, kill: () => void) => void,
  provider: ProviderName | null = null,
): Promise<string | null> {
  const hosted = await nodeProcessHost.start('training')
  const client = createClient(trainerContract)
  let isKilled = false
  const kill = (): void => {
    isKilled = true
    hosted.kill()
  }
  client.on('line', (line) => onLine(line, kill))
  client.connect(hosted.port)
  try {
    const { model } = await client.call('start', { provider, run })
    return model
  } catch (error) {
    if (isKilled) {
      return null
    }
    throw error
  } finally {
    hosted.kill()
  }
}

/** A run that takes steps until it is stopped. */
export async function trainInBackground(): Promise<() => void> {
  const folders = await prepareRunFolders(9)
  const run = folders.begin('beside', { steps: 5000, batch: 16, threads: null, replay: 0 })
  let stop: (() => void) | null = null
  await new Promise<void>((resolve, reject) => {
    runAttempt(run, (line, kill) => {
      stop = kill
      if (line.type === 'step') {
        resolve()
      }
    }).catch(reject)
  })
  return () => {
    stop?.()
    folders.remove()
  }
}
