import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verdictSchema, type TrainingLine } from '../../contract/training'
import { readManifest } from '../../packages/read-package'
import { TuneError, type TuneItem } from './item'
import { runFiles } from './run-folder'
import { makeItems, writeFreshPackage, writeRun } from './testing'
import { Paused, runTune } from './tune-run'

let folder = ''
let from = ''
let items: TuneItem[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tune-run-'))
  from = await writeFreshPackage(join(folder, 'parents'))
  items = await makeItems(join(folder, 'images'), 9)
}, 300_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function begin(name: string, steps: number): string {
  const run = join(folder, name)
  writeRun(
    run,
    items,
    { from, models: join(folder, `${name}-models`), replay: join(folder, 'replay') },
    { steps },
  )
  return run
}

async function follow(run: string, pauseAt = Infinity): Promise<{ model: string; lines: TrainingLine[] }> {
  const lines: TrainingLine[] = []
  let step = 0
  const model = await runTune(run, {
    say(line) {
      lines.push(line)
      if (line.type === 'step') step = line.step
      if (line.type === 'score') step = line.step
    },
    wantsPause: () => step >= pauseAt,
  })
  return { model, lines }
}

const weightsOf = (model: string): Buffer => readFileSync(join(model, 'weights.safetensors'))

test('a run makes a model with new words, its parent and a verdict; one that was paused makes the same', async () => {
  const run = begin('whole', 8)
  const { model, lines } = await follow(run)
  const manifest = await readManifest(model)
  expect(manifest).toMatchObject({ id: 'tuned', parent: 'fresh', worlds: ['blocks', 'made'] })
  expect(manifest.training).toMatchObject({ kind: 'fine-tune', pairs: 6, heldOut: 3, steps: 8 })
  expect(manifest.sizes['words']).toBeGreaterThan(290)
  const scores = lines.filter((line) => line.type === 'score')
  expect(scores.map(({ step }) => step)).toEqual([2, 4, 6, 8])
  expect(scores.every(({ score }) => score >= 0 && score <= 1)).toBe(true)
  expect(lines.some((line) => line.type === 'examples' && line.examples.length > 0)).toBe(true)
  const verdict = verdictSchema.parse(JSON.parse(readFileSync(join(run, runFiles.verdict), 'utf8')))
  expect(verdict).toMatchObject({ word: 'cannot-tell', pairCount: 3, before: 'fresh', after: 'tuned' })
  expect(verdict.rows.map(({ gain }) => gain)).toEqual(
    verdict.rows.map(({ gain }) => gain).toSorted((a, b) => b - a),
  )

  const stopped = begin('stopped', 8)
  await expect(follow(stopped, 2)).rejects.toThrow(Paused)
  const rest = await follow(stopped)
  expect(weightsOf(rest.model).equals(weightsOf(model))).toBe(true)
}, 1_200_000)

test('a vanished image ends the run and names the file; with the file back it goes on', async () => {
  const run = begin('vanished', 2)
  const away = `${items[4].after}.away`
  renameSync(items[4].after, away)
  const failed = await follow(run).then(
    () => null,
    (error: unknown) => error,
  )
  expect(failed).toBeInstanceOf(TuneError)
  expect(failed).toMatchObject({ path: items[4].after })
  expect((failed as TuneError).message).toContain('4-after.png')
  renameSync(away, items[4].after)
  const { model } = await follow(run)
  expect((await readManifest(model)).id).toBe('tuned')
}, 600_000)
