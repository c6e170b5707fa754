import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../../contract/client'
import type { Client } from '../../contract/client'
import { engineContract } from '../../contract/engine'
import type { EngineCommands, EngineEvents } from '../../contract/engine'
import type { Diff } from '../../domain/diff'
import { makePairFolder } from '../../images/testing'
import { noLog } from '../../process/log/log'
import type { Log } from '../../process/log/log'
import { nodeProcessHost } from '../../process/process-host'
import { Supervisor } from './supervisor'
import type { SupervisorOptions } from './supervisor-options'
import { englishOf } from '../../messages/message'
import type { MessageText } from '../../messages/message'

const isWindows = process.platform === 'win32'
let home = ''
let supervisor: Supervisor | null = null

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
})

afterEach(() => {
  supervisor?.dispose()
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})

type Told = 'onStarted' | 'onGivenUp' | 'onSilent' | 'beatMilliseconds' | 'log'
function supervise(
  options: Pick<SupervisorOptions, 'onStarted' | 'onGivenUp'> & Partial<Pick<SupervisorOptions, Told>>,
): Supervisor {
  const folders = { userFolder: home, sampleFolder: home, modelsFolder: home, detectorFolder: home }
  supervisor = new Supervisor({
    host: nodeProcessHost,
    version: 'test',
    program: 'a test',
    log: noLog,
    ...folders,
    ...options,
  })
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
        onGivenUp: (text) => resolve(englishOf(text)),
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

  test('V4: an engine that is busy stores what it was sent before it is ended', async () => {
    const folder = join(home, 'pairs')
    await makePairFolder(folder, { count: 1, width: 64, height: 48, layout: 'a-b' })
    const first = await startedOn(folder)
    const [pairId] = await pairIds(first.client)
    const caption = { id: 'c', text: 'typed last', rank: 0, source: { kind: 'person' }, logProbability: null }
    const diff = [{ type: 'caption.add', caption, index: 0 }] as Diff
    process.kill(first.pid, 'SIGSTOP')
    const edit = { pairId, eventId: crypto.randomUUID(), label: 'Caption added', diff }
    void first.client.call('pairs.edit', edit).catch(() => {})
    void setTimeout(700).then(() => process.kill(first.pid, 'SIGCONT'))
    await first.supervisor.finish()

    const { client } = await startedOn(folder)
    const { document } = await client.call('pairs.get', { pairId })
    expect(document.captions.map(({ text }) => text)).toContain('typed last')
  })

  test('V5: an engine that never answers is ended all the same', async () => {
    const started = await startedOn(null)
    process.kill(started.pid, 'SIGSTOP')
    await started.supervisor.finish(300)
    await expect.poll(() => started.supervisor.enginePid()).toBeUndefined()
  })

  test.skipIf(isWindows)(
    'V6: an engine that lives and answers nothing is ended in words, and started again with its folder [not on Windows]',
    async () => {
      const folder = join(home, 'pairs')
      await makePairFolder(folder, { count: 1, width: 64, height: 48, layout: 'a-b' })
      const told: string[] = []
      const logged: string[] = []
      const log: Log = { ...noLog, as: () => log, write: (_level, message) => logged.push(message) }
      const onSilent = (text: MessageText): unknown => told.push(englishOf(text))
      const { pid, client } = await startedOn(folder, { onSilent, log, beatMilliseconds: 1000 })
      process.kill(pid, 'SIGSTOP')
      await expect.poll(() => told).toHaveLength(1)
      expect(told[0]).toMatch(/^The engine answered nothing for \d+ s and was started again\./)
      expect(logged).toContain('engine.silent')
      // asked before the new one is there, as a page does
      expect(await pairIds(client)).toHaveLength(1)
      expect(await client.call('app.info', {})).toMatchObject({ restartNotice: told[0] })
      expect(supervisor?.enginePid()).not.toBe(pid)
    },
  )

  test.skipIf(isWindows)('V7: an engine that answers late is left alone [not on Windows]', async () => {
    const { pid, client } = await startedOn(null, { beatMilliseconds: 2000 })
    // together longer than the twelve seconds after which it would be ended
    for (let time = 0; time < 3; time += 1) {
      process.kill(pid, 'SIGSTOP')
      await setTimeout(4500)
      process.kill(pid, 'SIGCONT')
      await client.call('app.info', {})
      await setTimeout(500)
    }
    expect(supervisor?.enginePid()).toBe(pid)
    expect(await client.call('app.info', {})).toMatchObject({ restartNotice: null })
  })
})

async function startedOn(
  folder: string | null,
  options: Partial<Pick<SupervisorOptions, Told>> = {},
): Promise<{ supervisor: Supervisor; client: Client<EngineCommands, EngineEvents>; pid: number }> {
  const client = createClient(engineContract)
  const started = supervise({
    onStarted: ({ openPort }) => client.connect(openPort()),
    onGivenUp: () => {},
    ...options,
  })
  await started.start(folder)
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
  return { supervisor: started, client, pid: started.enginePid()! }
}

async function pairIds(client: Client<EngineCommands, EngineEvents>): Promise<number[]> {
  const filter = { states: null, search: '', hasProblem: null }
  return (await client.call('pairs.find', { filter, order: 'key' })).ids
}
