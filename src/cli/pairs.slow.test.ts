import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openProject } from '../engine/project/open-project'
import { makePairFolder } from '../images/testing'
import { addPairsCommand } from './pairs'
import { runHere } from './testing'
import type { Ran } from './testing'

let root: string
let folder: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'deltascribe-cli-pairs-'))
  folder = join(root, 'images')
  vi.stubEnv('DELTASCRIBE_HOME', join(root, 'home'))
  await makePairFolder(folder, { count: 1, width: 40, height: 30, layout: 'a-b' })
  for (const name of ['site_0', 'site_1', 'site_2', 'yard_0', 'yard_1', 'yard_2']) {
    await copyFile(join(folder, 'A/pair_000000.png'), join(folder, `${name}.png`))
  }
  for (const name of ['A', 'B', 'label']) {
    await rm(join(folder, name), { recursive: true })
  }
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, maxRetries: 20 })
})

function run(...args: string[]): Promise<Ran> {
  return runHere(addPairsCommand, 'pairs', folder, ...args)
}

async function stored(requested: string | null): Promise<{ reading: string; before: string[] }> {
  const project = await openProject(folder, requested, join(root, 'home'))
  const { pairs } = project.store
  const before = pairs
    .find({ states: null, search: '', hasProblem: null }, 'key')
    .map((id) => pairs.get(id)?.before ?? '')
  const reading = project.describe().reading.id
  project.store.close()
  return { reading, before }
}

test("listing a proposer's proposals leaves the project in the reading that it is stored with", async () => {
  const whole = { reading: 'suffix-1-2', before: ['site_1.png', 'yard_1.png'] }
  expect(await stored('suffix-1-2')).toEqual(whole)
  const listed = await run('--proposer', 'difference')
  expect([listed.code, listed.err]).toEqual([0, ''])
  expect(listed.out).toContain('(suffix-1-2): 2 pairs\nsite\tsite_1.png\tsite_2.png\t-\t-\t\n')
  expect(await stored(null)).toEqual(whole)
  const both = await run('--proposer', 'difference', '--reading', 'suffix-0-1')
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('leave out --reading or --proposer')])
  expect(await stored(null)).toEqual(whole)
})

test('readings are listed with their ids, and one that is not there is refused', async () => {
  const listed = await run()
  expect(listed.out).toContain('(suffix-0-1): 2 pairs\n')
  expect(listed.out).toContain('another reading: names that end in _1 and _2 (suffix-1-2): 2 pairs\n')
  const wrong = await run('--reading', 'sufix-1-2')
  expect([wrong.code, wrong.out, wrong.err]).toEqual([
    2,
    '',
    'deltascribe: The folder has no reading "sufix-1-2". It has: suffix-0-1, suffix-1-2, sequence-neighbours, sequence-first.\n',
  ])
})

test('pairs come in the order of similarity to one, or the most different first', async () => {
  for (const name of ['lane_0', 'lane_1']) {
    await copyFile(join(folder, 'site_0.png'), join(folder, `${name}.png`))
  }
  const similar = await run('--like', 'yard')
  expect([similar.code, similar.err]).toEqual([0, ''])
  expect(similar.out.split('\n')[1]).toMatch(/^yard\t/)
  const diverse = await run('--order', 'diverse', '--json')
  expect(diverse.code).toBe(0)
  const { pairs } = JSON.parse(diverse.out) as { pairs: { key: string }[] }
  expect(pairs.map(({ key }) => key).toSorted()).toEqual(['lane', 'site', 'yard'])
})

test('what does not go with an order is refused', async () => {
  expect(await run('--like', 'nobody')).toMatchObject({ code: 2, err: expect.stringContaining('nobody') })
  expect(await run('--like', 'yard', '--order', 'diverse')).toMatchObject({ code: 2 })
  expect(await run('--order', 'diverse', '--reading', 'suffix-1-2')).toMatchObject({ code: 2 })
})

test('of DICOM files a project lists its keys alone, and the folder says whose names its list may have', async () => {
  const scans = join(root, 'scans')
  for (const side of ['A', 'B']) {
    await mkdir(join(scans, side), { recursive: true })
    await writeFile(join(scans, side, 'DOE_JANE.dcm'), '')
  }
  const found = await runHere(addPairsCommand, 'pairs', scans)
  expect(found.out).toContain('DOE_JANE\tA/DOE_JANE.dcm\tB/DOE_JANE.dcm\n')
  expect(found.err).toContain('Names of these files may be names of persons')
  const listed = await runHere(addPairsCommand, 'pairs', scans, '--proposer', 'difference')
  expect([listed.code, listed.err]).toEqual([0, ''])
  expect(listed.out).toMatch(/^A\/ and B\/ folders .*: 1 pairs\nscan-[\da-f]{12}\t-\t-\t\n$/)
  const json = await runHere(addPairsCommand, 'pairs', scans, '--proposer', 'difference', '--json')
  expect(json.out).toMatch(/"key": "scan-[\da-f]{12}"/)
  expect(json.out).not.toContain('DOE_JANE')
})
