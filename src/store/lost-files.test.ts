import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toFailure } from '../contract/errors'
import { ProjectStore } from './project-store'

let root = ''
let folder = ''
let path = ''
let store: ProjectStore
let count = 0

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'deltascribe-lost-'))
  folder = join(root, 'pairs')
  path = join(folder, 'project.db')
  mkdirSync(folder)
  store = new ProjectStore(path)
  store.pairs.synchronise([{ key: 'p', split: null, before: 'a', after: 'b', label: null, caption: null }])
})
afterEach(() => {
  store.close()
  rmSync(root, { recursive: true })
})

function write(eventId = `event-${(count += 1)}`): void {
  const caption = {
    id: eventId,
    text: 'a',
    rank: 0,
    source: { kind: 'person' },
    logProbability: null,
  } as const
  store.edit(1, eventId, 'Caption added', [{ type: 'caption.add', caption, index: 0 }], '')
}

function refusal(work: () => void): unknown {
  try {
    work()
    return null
  } catch (error) {
    return toFailure(error)
  }
}

const gone = (name: string): unknown => ({
  code: 'cannot-write',
  path,
  message: expect.stringMatching(
    new RegExp(`${name} is not there any more: .* this was not stored\\. Put it back in the same place`),
  ) as string,
})

// Windows deletes no open file
describe.skipIf(process.platform === 'win32')('a store whose files go away [not on Windows]', () => {
  test('stores no edit, and nothing else, once its folder is deleted', () => {
    write()
    rmSync(folder, { recursive: true })
    expect(refusal(() => write())).toEqual(gone('project\\.db'))
    expect(refusal(() => store.decide(1, 'flag', { eventId: 'e', reviewer: null, milliseconds: 1 }))).toEqual(
      gone('project\\.db'),
    )
    expect(refusal(() => store.meta.set('name', 'value'))).toEqual(gone('project\\.db'))
    expect(existsSync(folder)).toBe(false)
  })

  test('stores an edit once the folder that was moved away is back, and counts it once', () => {
    const away = join(root, 'away')
    renameSync(folder, away)
    expect(refusal(() => write('mine'))).toEqual(gone('project\\.db'))
    expect(store.open(1)).toMatchObject({ version: 0, document: { captions: [] } })
    renameSync(away, folder)
    write('mine')
    write('mine')
    store.close()
    store = new ProjectStore(path)
    expect(store.open(1)).toMatchObject({ version: 1, document: { captions: [{ id: 'mine' }] } })
  })

  test('stores nothing where only the log of its newest edits was deleted', () => {
    write('before')
    rmSync(`${path}-wal`)
    expect(refusal(() => write('mine'))).toEqual(gone('project\\.db-wal'))
    store.close()
    store = new ProjectStore(path)
    write('mine')
    expect(store.open(1)).toMatchObject({ version: 2 })
  })

  test('leaves a file alone that was put in its place', () => {
    const copy = join(root, 'copy')
    cpSync(folder, copy, { recursive: true })
    rmSync(folder, { recursive: true })
    renameSync(copy, folder)
    expect(refusal(() => write())).toMatchObject({
      code: 'cannot-write',
      message: expect.stringMatching(
        /is another file than the one that was opened\. .* open the folder again/,
      ) as string,
    })
    store.close()
    store = new ProjectStore(path)
    expect(store.open(1)).toMatchObject({ version: 0, pair: { key: 'p' } })
  })

  test('says so where the files go away while an edit is being stored', () => {
    // oxlint-disable-next-line typescript/dot-notation -- nothing but a test comes in between
    const database = store['database']
    const exec = database.exec.bind(database)
    database.exec = (sql) => {
      exec(sql)
      if (sql === 'COMMIT') {
        rmSync(folder, { recursive: true })
      }
    }
    expect(refusal(() => write())).toEqual(gone('project\\.db'))
  })
})
