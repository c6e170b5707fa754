import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../contract/client'
import { engineContract } from '../contract/engine'
import { nodeProcessHost } from '../process/process-host'
import { Supervisor } from './supervisor'
import type { SupervisorOptions } from './supervisor'

let home = ''
let supervisor: Supervisor | null = null

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
})

afterEach(() => {
  supervisor?.dispose()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

function supervise(options: Pick<SupervisorOptions, 'onStarted' | 'onGivenUp'>): Supervisor {
  const folders = { userFolder: home, sampleFolder: home, modelsFolder: home }
  supervisor = new Supervisor({ host: nodeProcessHost, version: 'test', ...folders, ...options })
  return supervisor
}

describe('V: keeping an engine alive', () => {
  test('V1: an engine that ends during its very first start is started again', async () => {
    const client = createClient(engineContract)
    let starts = 0
    await supervise({
      onStarted({ hosted, openPort }) {
        starts += 1
        if (starts === 1) {
          hosted.kill()
        } else {
          client.connect(openPort())
        }
      },
      onGivenUp: () => {},
    }).start(null)
    expect(await client.call('app.info', {})).toMatchObject({ version: 'test' })
  })

  test('V2: where no engine stays alive the user is told, and no more are started', async () => {
    let starts = 0
    const told = await new Promise<string>((resolve, reject) => {
      supervise({
        onStarted({ hosted }) {
          starts += 1
          hosted.kill()
        },
        onGivenUp: resolve,
      })
        .start('/some/folder')
        .catch(reject)
    })
    expect(told).toContain('stopped several times right after its start')
    expect(told).toContain('/some/folder')
    expect(starts).toBe(5)
  })

  test('V3: a user folder that cannot be made is refused in words', async () => {
    rmSync(home, { recursive: true })
    writeFileSync(home, 'a file')
    const started = supervise({ onStarted: () => {}, onGivenUp: () => {} }).start(null)
    await expect(started).rejects.toThrow(/cannot be made .* DELTASCRIBE_HOME/)
  })
})
