import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../contract/client'
import { engineContract } from '../contract/engine'
import type { Caller, Role } from '../contract/person'
import { portPair } from '../contract/port'
import { DEFAULT_NETWORK_SETTINGS } from '../contract/network'
import { noLog } from '../process/log/log'
import { nodeProcessHost } from '../process/process-host'
import { createEngine } from './engine'
import type { Engine } from './engine'
import { OwnSettings } from './own-settings'
import { UserFiles } from './user-folder'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-own-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))

const person = (name: string, role: Role = 'reviewer'): Caller => ({ name, role })

describe('settings of people', () => {
  test('of their own screen are each one’s, last, and begin as the machine’s', async () => {
    const user = new UserFiles(home)
    await user.setSettings({ theme: 'light', scale: 1.5, reviewer: 'Root' })
    const own = new OwnSettings(user)
    expect(own.of(person('Ada'))).toMatchObject({ theme: 'light', scale: 1.5, reviewer: 'Ada' })
    const { rest, stored } = own.take({ theme: 'dark', provider: 'cpu' }, person('Ada', 'owner'))
    expect(rest).toEqual({ provider: 'cpu' })
    await stored
    const again = new OwnSettings(new UserFiles(home))
    expect(again.of(person('Ada'))).toMatchObject({ theme: 'dark', scale: 1.5 })
    expect(again.of(person('../Bob'))).toMatchObject({ theme: 'light', reviewer: '../Bob' })
    expect(again.of(null)).toMatchObject({ theme: 'light', reviewer: 'Root' })
  })

  test('addresses of the network are shown to owners alone', async () => {
    const user = new UserFiles(home)
    const network = { ...DEFAULT_NETWORK_SETTINGS, proxy: 'http://ann:secret@proxy.example:3128' }
    await user.setSettings({ network })
    const own = new OwnSettings(user)
    expect(own.of(person('Ada')).network).toEqual(DEFAULT_NETWORK_SETTINGS)
    expect(own.of(person('Ada', 'owner')).network).toEqual(network)
  })

  test('the name of the sign-in is no setting', async () => {
    const own = new OwnSettings(new UserFiles(home))
    expect(() => own.take({ reviewer: 'Bob' }, person('Ada'))).toThrow('signed in with')
    expect(own.take({ reviewer: 'Ada' }, person('Ada')).rest).toEqual({})
    expect(own.take({ reviewer: 'Bob' }, null).rest).toEqual({ reviewer: 'Bob' })
    expect([own.nameOf(person('Ada')), own.nameOf(null)]).toEqual(['Ada', null])
  })
})

describe('a port of an engine', () => {
  let engine: Engine
  beforeEach(() => {
    const folders = { userFolder: home, sampleFolder: home, modelsFolder: home }
    engine = createEngine({ ...folders, host: nodeProcessHost, version: 'test', log: noLog, isTeam: true })
  })
  afterEach(() => engine.dispose())

  function connected(caller: Caller | undefined) {
    const [near, far] = portPair(structuredClone)
    const client = createClient(engineContract)
    client.connect(near)
    engine.connect(far, caller)
    return client
  }

  test('that is nobody’s is closed where people sign in', () => {
    expect(connected(undefined).isConnected()).toBe(false)
    expect(connected(person('Ada')).isConnected()).toBe(true)
  })

  test('shows a change of settings to the command that follows at once', async () => {
    const olga = connected(person('Olga', 'owner'))
    const changed = olga.call('settings.set', { theme: 'dark', embedPairs: false })
    const seen = olga.call('settings.get', {})
    expect(await seen).toMatchObject({ theme: 'dark', embedPairs: false })
    await changed
  })

  test('is of one person: another’s settings are told to it as its own', async () => {
    const [ada, olga] = [connected(person('Ada', 'viewer')), connected(person('Olga', 'owner'))]
    const told = new Promise((resolve) => ada.on('settings.changed', resolve))
    await ada.call('settings.set', { theme: 'light' })
    expect(await olga.call('settings.set', { theme: 'dark', embedPairs: false })).toMatchObject({
      theme: 'dark',
    })
    expect(await told).toMatchObject({ theme: 'light', reviewer: 'Ada' })
    await expect(ada.call('project.close', {})).rejects.toMatchObject({ failure: { code: 'forbidden' } })
    expect(await ada.call('team.me', {})).toEqual({ name: 'Ada', role: 'viewer' })
  })
})
