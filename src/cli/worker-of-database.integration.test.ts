import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ownFolder, runHere } from './testing'
import { addWorkerCommand } from './worker'

ownFolder()
let connections = 0
/** A database that is away: it ends each connection. */
const server = createServer((socket) => {
  connections += 1
  socket.destroy()
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
/** Where the command has ended already, the signal would end the tests. */
const nothing = (): void => {}
afterAll(() => {
  process.off('SIGINT', nothing)
  server.close()
})

test.skipIf(process.platform === 'win32')(
  'a worker that waits for its database keeps the token of its environment [not on Windows]',
  async () => {
    vi.stubEnv('DELTASCRIBE_WORKER_TOKEN', 'a'.repeat(43))
    const place = `postgres://ann@127.0.0.1:${(server.address() as AddressInfo).port}/team`
    const words = ['worker', '--database', place, '--provider', 'cpu', '--server', 'https://team.example']
    const ran = runHere(addWorkerCommand, ...words)
    let isOver = false
    void ran.then(() => {
      isOver = true
    })
    await expect
      .poll(() => String(vi.mocked(process.stderr.write).mock.calls))
      .toContain('It is tried every 3')
    const before = connections
    await expect.poll(() => isOver || connections > before).toBe(true)
    process.on('SIGINT', nothing)
    process.kill(process.pid, 'SIGINT')
    const { err } = await ran
    expect(err).not.toContain('There is no token')
    expect(process.env['DELTASCRIBE_WORKER_TOKEN']).toBeUndefined()
  },
)
