import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveChat } from '../../connector/testing'
import { makePairFolder } from '../../images/testing'
import { WorkQueue } from '../../queue/work-queue'
import { WorkerSigns } from '../../queue/worker-signs'
import { serverPrograms, startTestServer } from '../../store/postgres/testing-server'
import type { TestServer } from '../../store/postgres/testing-server'
import { startEngine } from '../testing'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''
const root = mkdtempSync(join(tmpdir(), 'deltascribe-ask-captions-'))
const folder = join(root, 'pairs')
let server: TestServer

beforeAll(async () => {
  if (programs !== null) {
    server = await startTestServer(programs)
  }
  await makePairFolder(folder, { count: 3, width: 48, height: 32, layout: 'a-b' })
})
afterAll(async () => {
  await server?.stop()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

/** A worker that takes captions gives a sign of life, and does nothing. */
async function signAsWorker(place: string): Promise<void> {
  const queue = await WorkQueue.open(place)
  const signs = new WorkerSigns(queue)
  await signs.open()
  const named = { id: randomUUID(), machine: 'tower', pid: 1, provider: 'cpu', lanes: 1 }
  await signs.sign({ ...named, proposers: [], tasks: ['captions'] }, { done: 0, failed: 0 })
  await queue.close()
}

test.skipIf(programs === null)(
  `captions that are asked for while the project is closed count as cancelled${reason}`,
  async () => {
    const place = `${server.url}&schema=closed`
    const chat = await serveChat()
    const { engine, client } = startEngine(join(root, 'home'), { database: { folder, place } })
    const { connector } = await client.call('settings.get', {})
    const { agreedTo: _ofTheUser, ...sent } = connector
    const turnedOn = { isOn: true, address: chat.address, model: 'seer' }
    await client.call('settings.set', {
      proposeAhead: false,
      provider: 'cpu',
      connector: { ...sent, ...turnedOn },
    })
    await client.call('project.open', { folder, reading: null })
    await signAsWorker(place)
    const asked = client.call('workers.askCaptions', { pairIds: null })
    const closed = client.call('project.close', {})
    await expect(asked).rejects.toMatchObject({ failure: { code: 'cancelled' } })
    await closed
    engine.dispose()
    chat.close()
  },
)
