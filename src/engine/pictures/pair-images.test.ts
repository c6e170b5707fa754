import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePairFolder } from '../../images/testing'
import { openProject } from '../project/open-project'
import type { OpenProject } from '../project/open-project'
import { withPresentSize } from './pair-images'

let folder = ''
let project: OpenProject
const present = async (): Promise<[width: number, height: number, problem: string | null]> => {
  const { width, height, problem } = await withPresentSize(project, project.store.pair(1))
  return [width, height, problem?.code ?? null]
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  await makePairFolder(folder, { count: 1, width: 32, height: 24, layout: 'a-b' })
  project = await openProject(folder, null, join(folder, 'home'))
})
afterEach(() => {
  project.store.close()
  rmSync(folder, { recursive: true })
})

test('an image that was replaced is measured anew; one that is gone keeps its size and is the problem until it is back', async () => {
  expect(await present()).toEqual([32, 24, null])
  const larger = join(folder, 'larger')
  await makePairFolder(larger, { count: 1, width: 64, height: 48, layout: 'a-b' })
  const [name] = readdirSync(join(folder, 'A'))
  for (const side of ['A', 'B']) {
    copyFileSync(join(larger, side, name), join(folder, side, name))
  }
  expect(await present()).toEqual([64, 48, null])
  rmSync(join(folder, 'B', name))
  expect(await present()).toEqual([64, 48, 'missing'])
  expect(project.store.pair(1).problem).toMatchObject({ code: 'missing', path: `B/${name}` })
  copyFileSync(join(larger, 'B', name), join(folder, 'B', name))
  expect(await present()).toEqual([64, 48, null])
  expect(project.store.pair(1).problem).toBeNull()
})

test('that the whole folder is away is no problem of its pairs', async () => {
  expect(await present()).toEqual([32, 24, null])
  const away = `${folder}-away`
  renameSync(folder, away)
  expect(await present()).toEqual([32, 24, null])
  renameSync(away, folder)
})

test('frames of two sizes and one shape have that of the after frame', async () => {
  const larger = join(folder, 'larger')
  await makePairFolder(larger, { count: 1, width: 64, height: 48, layout: 'a-b' })
  const [name] = readdirSync(join(folder, 'A'))
  copyFileSync(join(larger, 'B', name), join(folder, 'B', name))
  expect(await present()).toEqual([64, 48, null])
  expect(project.store.pair(1)).toMatchObject({ width: 64, height: 48, problem: null })
})

test('frames of two shapes are the problem of their pair', async () => {
  await present()
  const larger = join(folder, 'larger')
  await makePairFolder(larger, { count: 1, width: 64, height: 40, layout: 'a-b' })
  const [name] = readdirSync(join(folder, 'A'))
  copyFileSync(join(larger, 'B', name), join(folder, 'B', name))
  expect(await present()).toEqual([32, 24, 'size-mismatch'])
  expect(project.store.pair(1).problem?.code).toBe('size-mismatch')
})

test('frames of two shapes are their pair’s problem no longer once the other one is replaced too', async () => {
  const larger = join(folder, 'larger')
  await makePairFolder(larger, { count: 1, width: 64, height: 40, layout: 'a-b' })
  const [name] = readdirSync(join(folder, 'A'))
  copyFileSync(join(larger, 'B', name), join(folder, 'B', name))
  expect(await present()).toEqual([0, 0, 'size-mismatch'])
  rmSync(join(folder, 'A', name))
  expect(await present()).toEqual([0, 0, 'size-mismatch'])
  copyFileSync(join(larger, 'A', name), join(folder, 'A', name))
  expect(await present()).toEqual([64, 40, null])
  expect(project.store.pair(1)).toMatchObject({ width: 64, height: 40, problem: null })
})
