import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addProposeCommand } from './propose'
import { runHere } from './testing'
import { addWorkerCommand } from './worker'
import { imagesOf } from './worker-images'

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-worker-images-'))
const tokenFile = join(folder, 'token')
writeFileSync(tokenFile, `${'a'.repeat(43)}\n`)
afterAll(() => rmSync(folder, { recursive: true }))

test('a token goes over no network in the clear, and is no argument', async () => {
  for (const server of [
    'http://team.example',
    'ftp://team.example',
    'https://ann:secret@team.example',
    '/x',
  ]) {
    await expect(imagesOf({ server, tokenFile })).rejects.toThrow(/in the clear|no address of a server/)
  }
  for (const server of ['https://team.example', 'http://127.0.0.1:8080', 'http://localhost:8080']) {
    expect(await imagesOf({ server, tokenFile })).toBeDefined()
  }
  const server = 'https://team.example'
  await expect(imagesOf({ server })).rejects.toThrow('There is no token')
  await expect(imagesOf({ server, tokenFile: join(folder, 'none') })).rejects.toThrow('cannot be read')
  await expect(imagesOf({ tokenFile })).rejects.toThrow('add --server URL')
})

test('images come from one place, which is there', async () => {
  await expect(imagesOf({ images: folder, server: 'https://team.example', tokenFile })).rejects.toThrow(
    'or from a server',
  )
  await expect(imagesOf({ images: join(folder, 'none') })).rejects.toThrow('is no folder')
  expect(await imagesOf({ images: folder })).toBeDefined()
})

test('options that need a database say so', async () => {
  for (const words of [
    ['--once'],
    ['--lanes', '2'],
    ['--images', folder],
    ['--provider', 'cpu'],
    ['--status'],
  ]) {
    const { code, err } = await runHere(addWorkerCommand, 'worker', ...words)
    expect([code, err]).toEqual([2, expect.stringContaining('add --database URL')])
  }
  const asked = await runHere(addProposeCommand, 'propose', folder, '--workers')
  expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('add --database URL')])
  const place = ['--database', 'postgres://localhost:1/none', '--workers']
  const out = await runHere(addProposeCommand, 'propose', folder, ...place, '--out', folder)
  expect([out.code, out.err]).toEqual([2, expect.stringContaining('does not wait')])
})
