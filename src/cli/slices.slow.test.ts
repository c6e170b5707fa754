import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeNifti } from '../images/nifti/testing'
import { addSlicesCommand } from './slices'
import { runHere } from './testing'

let root: string
let folder: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'deltascribe-cli-slices-'))
  folder = join(root, 'scans')
  vi.stubEnv('DELTASCRIBE_HOME', join(root, 'home'))
  for (const side of ['A', 'B']) {
    await mkdir(join(folder, side), { recursive: true })
    const volume = makeNifti({ dims: [8, 6, 9], at: (i, j, k) => i + j + k })
    await writeFile(join(folder, side, 'head.nii'), volume)
    await writeFile(join(folder, side, 'neck.nii'), volume)
  }
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, maxRetries: 20 })
})

test('slices of all pairs, or of one, become pairs', async () => {
  const all = await runHere(addSlicesCommand, 'slices', folder, '--range', '4-6')
  // the middle one is there
  expect([all.code, all.out, all.err]).toEqual([0, 'head: 2 slices added\nneck: 2 slices added\n', ''])
  const one = await runHere(
    addSlicesCommand,
    'slices',
    folder,
    '--range',
    '1-3',
    '--axis',
    'coronal',
    '--pair',
    'neck',
  )
  expect(one.out).toBe('neck: 3 slices added\n')
  const again = await runHere(addSlicesCommand, 'slices', folder, '--range', '4-7')
  expect(again.out).toBe('head: 1 slices added\nneck: 1 slices added\n')
})

test('a range that is none is refused', async () => {
  const wrong = await runHere(addSlicesCommand, 'slices', folder, '--range', '7')
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/two numbers from 1, as in 10-40/)])
  const beyond = await runHere(addSlicesCommand, 'slices', folder, '--range', '4-10')
  expect(beyond.err).toMatch(/both files have slices 1 to 9/)
})
