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

test('a token goes over no network in the clear, and is no argument', () => {
  for (const server of [
    'http://team.example',
    'ftp://team.example',
    'https://ann:secret@team.example',
    '/x',
  ]) {
    expect(() => imagesOf({ server, tokenFile })).toThrow(/in the clear|no address of a server/)
  }
  for (const server of ['https://team.example', 'http://127.0.0.1:8080', 'http://localhost:8080']) {
    expect(imagesOf({ server, tokenFile })).toBeDefined()
  }
  const server = 'https://team.example'
  expect(() => imagesOf({ server })).toThrow('There is no token')
  expect(() => imagesOf({ server, tokenFile: join(folder, 'none') })).toThrow('cannot be read')
  expect(() => imagesOf({ tokenFile })).toThrow('add --server URL')
})

test('images come from one place, which is there', () => {
  expect(() => imagesOf({ images: folder, server: 'https://team.example', tokenFile })).toThrow(
    'or from a server',
  )
  expect(() => imagesOf({ images: join(folder, 'none') })).toThrow('is no folder')
  expect(imagesOf({ images: folder })).toBeDefined()
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
