import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ExportReport } from '../contract/work'
import { assignSplits } from '../dataset/export/assign-splits'
import type { SplitName } from '../dataset/export/assign-splits'
import { exportPairs, previewExport } from '../dataset/export/export'
import { makePairFolder } from '../images/testing'
import { englishOf } from '../messages/message'
import { countedItems } from './counted-items'
import { exportItems } from './export-items'
import { openProject } from './project/open-project'
import type { OpenProject } from './project/open-project'
import { getSetting, projectSettings, setSetting } from './project/project-settings'
import { keepProjectSplits, splitRulesOf } from './project-splits'

const states = ['accepted' as const, 'corrected' as const]
let home: string
let folder: string

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-splits-'))
  folder = join(home, 'pairs')
  await makePairFolder(folder, { count: 20, width: 16, height: 12, layout: 'a-b' })
  rmSync(join(folder, 'label'), { recursive: true, force: true })
})
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }))

/** The first so many, without a change. */
function accept({ store }: OpenProject, count: number): void {
  for (const pairId of store.pairs
    .find({ states: null, search: '', hasProblem: null }, 'key')
    .slice(0, count)) {
    if (store.pair(pairId).version > 0) {
      continue
    }
    const caption = {
      id: 'c',
      text: 'No change.',
      rank: 0,
      source: { kind: 'person' },
      logProbability: null,
    } as const
    store.edit(pairId, `edit-of-${100 + pairId}`, 'Made', [{ type: 'caption.add', caption, index: 0 }], 'ann')
    store.decide(pairId, 'accept', {
      eventId: `accepted-${100 + pairId}`,
      reviewer: null,
      milliseconds: 1,
    })
  }
}

async function written(
  project: OpenProject,
  name: string,
  looker: string | null = null,
): Promise<ExportReport> {
  const options = { format: 'coco', out: join(home, name), states }
  const rules = splitRulesOf(project)
  const { items } = await countedItems(project, options, Infinity)
  const preview = await previewExport(items, options, rules)
  const running = { progress: () => undefined, signal: new AbortController().signal }
  const report = await exportPairs(exportItems(project, states), options, running, {
    rules,
    keep: (splits) => keepProjectSplits(project, splits, looker),
  })
  expect(report.splits).toEqual(preview.splits)
  return report
}

function splitsIn({ store }: OpenProject): ReadonlyMap<string, SplitName> {
  return getSetting(store.meta, projectSettings.exportSplits)
}

test('a pair keeps the split of its first export when others are accepted, and previews agree', async () => {
  const project = await openProject(folder, null, home)
  try {
    accept(project, 4)
    const first = await written(project, 'first')
    const kept = splitsIn(project)
    expect(Object.keys(first.splits).sort()).toEqual(['test', 'train', 'val'])
    expect(kept.size).toBe(4)
    // by the rule alone, one of them would move
    accept(project, 20)
    const { items } = await countedItems(project, { states }, Infinity)
    const byRule = assignSplits(items)
    expect(items.filter(({ key }, at) => kept.has(key) && kept.get(key) !== byRule[at])).not.toEqual([])
    await written(project, 'second')
    const later = splitsIn(project)
    expect([...kept.keys()].map((key) => [key, later.get(key)])).toEqual([...kept])
    expect(splitsIn(project).size).toBe(20)
    const again = await written(project, 'third')
    expect(again.notices).toEqual([])
  } finally {
    project.close()
  }
})

test('the same rules serve until training or an export changes them', async () => {
  const project = await openProject(folder, null, home)
  try {
    accept(project, 12)
    const rules = splitRulesOf(project)
    setSetting(project.store.meta, projectSettings.changeDefinition, 'New houses')
    expect(splitRulesOf(project)).toBe(rules)
    expect(rules.pairs().map(({ key }) => key)).toEqual(project.store.pairs.keys())
    const [item] = (await countedItems(project, { states }, Infinity)).items
    expect(rules.pairs()[0]).toMatchObject({ beforePath: item.beforePath, afterPath: item.afterPath })
    const keys = project.store.pairs.keys()
    const sides = new Map(
      keys
        .slice(0, 12)
        .map((key, index) => [key, index < 3 ? 'held-out' : 'train'] as [string, 'held-out' | 'train']),
    )
    setSetting(project.store.meta, projectSettings.trainingSplit, sides)
    expect(splitRulesOf(project)).not.toBe(rules)
    const report = await written(project, 'out')
    expect(report.splits['test']).toBe(3)
    expect(report.notices.map(englishOf).join(' ')).toContain('3 pairs that it holds out are test')
  } finally {
    project.close()
  }
})

test('a program that looks stores splits where nobody edits, and none where the project may not be edited', async () => {
  const editing = await openProject(folder, null, home, { opener: { program: 'window' } })
  accept(editing, 4)
  const looking = await openProject(folder, null, home, { opener: { program: 'export', access: 'look' } })
  try {
    expect(looking.isEditable).toBe(false)
    const closed = await written(looking, 'closed')
    expect(closed.notices.map(englishOf)).toEqual([expect.stringContaining('nothing is stored')])
    expect(splitsIn(looking).size).toBe(0)
    editing.close()
    const beside = await openProject(folder, null, home, { opener: { program: 'export', access: 'look' } })
    const stored = await written(beside, 'stored', 'export')
    beside.close()
    expect([stored.notices, splitsIn(looking).size]).toEqual([[], 4])
  } finally {
    looking.close()
  }
  const free = await openProject(folder, null, home, { opener: { program: 'window', access: 'edit' } })
  free.close()
})
