import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root as programFolder } from '../../../build/build'
import { makePairFolder } from '../../images/testing'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'
import { englishOf } from '../../messages/message'

let root = ''
let home = ''
let sampleFolder = ''
let engine: StartedEngine['engine']
let client: StartedEngine['client']

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'deltascribe-sample-'))
  home = join(root, 'home')
  sampleFolder = join(root, 'sample')
  mkdirSync(sampleFolder)
  await makePairFolder(sampleFolder, { count: 2, width: 32, height: 24, layout: 'before-after' })
  ;({ engine, client } = startEngine(home, { sampleFolder }))
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
})
afterEach(() => {
  engine.dispose()
  rmSync(root, { recursive: true, force: true, maxRetries: 20 })
})

test('the shipped sample that is opened by its path stays as it was, and its copy is worked on', async () => {
  const shipped = readdirSync(sampleFolder).sort()
  const link = join(root, 'link')
  symlinkSync(sampleFolder, link)
  for (const path of [sampleFolder, `${sampleFolder}/`, link]) {
    const project = await client.call('project.open', { folder: path, reading: null })
    expect(project).toMatchObject({
      folder: join(home, 'sample'),
      pairCount: 2,
      storeNotice: `The sample stays as it is: you work on a copy in ${join(home, 'sample')}.`,
    })
  }
  await client.call('proposals.make', { pairId: 1 })
  expect(readdirSync(sampleFolder).sort()).toEqual(shipped)
  expect(readdirSync(join(home, 'sample')).sort()).toEqual([...shipped, '.deltascribe'].sort())
})

test('a project that an older version left in the sample is neither copied nor changed, and is named', async () => {
  const earlier = join(sampleFolder, '.deltascribe')
  mkdirSync(earlier)
  writeFileSync(join(earlier, 'project.db'), 'of an older version')
  const { folder } = await client.call('project.sample', {})
  expect(existsSync(join(folder, '.deltascribe'))).toBe(false)
  const { counts, storeNotice } = await client.call('project.open', { folder: sampleFolder, reading: null })
  expect(counts.unreviewed).toBe(2)
  expect(readdirSync(earlier)).toEqual(['project.db'])
  expect(englishOf(storeNotice ?? '')).toContain(`Earlier work in ${earlier} is not shown.`)
})

test.each([
  ['rendered', 40],
  ['everyday', 11],
  ['aerial', 9],
] as const)('the %s sample opens as a copy of its own, without its truth', async (sample, pairCount) => {
  const shipped = join(programFolder, sample === 'rendered' ? 'sample' : join('samples', sample))
  const files = (): string[] => readdirSync(shipped, { recursive: true, encoding: 'utf8' }).sort()
  const before = files()
  const other = startEngine(join(root, 'other'), { sampleFolder: join(programFolder, 'sample') })
  try {
    await other.client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
    const { folder } = await other.client.call('project.sample', { sample })
    const project = await other.client.call('project.open', { folder, reading: null })
    expect(project).toMatchObject({ pairCount, storeNotice: null })
    // the list of photographs
    expect(sample === 'rendered' || project.reading.leftOutCount === 1).toBe(true)
    expect(existsSync(join(folder, 'truth'))).toBe(false)
    expect(existsSync(join(folder, 'ATTRIBUTION.md'))).toBe(sample !== 'rendered')
  } finally {
    other.engine.dispose()
  }
  expect(files()).toEqual(before)
})
