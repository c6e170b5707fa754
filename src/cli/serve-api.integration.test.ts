import { spawnSync, execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../build/build'
import { engineContract } from '../contract/engine'
import { serveOverHttp } from '../engine/server/serve'
import type { Served } from '../engine/server/serve'
import { makePairFolder } from '../images/testing'
import { writeApiFile } from './serve'

const home = mkdtempSync(join(tmpdir(), 'deltascribe-api-'))
const folder = join(home, 'pairs')
const everything = { states: null, search: '', hasProblem: null }
const hasPython = spawnSync('python3', ['--version']).status === 0
let served: Served
let access = { url: '', token: '' }

beforeAll(async () => {
  await makePairFolder(folder, { count: 3, width: 96, height: 64, layout: 'a-b' })
  served = await serveOverHttp({
    folder,
    allowed: [home],
    userFolder: join(home, 'user'),
    sampleFolder: home,
    modelsFolder: home,
    detectorFolder: home,
    pageFolder: home,
    version: '0',
    port: 0,
    hasApi: true,
    onGivenUp: () => undefined,
  })
  access = served.api ?? access
  await call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
})
afterAll(() => {
  served.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})

interface Asked extends RequestInit {
  headers?: Record<string, string>
}

function request(path: string, options: Asked = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${access.token}`, ...options.headers }
  return fetch(new URL(path, access.url), { ...options, headers })
}

async function call(command: string, input: unknown): Promise<unknown> {
  const response = await request(command, { method: 'POST', body: JSON.stringify(input) })
  return response.json()
}

describe('programs', () => {
  test('need the token, and are no page of a browser', async () => {
    const body = '{}'
    const statuses = await Promise.all(
      [
        fetch(new URL('project.current', access.url), { method: 'POST', body }),
        request('project.current', { method: 'POST', body, headers: { authorization: 'Bearer wrong' } }),
        request('project.current', { method: 'POST', body, headers: { origin: 'https://example.org' } }),
        request('project.current', { method: 'POST', body, headers: { origin: new URL(access.url).origin } }),
        fetch(new URL('openapi.json', access.url)),
        fetch(new URL('events', access.url)),
        request('project.current', { method: 'POST', body }),
      ].map(async (asked) => (await asked).status),
    )
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 200])
  })

  test('get failures in words with a code and a status', async () => {
    const ask = async (command: string, body: string): Promise<[number, unknown]> => {
      const response = await request(command, { method: 'POST', body })
      return [response.status, await response.json()]
    }
    expect(await ask('pairs.get', '{"pairId":99}')).toEqual([
      404,
      expect.objectContaining({ code: 'not-found' }),
    ])
    expect(await ask('pairs.get', '{"pairId":"x"}')).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining('pairId') as string }),
    ])
    expect((await ask('pairs.get', '{'))[0]).toBe(400)
    expect((await ask('pairs.get', '['.repeat(3000) + ']'.repeat(3000)))[0]).toBe(400)
    expect((await ask('__proto__', '{}'))[0]).toBe(404)
    expect((await ask('toString', '{}'))[0]).toBe(404)
    expect((await ask('project.open', JSON.stringify({ folder: '/', reading: null })))[0]).toBe(503)
    expect((await request('pairs.find')).status).toBe(405)
    expect((await request('events?names=none')).status).toBe(404)
  })

  test('read pairs and their pictures, propose, edit, and hear of it', async () => {
    const stream = await request('events?names=pair.changed,queue.changed')
    const { ids } = (await call('pairs.find', { filter: everything, order: 'key' })) as { ids: number[] }
    expect(ids).toHaveLength(3)
    const proposal = await call('proposals.make', { pairId: ids[0] })
    expect(proposal).toMatchObject({ proposer: 'difference', regionCount: expect.any(Number) as number })
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    while (!heard.includes('event: pair.changed')) {
      heard += (await reader.read()).value ?? ''
    }
    await reader.cancel()
    expect(heard).toMatch(/event: pair\.changed\ndata: \{"pairId":\d+,/)
    expect(heard).not.toContain('event: project.changed')
    const picture = await fetch(new URL(`/picture/${ids[0]}/after-thumbnail`, access.url), {
      headers: { authorization: `Bearer ${access.token}` },
    })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('are told of all commands and events by OpenAPI', async () => {
    const document = (await (await request('openapi.json')).json()) as {
      openapi: string
      paths: Record<string, { post?: { description: string; requestBody: unknown; responses: unknown } }>
    }
    expect(document.openapi).toBe('3.1.0')
    const commands = Object.keys(engineContract.commands).map((name) => `/${name}`)
    expect(Object.keys(document.paths)).toEqual([...commands, '/events'])
    const described = Object.values(document.paths).flatMap(({ post }) => post?.description ?? [])
    expect(described).toHaveLength(commands.length)
    expect(described.every((text) => /^[A-Z].*\.$/.test(text))).toBe(true)
    const body = { required: true, content: { 'application/json': { schema: { type: 'object' } } } }
    expect(document.paths['/pairs.get'].post?.requestBody).toMatchObject(body)
  })

  test.skipIf(!hasPython)('may be the example in Python [needs python3]', async () => {
    const file = join(home, 'api.json')
    const remove = writeApiFile(file, access)
    const out = join(home, 'set')
    const example = join(root, 'docs', 'examples', 'review_all.py')
    const { stdout } = await promisify(execFile)('python3', [example, file, out])
    const lines = stdout.trim().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines.slice(0, 3).every((line) => /^\d+ [\d.]+ (accept|flag)$/.test(line))).toBe(true)
    expect(lines[3]).toBe('3 pairs are exported')
    expect(existsSync(join(out, 'README.md'))).toBe(true)
    remove()
    expect(existsSync(file)).toBe(false)
  })
})

describe('the file with the token', () => {
  const file = join(home, 'token.json')

  test('is for the user alone, and replaces one that an earlier server left', () => {
    writeApiFile(file, { url: 'http://127.0.0.1:1/api/', token: 'old' })
    writeApiFile(file, { url: 'http://127.0.0.1:2/api/', token: 'new' })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: 'http://127.0.0.1:2/api/', token: 'new' })
    expect(statSync(file).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
  })

  test('replaces nothing else', () => {
    writeFileSync(file, 'my notes')
    expect(() => writeApiFile(file, { url: '', token: '' })).toThrow(
      /is there already, and no earlier server wrote it/,
    )
    expect(readFileSync(file, 'utf8')).toBe('my notes')
  })
})
