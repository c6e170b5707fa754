import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addCaptionCommand } from './caption'
import { addModelsCommand } from './models'
import { runHere } from './testing'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'deltascribe-cli-models-'))
  vi.stubEnv('DELTASCRIBE_HOME', join(root, 'home'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, maxRetries: 5 })
})

test.each([
  [addModelsCommand, ['models', 'import', 'nowhere'], `${join('nowhere', 'model.json')} is not there.`],
  [addModelsCommand, ['models', 'add', 'sam2-tiny', '--file', 'nope.tgz'], 'nope.tgz is not there.'],
  [
    addModelsCommand,
    ['models', 'remove', 'sam2-tiny'],
    'sam2-tiny is not installed, so there is nothing to remove.',
  ],
  [
    addCaptionCommand,
    ['caption', '.', '--endpoint', 'http://127.0.0.1:9/v1', '--instruction', 'none.txt'],
    'none.txt is not there.',
  ],
])('%# %j names what is not there', async (add, args, message) => {
  expect(await runHere(add, ...args)).toEqual({ code: 2, out: '', err: `deltascribe: ${message}\n` })
})

test('a pack that is damaged can be removed', async () => {
  const folder = join(root, 'home', 'packs', 'sam2-tiny')
  await mkdir(folder, { recursive: true })
  const removed = await runHere(addModelsCommand, 'models', 'remove', 'sam2-tiny')
  expect(removed).toEqual({ code: 0, out: 'sam2-tiny is removed.\n', err: '' })
  expect(existsSync(folder)).toBe(false)
})
