import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Decision } from '../contract/pairs'
import { openProject } from '../engine/project/open-project'
import { makePairFolder } from '../images/testing'
import { addExportCommand } from './export'
import { addImportCommand } from './import'
import { ownFolder, runHere } from './testing'

const inFolder = ownFolder()
const ALL = { states: null, search: '', hasProblem: null }

test('the exit code shows that an export left a pair out', async () => {
  const [source, project] = [inFolder('source'), inFolder('project')]
  await makePairFolder(source, { count: 2, width: 40, height: 30, layout: 'a-b' })
  await runHere(addImportCommand, 'import', source, '--into', project)
  const command = ['export', project, '--format', 'a-b', '--out']
  const whole = await runHere(addExportCommand, ...command, inFolder('whole'))
  expect(whole).toMatchObject({ code: 0, out: expect.stringContaining('2 pairs') as string })
  const images = await readdir(project, { recursive: true })
  const broken = images.find((name) => name.endsWith('pair_000001.png')) ?? ''
  await writeFile(join(project, broken), 'no image')
  const part = await runHere(addExportCommand, ...command, inFolder('part'))
  expect(part).toMatchObject({ code: 1, err: expect.stringContaining('left out: pair_000001:') as string })
  await rm(join(project, broken))
  const less = await runHere(addExportCommand, ...command, inFolder('less'))
  expect(less).toMatchObject({
    code: 1,
    err: expect.stringMatching(/left out: pair_000001: .* is not there/) as string,
  })
})

test('a pair keeps its split when others are accepted between two exports', async () => {
  const [source, project] = [inFolder('source'), inFolder('project')]
  await makePairFolder(source, { count: 12, width: 40, height: 30, layout: 'a-b' })
  await runHere(addImportCommand, 'import', source, '--into', project)
  const exported = async (name: string): Promise<Map<string, string>> => {
    const out = inFolder(name)
    expect(
      await runHere(addExportCommand, 'export', project, '--format', 'coco', '--out', out),
    ).toMatchObject({
      code: 0,
    })
    const lines = (await readFile(join(out, 'pairs.jsonl'), 'utf8')).trim().split('\n')
    const rows = lines.map((line) => JSON.parse(line) as { key: string; split: string })
    return new Map(rows.map(({ key, split }) => [key, split]))
  }
  const decide = async (decision: Decision, first: number): Promise<void> => {
    const opened = await openProject(project, null, inFolder('home'))
    for (const pairId of opened.store.pairs.find(ALL, 'key').slice(first)) {
      const eventId = `${decision}-${pairId}`.padEnd(12, '-')
      opened.store.decide(pairId, decision, { eventId, reviewer: null, milliseconds: 1 })
    }
    opened.close()
  }
  await decide('flag', 4)
  const few = await exported('few')
  expect(new Set(few.values())).toEqual(new Set(['train', 'val', 'test']))
  await decide('accept', 4)
  const all = await exported('all')
  expect([few.size, all.size]).toEqual([4, 12])
  expect([...few].map(([key]) => [key, all.get(key)])).toEqual([...few])
})
