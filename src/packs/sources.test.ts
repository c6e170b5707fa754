import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registryFor } from './sources'

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
