import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_CONNECTOR_SETTINGS } from '../../contract/connector'
import { toFailure } from '../../contract/errors'
import type { Failure } from '../../contract/errors'
import type { EngineOptions } from '../engine-options'
import type { Question } from '../supervisor/host-contract'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'
import { message } from '../../messages/message'

const far = 'https://203.0.113.7/v1'
const farOrigin = 'https://203.0.113.7'
const near = 'http://192.168.255.1:8080/v1'
const { agreedTo: _agreedTo, ...defaults } = DEFAULT_CONNECTOR_SETTINGS
/** The server of a test need not be there: what is sent to it fails after the least time. */
const turnedOn = { ...defaults, isOn: true, model: 'seer', seconds: 5 }

let home = ''
let engine: StartedEngine['engine']
let client: StartedEngine['client']
let asked: Question[] = []
let answer: () => Promise<boolean>

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-agreed-'))
  asked = []
  answer = () => Promise.resolve(true)
})
afterEach(() => {
  engine.dispose()
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})

function start(options: Partial<EngineOptions> = {}): void {
  ;({ engine, client } = startEngine(home, options))
}

/** As the app does, which has a dialog. */
function startInApp(): void {
  start({
    otherFolders: 'ask',
    askPerson: (question) => {
      asked.push(question)
      return answer()
    },
  })
}

function setAddress(address: string): Promise<unknown> {
  return client.call('settings.set', { connector: { ...turnedOn, address } })
}

async function agreedTo(): Promise<string | null> {
  return (await client.call('settings.get', {})).connector.agreedTo
}

function failureOf(work: Promise<unknown>): Promise<Failure> {
  return work.then(
    () => ({ code: 'internal', message: 'it did not fail' }) as const,
    (error: unknown) => toFailure(error),
  )
}

describe('an agreement that a page sends', () => {
  test('is refused with all else in the change, and nothing may be sent', async () => {
    startInApp()
    await setAddress(far)
    const forged = { ...turnedOn, seconds: 77, address: far, agreedTo: farOrigin }
    const change = { connector: forged } as Parameters<typeof client.call<'settings.set'>>[1]
    expect((await failureOf(client.call('settings.set', change))).code).toBe('invalid-input')
    const { connector } = await client.call('settings.get', {})
    expect([connector.agreedTo, connector.seconds]).toEqual([null, 5])
    expect(readFileSync(join(home, 'settings.json'), 'utf8')).not.toContain(`"${farOrigin}"`)
    expect((await failureOf(client.call('connector.models', {}))).message).toBe(
      '203.0.113.7 lies on the public network. Nothing was sent. Agree to it in Settings, or name a server of this machine.',
    )
    expect(asked).toEqual([])
  })
})

