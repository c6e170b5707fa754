import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFolder } from './replace-folder'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'replace-folder-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function make(name: string, file: string): Promise<string> {
  await mkdir(join(home, name))
  await writeFile(join(home, name, file), '')
  return join(home, name)
}

test('the new folder stands in the place of the old one, or of none', async () => {
  const folder = join(home, 'it')
  await replaceFolder(await make('.draft', 'one'), folder)
  await replaceFolder(await make('.draft', 'two'), folder)
  expect(await readdir(home)).toEqual(['it'])
  expect(await readdir(folder)).toEqual(['two'])
})

test('the old folder is back where the new one cannot take its place', async () => {
  const folder = await make('it', 'one')
  await expect(replaceFolder(join(home, '.draft'), folder)).rejects.toThrow('ENOENT')
  expect(await readdir(home)).toEqual(['it'])
  expect(await readdir(folder)).toEqual(['one'])
})
