import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFolder, settleReplaced } from './atomic'

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

test('what a kill left aside goes back, or goes where its place is taken', async () => {
  const folder = join(home, 'it')
  await settleReplaced(await make('.draft.old', 'one'), folder)
  await settleReplaced(await make('.draft.old', 'two'), folder)
  await settleReplaced(join(home, '.draft.old'), folder)
  expect(await readdir(home)).toEqual(['it'])
  expect(await readdir(folder)).toEqual(['one'])
})

/** Puts back what lies aside, twice, as soon as it lies there. */
const settler = `
  const { renameSync } = require('node:fs')
  const { parentPort, workerData } = require('node:worker_threads')
  parentPort.postMessage('ready')
  for (let left = 2; left > 0; ) try { renameSync(workerData.aside, workerData.folder); left-- } catch {}
`

test('the new folder takes its place though the old one is put back meanwhile', async () => {
  const folder = await make('it', '0')
  for (let count = 1; count <= 10; count++) {
    const draft = await make('.draft', String(count))
    const worker = new Worker(settler, { eval: true, workerData: { aside: `${draft}.old`, folder } })
    await once(worker, 'message')
    await replaceFolder(draft, folder)
    await worker.terminate()
    expect(await readdir(folder)).toEqual([String(count)])
  }
  expect(await readdir(home)).toEqual(['it'])
})
