import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toFailure } from '../../contract/errors'
import type { RefusedEdit, SavedCopy } from '../../contract/copies'
import { makePairFolder } from '../../images/testing'
import { ProjectStore } from '../../store/project-store'
import { importDataset } from '../../dataset/import/import-project'
import { openProject } from './open-project'
import { saveCopy } from './save-copy'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'
import { englishOf } from '../../messages/message'

const PAGE = 4096
const MARK = 'note 30 '

let [root, folder, elsewhere] = ['', '', '']
let engine: StartedEngine['engine']
let client: StartedEngine['client']

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'deltascribe-saved-'))
  ;[folder, elsewhere] = ['pairs', 'elsewhere'].map((name) => join(root, name))
  mkdirSync(elsewhere)
  await makePairFolder(folder, { count: 2, width: 32, height: 32, layout: 'a-b' })
  ;({ engine, client } = startEngine(join(root, 'home')))
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
  await client.call('project.open', { folder, reading: null })
})

afterEach(() => {
  engine.dispose()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

function noting(from: string, to: string): RefusedEdit {
  return {
    pairId: 1,
    eventId: `notes-${to}`,
    label: 'Notes',
    diff: [{ type: 'review.set', from: { notes: from }, to: { notes: to } }],
  }
}

function save(edits: RefusedEdit[], into = elsewhere): Promise<SavedCopy> {
  return client.call('project.saveCopy', { into, edits, shown: null })
}

function notesIn({ path }: SavedCopy): string {
  const store = new ProjectStore(join(path, '.deltascribe', 'project.db'))
  try {
    return store.open(1).document.review.notes
  } finally {
    store.close()
  }
}

// Windows deletes no open file
test.skipIf(process.platform === 'win32')(
  'what was stored and what was refused is saved after the folder was deleted [not on Windows]',
  async () => {
    await client.call('pairs.edit', noting('', 'stored'))
    rmSync(folder, { recursive: true, maxRetries: 5 })
    const refused = noting('stored', 'refused')
    const codes = await client.call('pairs.edit', refused).catch((error: unknown) => toFailure(error).code)
    expect(codes).toBe('cannot-write')
    const saved = await save([refused])
    expect(saved).toMatchObject({ kind: 'project', pairCount: 2, editCount: 1, notices: [] })
    expect(saved.path).toMatch(/elsewhere[/\\]pairs-copy-\d{4}-\d\d-\d\d$/)
    expect(notesIn(saved)).toBe('refused')
    // the same edits once more, to the same place
    expect(await save([refused, refused, { ...noting('', 'fits nothing'), pairId: 9 }])).toMatchObject({
      path: `${saved.path}-2`,
      editCount: 2,
    })
  },
)

test('of a store with damaged pages all is saved that can be read', async () => {
  let before = ''
  for (let number = 1; number <= 60; number += 1) {
    const notes = `note ${number} ${'x'.repeat(900)}`
    const edit = { ...noting(before, notes), eventId: `event-id-${number}` }
    await client.call('pairs.edit', edit)
    before = notes
  }
  // the day's backup has let go of the store, so that closing it puts all into one file
  await expect.poll(async () => (await client.call('backups.list', { folder })).backups.length).toBe(1)
  await client.call('project.close', {})
  const path = join(folder, '.deltascribe', 'project.db')
  const bytes = readFileSync(path)
  const file = openSync(path, 'r+')
  for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, at + 1)) {
    writeSync(file, Buffer.alloc(PAGE, 0xff), 0, PAGE, at - (at % PAGE))
  }
  closeSync(file)
  await client.call('project.open', { folder, reading: null })
  const saved = await save([])
  expect(saved).toMatchObject({ kind: 'project', pairCount: 2 })
  expect(saved.notices.length).toBeGreaterThan(0)
  expect(notesIn(saved)).toMatch(/^note \d+ /)
})

test('where nothing of the store can be read, the pair on the screen becomes a data set that import reads', async () => {
  const { pair, document } = await client.call('pairs.get', { pairId: 1 })
  await client.call('project.close', {})
  const project = await openProject(folder, null, join(root, 'home'))
  project.close()
  writeFileSync(join(folder, '.deltascribe', 'project.db'), 'no database')
  const captions = [
    {
      id: 'typed',
      text: 'a typed caption',
      rank: 0,
      source: { kind: 'person' as const },
      logProbability: null,
    },
  ]
  const shown = { pair, document: { ...document, captions } }
  const saved = await saveCopy(project, { into: elsewhere, edits: [], shown, reviewer: '' })
  expect(saved).toMatchObject({ kind: 'dataset', pairCount: 1 })
  expect(englishOf(saved.notices[0])).toMatch(/only the pair on the screen was saved/)
  const into = join(root, 'imported')
  await importDataset(
    { source: saved.path, into, format: null },
    { progress: () => undefined, signal: new AbortController().signal },
  )
  const store = new ProjectStore(join(into, '.deltascribe', 'project.db'))
  expect(store.open(1).document.captions.map(({ text }) => text)).toEqual(['a typed caption'])
  store.close()
})

test('where the other place cannot be written either, that is said and nothing is left', async () => {
  const file = join(elsewhere, 'file')
  writeFileSync(file, '')
  const failure = await save([], file).then(
    () => null,
    (error: unknown) => toFailure(error),
  )
  expect(failure).toMatchObject({
    code: 'cannot-write',
    message: expect.stringContaining('Choose another place.') as string,
  })
  expect(readdirSync(elsewhere)).toEqual(['file'])
})
