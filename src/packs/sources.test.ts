import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_NETWORK_SETTINGS } from '../contract/network'
import { HttpClient } from '../network/client'
import { serveFiles } from './testing'
import type { FileServer } from './testing'
import { archiveAddress, registryFor } from './sources'

describe('the registry that npm is set to', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deltascribe-registry-'))
    await writeFile(join(folder, 'global'), 'registry=http://global.test/npm\n')
    const lines = ['; mine', 'registry = "http://user.test/"', '@there:registry=${MIRROR}/scoped/']
    await writeFile(join(folder, 'user'), lines.join('\n'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const files = (user: string, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    NPM_CONFIG_USERCONFIG: join(folder, user),
    npm_config_globalconfig: join(folder, 'global'),
    ...env,
  })

  test('is the public one where nothing is set', async () => {
    const env = { npm_config_userconfig: '/absent', npm_config_globalconfig: '/absent' }
    expect(await registryFor('left-pad', env)).toBe('https://registry.npmjs.org/')
  })

  test("comes from the machine's file, the user's, and before both from the environment", async () => {
    expect(await registryFor('left-pad', files('absent'))).toBe('http://global.test/npm/')
    expect(await registryFor('left-pad', files('user'))).toBe('http://user.test/')
    const env = files('user', { npm_config_registry: 'http://env.test' })
    expect(await registryFor('left-pad', env)).toBe('http://env.test/')
  })

  test('is the one of the scope where that has its own', async () => {
    const env = files('user', { MIRROR: 'http://mirror.test' })
    expect(await registryFor('@there/thing', env)).toBe('http://mirror.test/scoped/')
    expect(await registryFor('@elsewhere/thing', env)).toBe('http://user.test/')
  })
})

describe('a registry whose address has a login', () => {
  const { signal } = new AbortController()
  const archive = { kind: 'npm', name: 'thing', version: '1.0.0', bytes: 1 } as const

  async function addressAt(registryMirror: string): Promise<string> {
    const client = await HttpClient.open(null, {})
    const settings = { ...DEFAULT_NETWORK_SETTINGS, registryMirror }
    return archiveAddress(archive, { client, settings }, signal).finally(() => client.close())
  }

  test('gets the login as a header, for its own archives too', async () => {
    const logins: (string | undefined)[] = []
    const registry: FileServer = await serveFiles({
      '/thing/1.0.0': ({ headers }, response) => {
        logins.push(headers.authorization)
        response.end(JSON.stringify({ dist: { tarball: `${registry.url}/thing.tgz` } }))
      },
    })
    try {
      const address = await addressAt(`http://ci:s3cr3t@${registry.host}`)
      expect(address).toBe(`http://ci:s3cr3t@${registry.host}/thing.tgz`)
      expect(logins).toEqual([`Basic ${Buffer.from('ci:s3cr3t').toString('base64')}`])
    } finally {
      registry.close()
    }
  })

  test('is told without it where it cannot be asked', async () => {
    const failure = addressAt('http://ci:s3cr3t@127.0.0.1:1')
    await expect(failure).rejects.toThrow('The registry http://127.0.0.1:1/thing/1.0.0')
    await expect(failure).rejects.not.toThrow('s3cr3t')
  })
})
