import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addCaptionCommand } from './caption'
import { addModelsCommand } from './models'
import { ownFolder, runHere } from './testing'

const inFolder = ownFolder()

test.each([
  [['models', 'import', 'nowhere'], addModelsCommand, `${join('nowhere', 'model.json')} is not there.`],
  [['models', 'add', 'sam2-tiny', '--file', 'nope.tgz'], addModelsCommand, 'nope.tgz is not there.'],
  [
    ['models', 'remove', 'sam2-tiny'],
    addModelsCommand,
    'sam2-tiny is not installed, so there is nothing to remove.',
  ],
  [
    ['caption', '.', '--endpoint', 'http://127.0.0.1:9/v1', '--instruction', 'none.txt'],
    addCaptionCommand,
    'none.txt is not there.',
  ],
])('%j names what is not there', async (args, add, message) => {
  expect(await runHere(add, ...args)).toEqual({ code: 2, out: '', err: `deltascribe: ${message}\n` })
})

test('a pack that is damaged can be removed', async () => {
  const folder = inFolder('home', 'packs', 'sam2-tiny')
  await mkdir(folder, { recursive: true })
  const removed = await runHere(addModelsCommand, 'models', 'remove', 'sam2-tiny')
  expect(removed).toEqual({ code: 0, out: 'sam2-tiny is removed.\n', err: '' })
  expect(existsSync(folder)).toBe(false)
})
