import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PackageError } from '../../packages/package-error'
import { openPackage } from '../../packages/read-package'
import { ccrcLesson } from './ccrc-lesson'
import type { TuneLesson } from './lesson'
import { writeFreshPackage } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'ccrc-lesson-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function lessonWithout(id: string, without: readonly string[]): Promise<TuneLesson> {
  const from = await writeFreshPackage(folder, id)
  const path = join(from, 'model.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...manifest, without }))
  const parent = await openPackage(from)
  const { categories } = parent.manifest
  return ccrcLesson(parent, parent.tokenizer, { categories, batch: 4, replicas: 1, threads: 1 })
}

test('a model that was trained without a part is fine-tuned without it, and its child says so', async () => {
  const lesson = await lessonWithout('unrefined', ['refinement'])
  expect(lesson.kept).toEqual({ without: ['refinement'] })
  expect(lesson.at(1)).toBe(lesson.at(0))
  expect(lesson.at(1)).toMatchObject({ parts: { captioned: true, refined: false, conditioned: true } })
  await expect(lessonWithout('odd', ['refined'])).rejects.toThrow(PackageError)
}, 120_000)
