import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../contract/client'
import { ContractError, toFailure } from '../contract/errors'
import type { Failure } from '../contract/errors'
import { portPair } from '../contract/port'
import { serve } from '../contract/server'
import { DEFAULT_MAPPING } from '../domain/value-mapping'
import { messagesIn } from '../messages/catalogues'
import { inLanguage, message, messageFields, messageIn } from '../messages/message'
import type { Message, MessageText } from '../messages/message'
import { createFarWorker } from './far-worker'
import { FileCache } from './file-cache'
import { Digests } from './file-sender'
import { farContract, REMOTE_PROTOCOL } from './remote-contract'
import { remoteWork } from './remote-work'

let folder: string
/** As it leaves the other machine. */
let sent: Failure | null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-failure-'))
  sent = null
  await writeFile(join(folder, 'before.png'), 'x')
  await writeFile(join(folder, 'after $&.png'), 'yy')
})
afterEach(() => rm(folder, { recursive: true }))

/** Of a proposal on another machine whose process fails with `fail`, as it arrives here. */
async function failureOf(
  frame: 'before' | 'after',
  fail: (path: string) => MessageText,
  slice = '',
): Promise<Failure> {
  const cache = new FileCache({ folder: join(folder, 'cache'), mostBytes: 1_000_000 })
  await cache.open()
  const worker = createFarWorker({
    facts: { version: '1', protocol: REMOTE_PROTOCOL } as never,
    cache,
    run: (_, input) => {
      const path = (input as { before: string; after: string })[frame]
      throw new ContractError({ code: 'bad-image', reason: 'unreadable', path, ...messageFields(fail(path)) })
    },
  })
  const [near, far] = portPair(structuredClone)
  const watched: typeof worker = {
    ...worker,
    async work(request) {
      try {
        return await worker.work(request)
      } catch (error) {
        sent = toFailure(error)
        throw error
      }
    },
  }
  serve(farContract, watched, () => undefined).connect(far)
  const client = createClient(farContract)
  client.connect(near)
  await client.call('hello', { version: '1', protocol: REMOTE_PROTOCOL })
  const asked = remoteWork(client, new Digests()).propose({
    before: join(folder, 'before.png') + slice,
    after: join(folder, 'after $&.png') + slice,
    provider: 'cpu',
    mapping: DEFAULT_MAPPING,
    proposer: { name: 'difference', folder: null },
  } as never)
  return toFailure(await Promise.resolve(asked).catch((error: unknown) => error))
}

function german(failure: Failure): string {
  return inLanguage(messagesIn.de, messageIn(failure))
}

const incomplete = (path: string): Message => message('problems.incomplete', { name: basename(path) })
const otherKind = (path: string): Message => message('problems.otherKind', { name: basename(path) })

test.each([
  ['alone', []],
  ['beside a world file', ['before.pgw', 'after $&.pgw']],
])('a failure of an image %s names the file of this machine, in every language', async (_, sidecars) => {
  for (const name of sidecars) {
    await writeFile(join(folder, name), '1\n0\n0\n-1\n0\n0\n')
  }
  for (const [frame, name] of [
    ['before', 'before.png'],
    ['after', 'after $&.png'],
  ] as const) {
    const failure = await failureOf(frame, incomplete)
    const own = incomplete(join(folder, name))
    expect(failure).toMatchObject({ code: 'bad-image', path: join(folder, name), ...messageFields(own) })
    expect(german(failure)).toBe(inLanguage(messagesIn.de, own))
    expect(german(failure)).toContain(name)
    // nothing else of the sentence changes
    const kind = await failureOf(frame, otherKind)
    expect(messageIn(kind)).toEqual(otherKind(join(folder, name)))
  }
})

test('no path of the other machine leaves it, also not of the file behind a slice', async () => {
  for (const fail of [
    incomplete,
    (path: string) => message('remote.cannotBeRead', { path, reason: incomplete(path) }),
    (path: string) => message('remote.cannotBeRead', { path: path.replace(/#.*$/, ''), reason: 'EIO' }),
  ]) {
    await failureOf('before', fail, '#axial2')
    const told = JSON.stringify(sent)
    expect(told).toContain('<place 0')
    expect(told).not.toContain(join(folder, 'cache'))
    expect(told).not.toMatch(/[0-9a-f]{64}/)
  }
})

test('a failure in words that have no entry names the path of this machine', async () => {
  const failure = await failureOf('after', (path) => `${path}: EIO`)
  expect(failure.message).toBe(`${join(folder, 'after $&.png')}: EIO`)
})