describe('in the app, the person is asked in a dialog', () => {
  test('that names the host, and what they agree to is that origin alone', async () => {
    startInApp()
    await setAddress(far)
    expect(await client.call('connector.agree', {})).toMatchObject({ origin: farOrigin, isAgreed: true })
    expect(asked).toEqual([{ kind: 'sending', origin: farOrigin, host: '203.0.113.7', reach: 'public' }])
    expect(await agreedTo()).toBe(farOrigin)
    // and no more than once
    await client.call('connector.agree', {})
    expect(asked).toHaveLength(1)
    expect(await client.call('connector.inspect', { address: `${far}/other` })).toMatchObject({
      isAgreed: true,
    })
    for (const address of ['https://203.0.113.7:444/v1', 'https://203.0.113.8/v1']) {
      expect(await client.call('connector.inspect', { address })).toMatchObject({ isAgreed: false })
    }
  })

  test('and nothing is agreed to where they say no', async () => {
    answer = () => Promise.resolve(false)
    startInApp()
    await setAddress(far)
    expect(await client.call('connector.agree', {})).toMatchObject({ isAgreed: false, howToAgree: null })
    expect(await agreedTo()).toBeNull()
  })

  test('and another address, also of a server that was agreed to before, is asked about anew', async () => {
    startInApp()
    await setAddress(far)
    await client.call('connector.agree', {})
    await client.call('settings.set', { connector: { ...turnedOn, address: far, side: 512 } })
    expect(await agreedTo()).toBe(farOrigin)
    await setAddress(`${far}/other`)
    expect(await agreedTo()).toBeNull()
    await setAddress(far)
    expect(await agreedTo()).toBeNull()
  })

  test('and a yes is for the address that was asked about, whatever is set meanwhile', async () => {
    startInApp()
    await setAddress(far)
    answer = async () => {
      await setAddress('https://203.0.113.99/v1')
      return true
    }
    await client.call('connector.agree', {})
    expect(await agreedTo()).toBeNull()
  })

  test('about a server of their network too, and about this machine never', async () => {
    startInApp()
    await setAddress(near)
    expect((await failureOf(client.call('connector.models', {}))).message).toContain('Nothing was')
    await client.call('connector.agree', {})
    expect(asked).toMatchObject([{ kind: 'sending', host: '192.168.255.1:8080', reach: 'network' }])
    await setAddress('http://127.0.0.1:1/v1')
    expect(await client.call('connector.agree', {})).toMatchObject({ reach: 'machine', isAgreed: true })
    expect(asked).toHaveLength(1)
  })

  test('and not about http to the public network, where nothing is sent at all', async () => {
    startInApp()
    await setAddress('http://203.0.113.7/v1')
    const endpoint = await client.call('connector.agree', {})
    expect([endpoint.isAgreed, endpoint.problem, asked]).toEqual([
      false,
      message('connector.notEncrypted', { host: '203.0.113.7' }),
      [],
    ])
  })
})

describe('an agreement of an earlier version', () => {
  const stored = { ...defaults, isOn: true, address: far, agreedTo: farOrigin }

  test('is kept for its address, and ends with it', async () => {
    writeFileSync(join(home, 'settings.json'), JSON.stringify({ connector: stored }))
    startInApp()
    expect(await client.call('connector.inspect', { address: far })).toMatchObject({ isAgreed: true })
    await client.call('settings.set', { connector: { ...turnedOn, address: far } })
    expect(await agreedTo()).toBe(farOrigin)
    await setAddress(near)
    await setAddress(far)
    expect(await client.call('connector.inspect', { address: far })).toMatchObject({ isAgreed: false })
  })
})

describe('where there is no dialog', () => {
  test('a page cannot agree, and is told the option of serve', async () => {
    start({ otherFolders: 'refuse' })
    await setAddress(far)
    const option = 'Start deltascribe serve with --allow-endpoint https://203.0.113.7'
    expect(await failureOf(client.call('connector.agree', {}))).toEqual({
      code: 'unavailable',
      message: `${option} to allow it.`,
    })
    expect(await failureOf(client.call('connector.models', {}))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`Nothing was sent. ${option}, or`) as string,
    })
    expect(await agreedTo()).toBeNull()
  })

  test('what was named on the command line is agreed to, for this run', async () => {
    start({ otherFolders: 'refuse', allowedOrigins: [farOrigin] })
    await setAddress(far)
    expect(await client.call('connector.agree', {})).toMatchObject({ isAgreed: true })
    expect(await client.call('connector.inspect', { address: near })).toMatchObject({ isAgreed: false })
    expect(await agreedTo()).toBeNull()
  })
})

/** Of an engine as the command `caption` has it. */
function refusal(address: string, isNamed: boolean): Promise<Failure> {
  const settings = { ...turnedOn, address, agreedTo: null }
  start({ connector: { settings, key: null, isNamed } })
  return failureOf(client.call('connector.models', {})).finally(() => engine.dispose())
}

test('a command line that names a server of the network needs no more, and one on the public network does', async () => {
  expect((await refusal(far, true)).message).toContain('Add --allow-public')
  expect((await refusal(far, false)).message).toContain(
    'Name the server with --endpoint and add --allow-public',
  )
  expect((await refusal(near, false)).message).toContain('Name the server with --endpoint, or')
  expect((await refusal(near, true)).message).not.toContain('Nothing was sent')
})
