import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toFailure } from '../contract/errors'
import type { Connection } from './sqlite-database'
import { ProjectStore } from './project-store'
import { StoreError } from './store-error'

let folder = ''
let path = ''
let store: ProjectStore
let other: Connection

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-store-'))
  path = join(folder, 'project.db')
  store = new ProjectStore(path)
  other = new DatabaseSync(path)
})
afterEach(() => {
  other.close()
  store.close()
  rmSync(folder, { recursive: true })
})

/** Of the store's connection alone. */
function limit(pragma: string): void {
  // oxlint-disable-next-line typescript/dot-notation -- nothing but a test limits a connection
  store['database'].exec(`PRAGMA ${pragma}`)
}

function failureOf(work: () => void): unknown {
  try {
    work()
    return null
  } catch (error) {
    return toFailure(error)
  }
}

test('a single statement says in words that another program writes', () => {
  limit('busy_timeout = 0')
  other.exec('BEGIN IMMEDIATE')
  const message = 'Another program is writing to this project. Try again when it is done.'
  expect(failureOf(() => store.meta.set('name', 'value'))).toEqual({ code: 'unavailable', message })
  expect(failureOf(() => store.pairs.setSize(1, 2, 3))).toEqual({ code: 'unavailable', message })
})

test('a single statement says in words that the disk is full', () => {
  const { page_count } = other.prepare('PRAGMA page_count').get() as { page_count: number }
  limit(`max_page_count = ${page_count}`)
  expect(failureOf(() => store.meta.set('name', 'x'.repeat(9000)))).toEqual({
    code: 'cannot-write',
    path,
    message: `The disk of ${path} is full, so this was not stored: free some space and try again.`,
  })
})

test('whatever statement meets the damaged part of a store says so and what to do', () => {
  const row = other
    .prepare("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'pairs_by_state_and_problem'")
    .get()
  const size = other.prepare('PRAGMA page_size').get()
  const { page } = row as { page: number }
  const { page_size: bytes } = size as { page_size: number }
  other.close()
  store.close()
  const file = readFileSync(path)
  writeFileSync(path, file.fill(0xa5, (page - 1) * bytes, page * bytes))
  store = new ProjectStore(path)
  other = new DatabaseSync(path)
  expect(() => store.pairs.counts()).toThrow(StoreError)
  expect(() => store.pairs.counts()).toThrow(/project\.db is damaged: .* move it away to begin anew\.$/)
})

// ulimit and trap are of a POSIX shell
test.skipIf(process.platform === 'win32')(
  'a store opens where there is no room for the file that programs share beside it [not on Windows]',
  () => {
    other.close()
    store.close()
    const program = `
      import { ProjectStore } from ${JSON.stringify(join(import.meta.dirname, 'project-store.ts'))}
      console.log(new ProjectStore(process.argv[1]).pairs.counts().unreviewed)`
    // no file may grow beyond 8 blocks, of 512 or 1024 bytes; that file has 32 KiB
    const command = `trap '' XFSZ; ulimit -f 8; exec "$0" --import tsx --input-type=module -e "$1" "$2"`
    const said = execFileSync('sh', ['-c', command, process.execPath, program, path], { encoding: 'utf8' })
    expect(said.trim()).toBe('0')
    store = new ProjectStore(path)
    other = new DatabaseSync(path)
  },
)
