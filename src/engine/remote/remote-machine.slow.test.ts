import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_REMOTE_SETTINGS } from '../../contract/remote'
import type { RemoteSettings } from '../../contract/remote'
import { makePairFolder } from '../../images/testing'
import { standInMachine } from '../../remote/testing'
import type { StandIn } from '../../remote/testing'
import type { Question } from '../supervisor/host-contract'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'
import { appPaths } from '../user-folder'
import { englishOf } from '../../messages/message'

const isPosix = process.platform !== 'win32'
const remote: RemoteSettings = { ...DEFAULT_REMOTE_SETTINGS, isOn: true, host: 'server' }

let folder: string
let machine: StandIn
let started: StartedEngine
let questions: Question[]
let answer: boolean
let notices: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-machine-'))
  await makePairFolder(join(folder, 'pairs'), { count: 2, width: 64, height: 48, layout: 'a-b' })
  machine = await standInMachine(folder)
  vi.stubEnv('DELTASCRIBE_SSH', machine.program)
  questions = []
  notices = []
  started = startEngine(join(folder, 'home'), {
    version: appPaths().version,
    askPerson: async (question) => {
      questions.push(question)
      return answer
    },
  })
  started.client.on('notice', ({ message }) => notices.push(englishOf(message)))
  await started.client.call('settings.set', { proposer: 'difference', embedPairs: false })
})

afterEach(async () => {
  vi.unstubAllEnvs()
  started.engine.dispose()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

async function open(settings: Partial<RemoteSettings>): Promise<void> {
  const { client } = started
  await client.call('settings.set', { remote: { ...remote, ...settings } })
  await client.call('project.open', { folder: join(folder, 'pairs'), reading: null })
}

/** Resolves once each pair has a proposal. */
async function proposedForAll(): Promise<void> {
  const { client } = started
  await vi.waitFor(async () => {
    const { ids } = await client.call('pairs.find', {
      filter: { states: null, search: '', hasProblem: null },
      order: 'key',
    })
    const lists = await Promise.all(ids.map((pairId) => client.call('proposals.list', { pairId })))
    expect(lists.map((list) => list.length)).toEqual([1, 1])
  }, 60_000)
}

test.runIf(isPosix)('pairs wait until the person agrees in a dialog, and go there then', async () => {
  const { client } = started
  await open({})
  await expect.poll(() => notices.join()).toContain('Proposals wait. Nobody agreed yet')
  answer = false
  expect((await client.call('remote.try', {})).found).toBeNull()
  expect(await client.call('remote.status', {})).toMatchObject({ host: 'server', isAgreed: false })
  expect([await machine.workers(), existsSync(machine.cache)]).toEqual([[], false])
  answer = true
  const { found, status } = await client.call('remote.try', {})
  expect([found?.version, found?.platform, status]).toEqual([
    appPaths().version,
    process.platform,
    { host: 'server', isAgreed: true, problem: null },
  ])
  const question = { kind: 'machine', host: 'server', command: 'deltascribe worker' }
  expect(questions).toEqual([question, question])
  await proposedForAll()
  expect(await readFile(join(folder, 'home', 'machines.json'), 'utf8')).toContain('"server"')
  // another command there is another question
  answer = false
  await client.call('settings.set', { remote: { ...remote, command: 'rm -r x' } })
  expect((await client.call('remote.try', {})).found).toBeNull()
})

test.runIf(isPosix)('proposals go on here where the person chose that', async () => {
  answer = true
  const refusing = join(folder, 'refusing')
  await writeFile(refusing, '#!/bin/sh\necho "No route to host" >&2\nexit 255\n', { mode: 0o755 })
  await writeFile(
    join(folder, 'home', 'machines.json'),
    JSON.stringify([{ host: 'server', command: remote.command }]),
  )
  started.engine.dispose()
  vi.stubEnv('DELTASCRIBE_SSH', refusing)
  started = startEngine(join(folder, 'home'))
  started.client.on('notice', ({ message }) => notices.push(englishOf(message)))
  await open({ goesOnHere: true })
  await proposedForAll()
  const told = notices.filter((notice) => notice.endsWith('Proposals go on on this machine.'))
  expect(told).toEqual([expect.stringContaining('server cannot make proposals: No route to host.')])
  expect(englishOf((await started.client.call('remote.status', {})).problem ?? '')).toContain(
    'No route to host',
  )
})

test('a page can name no option of ssh', async () => {
  const change = { remote: { ...remote, host: '-oProxyCommand=x' } }
  await expect(started.client.call('settings.set', change)).rejects.toMatchObject({
    failure: { code: 'invalid-input' },
  })
})
