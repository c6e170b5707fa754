import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../contract/client'
import { engineContract } from '../contract/engine'
import type { Diff } from '../domain/diff'
import { serveChat } from '../connector/testing'
import { DEFAULT_CONNECTOR_SETTINGS } from '../contract/connector'
import { makePairFolder } from '../images/testing'
import { logPath, openLog } from '../process/log/log'
import { nodeProcessHost } from '../process/process-host'
import { eventLogger } from './log-events'
import { Supervisor } from './supervisor/supervisor'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

const everything = { states: null, search: '', hasProblem: null }
let home = ''
let folder = ''
let ends: (() => void)[] = []

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  folder = join(home, 'pairs')
  await makePairFolder(folder, { count: 2, width: 96, height: 64, layout: 'a-b' })
})

afterEach(() => {
  ends.splice(0).forEach((end) => end())
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})

function log(): string {
  return readFileSync(logPath(home), 'utf8')
}

async function start(options: Parameters<typeof startEngine>[1] = {}): Promise<StartedEngine['client']> {
  const { engine, client } = startEngine(home, options)
  ends.push(() => engine.dispose())
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
  await client.call('project.open', { folder, reading: null })
  return client
}

test('an inference process that is killed is named with its signal, and so is the next one', async () => {
  const pids: number[] = []
  const client = await start({
    host: {
      async start(program, options) {
        const hosted = await nodeProcessHost.start(program, options)
        if (options?.isQuiet !== true) {
          pids.push(hosted.pid!)
        }
        return hosted
      },
    },
  })
  const { ids } = await client.call('pairs.find', { filter: everything, order: 'key' })
  await client.call('proposals.make', { pairId: ids[0] })
  process.kill(pids[0], 'SIGKILL')
  await expect.poll(log).toMatch(/warning engine process\.exited \{"program":"inference".*"signal":"SIGKILL"/)
  expect(log()).toContain(`"pid":${pids[0]},"code":null,"signal":"SIGKILL","milliseconds":`)
  await client.call('proposals.make', { pairId: ids[1] })
  expect(log().match(/process\.started \{"program":"inference"/g)!.length).toBeGreaterThanOrEqual(2)
  expect(log()).not.toContain('provider.probed')
  expect(log()).toMatch(/provider\.in-use \{"inUse":"cpu","wanted":"cpu"/)
  expect(log()).toContain('project.opened {"pairs":2}')
  expect(log()).toContain('model.in-use {"model":"difference"}')
})

test('a caption, a note and a key are not in the log, whether what they are for works or fails', async () => {
  const server = await serveChat()
  ends.push(() => server.close())
  const client = await start()
  const [pairId] = (await client.call('pairs.find', { filter: everything, order: 'key' })).ids
  const caption = {
    id: 'c',
    text: 'crimson windmill',
    rank: 0,
    source: { kind: 'person' },
    logProbability: null,
  }
  const edit = (eventId: string, index: number): Promise<unknown> =>
    client.call('pairs.edit', {
      pairId,
      eventId,
      label: 'Caption added: crimson windmill',
      diff: [{ type: 'caption.add', caption, index }] as Diff,
    })
  await edit(crypto.randomUUID(), 0)
  await edit(crypto.randomUUID(), 9).catch(() => undefined)
  await client.call('chain.remask', { pairId, captionId: 'c', caption: 'crimson windmill' }).catch(() => {})
  const { agreedTo: _agreedTo, ...defaults } = DEFAULT_CONNECTOR_SETTINGS
  const connector = { ...defaults, isOn: true, address: server.address, model: 'gone' }
  await client.call('settings.set', { connector })
  await client.call('connector.setKey', { key: 'sk-very-secret' })
  await client.call('connector.ask', { pairId }).catch(() => undefined)
  await client.call('connector.setKey', { key: 'sk-very-secret'.repeat(1000) }).catch(() => undefined)
  const pageError = { kind: 'error', name: 'Error', message: 'no "crimson windmill"', stack: '' } as const
  await client.call('app.pageError', pageError)
  expect(log()).toMatch(/command\.failed \{"command":"chain\.remask","code":"unavailable"\}/)
  expect(log()).toMatch(/command\.failed \{"command":"connector\.setKey","code":"invalid-input"\}/)
  expect(log()).toContain('error renderer page.failed {"kind":"error","name":"Error","message":"no \\"…\\""')
  expect(log()).not.toMatch(/windmill|secret/)
  const { text, logPath: path } = await client.call('app.diagnostics', {})
  expect(path).toBe(logPath(home))
  expect(text).toMatch(/^Deltascribe diagnostics\nversion: test\nplatform: /)
  expect(text).toContain('model in use: difference')
  expect(text).toContain('renderer page.failed')
  expect(text).not.toMatch(/windmill|secret/)
})

test('an export is logged with its format and counts, and one that fails with its code', async () => {
  const client = await start()
  const { ids } = await client.call('pairs.find', { filter: everything, order: 'key' })
  for (const pairId of ids) {
    await client.call('proposals.make', { pairId })
  }
  const out = join(home, 'out')
  await client.call('export.start', { format: 'a-b', out, states: ['unreviewed'] })
  await expect.poll(log).toMatch(/job\.ended \{"id":1,"kind":"export","state":"done","milliseconds":\d+/)
  expect(log()).toContain('info engine job.started {"id":1,"kind":"export"}')
  expect(log()).toMatch(/"done":\d+,"total":\d+,"format":"a-b","pairs":2,/)
  await client.call('export.start', { format: 'a-b', out, states: ['unreviewed'] }).catch(() => undefined)
  await expect
    .poll(log)
    .toMatch(/error engine job\.ended \{"id":2,"kind":"export","state":"failed".*"code":"/)
})

test('an engine process that ends and is started again is logged by both', async () => {
  const client = createClient(engineContract)
  const supervisor = new Supervisor({
    host: nodeProcessHost,
    version: 'test',
    program: 'a test',
    log: openLog(home, 'serve'),
    userFolder: home,
    sampleFolder: home,
    modelsFolder: home,
    detectorFolder: home,
    onStarted: ({ openPort }) => client.connect(openPort()),
    onGivenUp: () => undefined,
  })
  ends.push(() => supervisor.dispose())
  await supervisor.start(null)
  await client.call('app.info', {})
  expect(log()).toContain('info engine engine.started {"version":"test"')
  process.kill(supervisor.enginePid()!, 'SIGKILL')
  await client.call('app.info', {})
  expect(log()).toMatch(/warning serve process\.exited \{"program":"engine".*"signal":"SIGKILL"/)
  expect(log()).toMatch(/warning serve engine\.restarting \{"quickFailures":\d\}/)
  expect(log().match(/info serve process\.started \{"program":"engine"/g)).toHaveLength(2)
})

test('what trials of providers gave is logged once; a CPU that was used untried was not tried', () => {
  const own = openLog(home, 'engine')
  const untried = { isUsable: true, reason: null, maxError: null, milliseconds: null, device: null }
  const reports = [
    { ...untried, name: 'cpu', maxError: 0, milliseconds: 3 },
    { ...untried, name: 'webgpu', isUsable: false, reason: 'no device' },
  ]
  const status = { wanted: 'auto', inUse: 'cpu', notice: null, isFallback: false }
  const watch = eventLogger(own)
  watch('provider.changed', { ...status, reports: [{ ...untried, name: 'cpu' }] })
  expect(log()).not.toContain('provider.probed')
  watch('provider.changed', { ...status, reports })
  watch('provider.changed', { ...status, reports })
  expect(log().match(/provider\.probed/g)).toHaveLength(2)
  expect(log()).toMatch(/provider\.probed \{"name":"webgpu","isUsable":false,.*"reason":"no device"/)
})
