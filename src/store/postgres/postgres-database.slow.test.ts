import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toFailure } from '../../contract/errors'
import type { Diff } from '../../domain/diff'
import { inTransaction } from '../database'
import { openDatabase } from '../sqlite-database'
import type { Database } from '../database'
import { PROJECT_MIGRATIONS } from '../migrations'
import { copyProject } from '../move-project'
import { ProjectStore } from '../project-store'
import { foundPair } from '../testing'
import { AsideConnection } from './aside-connection'
import { postgresLocation } from './location'
import { numbered, openPostgres } from './postgres-database'
import { POSTGRES_MIGRATIONS } from './postgres-schema'
import { serverPrograms, startTestServer } from './testing-server'
import type { TestServer } from './testing-server'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''

let folder = ''
let server: TestServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-database-'))
  if (programs !== null) {
    server = await startTestServer(programs)
  }
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const open = (schema: string): Database => openPostgres({ ...postgresLocation(server.url), schema })

function note(store: ProjectStore, pairId: number, from: string, to: string): void {
  const diff: Diff = [{ type: 'review.set', from: { notes: from }, to: { notes: to } }]
  store.edit(pairId, `edit-of-${pairId}-${to}`, 'Notes', diff, 'ann')
}

const insert = (database: Database, key: string): void =>
  database.prepare('INSERT INTO meta (name, value) VALUES (?, ?)').run(key, 'x')

const whyFailed = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'it did not fail',
    (error: unknown) => String(error),
  )

const names = (rows: { name: string }[]): string[] => rows.map(({ name }) => name).sort()

/** A way to the server over which a connection that the server ends stays open until `end`. */
async function endingLate(url: string) {
  const path = join(new URL(url).searchParams.get('host')!, '.s.PGSQL.5432')
  const ended: Socket[] = []
  const way = createServer((client) => {
    const toServer = connect(path)
    client.pipe(toServer)
    toServer.pipe(client, { end: false })
    toServer.on('close', () => ended.push(client))
    ;[client, toServer].forEach((socket) => socket.on('error', () => toServer.destroy()))
  })
  way.listen(0, '127.0.0.1')
  await once(way, 'listening')
  return {
    url: `postgres://postgres@127.0.0.1:${(way.address() as AddressInfo).port}/postgres`,
    ended,
    end: () => ended.forEach((socket) => socket.destroy()),
    close: () => void way.close(),
  }
}

/** Work of all kinds on three pairs. */
function work(store: ProjectStore): void {
  const sequence = { name: 'bridge', position: 0, beforeDate: null, afterDate: null }
  store.pairs.synchronise([foundPair('日本'), { ...foundPair('b'), sequence }, foundPair('c')])
  store.meta.set('reading', 'folders')
  store.nameExamples.put(
    { pairId: 1, regionId: 'r', word: 'crack', place: 'here' },
    'v1',
    Float32Array.of(0.1),
  )
  store.embeddings.put({
    pairId: 2,
    encoder: 'v1',
    files: 'sizes',
    embedding: Int8Array.of(1, -2),
    fingerprints: Int32Array.of(3),
  })
  const edits = 40
  for (let number = 0; number < edits; number += 1) {
    note(store, 1, number === 0 ? '' : String(number - 1), String(number))
  }
  store.undo(1, 'undo-0001', 'ann')
}

test('an address names a database and a schema, or is refused in words', () => {
  expect(postgresLocation('postgres://ann@host:5433/team?schema=bridges')).toEqual({
    url: 'postgres://ann@host:5433/team',
    schema: 'bridges',
  })
  expect(postgresLocation('postgresql://host/team').schema).toBe('deltascribe')
  for (const text of [
    'team',
    'https://host/team',
    'postgres://host/team?schema=a;b',
    'postgres://host/x?schema=',
  ]) {
    expect(() => postgresLocation(text)).toThrow('This is no address of a PostgreSQL database')
  }
})

test('places of values are numbered', () => {
  expect(numbered('a = ? AND b = ? LIMIT ?')).toBe('a = $1 AND b = $2 LIMIT $3')
  expect(numbered('a = ?2 OR b = ?1')).toBe('a = $2 OR b = $1')
})

describe.skipIf(programs === null)(`a project in PostgreSQL${reason}`, () => {
  test('has the tables and columns of one in a file, at the same version', () => {
    const path = join(folder, 'columns.db')
    openDatabase(path).close()
    const file = new DatabaseSync(path)
    const ofFile = file
      .prepare(
        `SELECT m.name || '.' || c.name AS name FROM sqlite_master AS m, pragma_table_info(m.name) AS c
         WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'`,
      )
      .all() as { name: string }[]
    file.close()
    const database = open('columns')
    const ofDatabase = database
      .prepare(
        `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
         WHERE table_schema = 'columns' AND table_name <> 'store_version'`,
      )
      .all() as { name: string }[]
    database.close()
    expect(names(ofDatabase)).toEqual(names(ofFile))
    expect(POSTGRES_MIGRATIONS.at(-1)!.version).toBe(PROJECT_MIGRATIONS.at(-1)!.version)
  })

  test('is copied there and back, with its history, and is the same', () => {
    const [source, target] = [openDatabase(join(folder, 'from.db')), openDatabase(join(folder, 'back.db'))]
    const database = open('copied')
    work(new ProjectStore(source))
    const there = copyProject(source, database)
    expect(there).toContainEqual({ table: 'events', rows: 41 })
    expect(copyProject(database, target)).toEqual(there)
    const [one, two, three] = [source, database, target].map((each) => new ProjectStore(each))
    expect(two.open(1)).toEqual(one.open(1))
    expect(three.open(1)).toEqual(one.open(1))
    expect(two.pairs.find({ states: null, search: '', hasProblem: null }, 'sequence')).toEqual([2, 1, 3])
    // what comes then has a number of its own
    two.pairs.synchronise(['日本', 'b', 'c', 'd'].map(foundPair))
    expect(two.pairs.places().map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2, 3]))
    expect(() => copyProject(source, database)).toThrow('has pairs already')
    ;[one, two, three].forEach((store) => store.close())
  })

  test('is copied as it was at the beginning, though another program stores something meanwhile', () => {
    const [file, back] = [join(folder, 'busy.db'), openDatabase(join(folder, 'not-busy.db'))]
    const [source, database] = [openDatabase(file), open('busy')]
    const [inFile, inDatabase] = [openDatabase(file), open('busy')].map((one) => new ProjectStore(one))
    work(inFile)
    copyProject(source, database, ({ table }) => table === 'meta' && note(inFile, 2, '', 'meanwhile'))
    expect(inDatabase.open(2).version).toBe(0)
    copyProject(database, back, ({ table }) => table === 'pairs' && note(inDatabase, 3, '', 'meanwhile'))
    expect(inDatabase.open(3).version).toBe(1)
    const copy = new ProjectStore(back)
    expect([1, 2, 3].map((id) => copy.open(id).version)).toEqual([41, 0, 0])
    ;[inFile, inDatabase, copy].forEach((store) => store.close())
    ;[source, database].forEach((one) => one.close())
  })

  test('writes only the pairs that changed where a folder has one more', () => {
    const database = open('grown')
    const { pairs } = new ProjectStore(database)
    const found = Array.from({ length: 500 }, (_, index) => foundPair(`pair-${index}`))
    pairs.synchronise(found)
    const { xid } = database.prepare('SELECT max(xmin::text::bigint) AS xid FROM pairs').get() as {
      xid: number
    }
    pairs.setProblem(3, { code: 'missing', message: 'It is gone.', path: 'A/pair-2' })
    pairs.synchronise([...found, foundPair('z')])
    const written = database
      .prepare('SELECT key FROM pairs WHERE xmin::text::bigint > ? ORDER BY id')
      .all(xid)
    expect(written).toEqual([{ key: 'pair-2' }, { key: 'z' }])
    database.close()
  })

  test('takes the edits of two programs, one after the other', () => {
    const [one, two] = [open('shared'), open('shared')].map((database) => new ProjectStore(database))
    one.pairs.synchronise([foundPair('a'), foundPair('b')])
    note(one, 1, '', 'first')
    note(two, 1, 'first', 'second')
    const caption = { id: 'c', text: 'x', rank: 0, source: { kind: 'person' }, logProbability: null } as const
    const add = (store: ProjectStore, eventId: string): unknown =>
      store.edit(1, eventId, 'New caption', [{ type: 'caption.add', caption, index: 0 }], 'ann')
    add(one, 'caption-1')
    expect(() => add(two, 'caption-2')).toThrow('no longer fits')
    // sent again, as after an answer that did not come
    add(two, 'caption-1')
    expect([one, two].map((store) => store.open(1).document)).toEqual([
      expect.objectContaining({ captions: [caption], review: expect.objectContaining({ notes: 'second' }) }),
      one.open(1).document,
    ])
    expect(one.open(1).version).toBe(3)
    const before = two.changeCount()
    note(one, 2, '', 'other')
    expect(two.changeCount()).not.toBe(before)
    ;[one, two].forEach((store) => store.close())
  })

  test('keeps each edit that it took when the server is killed, and goes on when that is back', async () => {
    const store = new ProjectStore(open('killed'))
    store.pairs.synchronise([foundPair('a')])
    let last = ''
    for (let round = 0; round < 5; round += 1) {
      note(store, 1, last, String(round))
      last = String(round)
      await server.kill()
      const failed = ((): unknown => {
        try {
          return note(store, 1, last, 'lost')
        } catch (error) {
          return error
        }
      })()
      expect(toFailure(failed)).toMatchObject({ code: 'unavailable' })
      await server.start()
      expect(store.open(1)).toMatchObject({ version: round + 1, document: { review: { notes: last } } })
    }
    store.close()
  })

  test('a question that takes long keeps no other statement waiting', async () => {
    const database = open('aside')
    const holder = open('aside')
    holder.prepare('SELECT pg_advisory_lock(7)').get()
    // takes as long as another connection has the lock
    const long = database.aside('SELECT pg_advisory_lock(?), 1 AS done', 7)
    const waiting = database.prepare(
      "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'advisory' AND query LIKE '%AS done'",
    )
    await expect.poll(() => waiting.all().length).toBe(1)
    insert(database, 'a')
    expect(database.prepare("SELECT name FROM meta WHERE value = 'x'").all()).toEqual([{ name: 'a' }])
    expect(waiting.all()).toHaveLength(1)
    holder.prepare('SELECT pg_advisory_unlock(7)').get()
    expect(await long).toMatchObject([{ done: 1 }])
    holder.close()
    await expect(database.aside('SELECT nothing')).rejects.toThrow('nothing')
    const lost = whyFailed(database.aside('SELECT pg_sleep(60)'))
    await server.kill()
    expect(await lost).toContain('The database cannot be reached')
    await server.start()
    expect(await database.aside('SELECT 1 AS one')).toEqual([{ one: 1 }])
    const left = whyFailed(database.aside('SELECT pg_sleep(60)'))
    database.close()
    expect(await left).toContain('does not answer')
  })

  test('a transaction whose connection ended does not go on in another one', async () => {
    const database = open('ended')
    const own = (database.prepare('SELECT pg_backend_pid() AS pid').get() as { pid: number }).pid
    const other = open('other')
    const work = (): void => {
      insert(database, 'before')
      other.prepare('SELECT pg_terminate_backend(?)').get(own)
      insert(database, 'after')
    }
    expect(() => inTransaction(database, work)).toThrow('The database cannot be reached')
    expect(database.prepare('SELECT name FROM meta').all()).toEqual([])
    insert(database, 'later')
    expect(database.prepare('SELECT name FROM meta').all()).toEqual([{ name: 'later' }])
    ;[database, other].forEach((one) => one.close())
  })

  test('a transaction that began too late does not take in what is written after it', () => {
    const holder = open('late')
    const location = { ...postgresLocation(server.url), schema: 'late' }
    const waiting = openPostgres(location, { answerMilliseconds: 2000 })
    holder.begin()
    expect(() => inTransaction(waiting, () => insert(waiting, 'refused'))).toThrow('does not answer')
    holder.commit()
    insert(waiting, 'later')
    expect(holder.prepare('SELECT name FROM meta').all()).toEqual([{ name: 'later' }])
    // nobody holds the project's lock
    ;[holder, waiting].forEach((one) => inTransaction(one, () => insert(one, one === holder ? 'a' : 'b')))
    ;[holder, waiting].forEach((one) => one.close())
  })

  test('a connection that ends late does not take with it the one that was made after it', async () => {
    const network = await endingLate(server.url)
    const connection = new AsideConnection({ ...postgresLocation(server.url), url: network.url })
    const asked = async (): Promise<unknown> =>
      (await connection.ask('SELECT pg_backend_pid() AS pid', []))[0]
    const first = await asked()
    const other = open('other')
    other.prepare('SELECT pg_terminate_backend(?)').get((first as { pid: number }).pid)
    await expect.poll(() => network.ended.length).toBe(1)
    // until the connection was told
    await wait(500)
    const second = await asked()
    expect(second).not.toEqual(first)
    network.end()
    await wait(500)
    expect(await asked()).toEqual(second)
    connection.close()
    network.close()
    other.close()
  })

  test('two programs that store embeddings at once store both', async () => {
    const [one, two] = [open('embedded'), open('embedded')]
    const store = new ProjectStore(one)
    store.pairs.synchronise([foundPair('a'), foundPair('b')])
    // holds the project's lock until another one waits for it, ten seconds at most
    const slow = two.aside(
      `DO $$ BEGIN
         PERFORM pg_advisory_xact_lock(hashtextextended('embedded', 0));
         INSERT INTO pair_embeddings VALUES (1, 1, 'v1', 'sizes', '', '');
         FOR turn IN 1..200 LOOP
           EXIT WHEN EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted);
           PERFORM pg_sleep(0.05);
         END LOOP;
       END $$`,
    )
    const held = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted"
    await expect.poll(() => two.prepare(held).all().length).toBe(1)
    const files = { encoder: 'v1', files: 'sizes' }
    store.embeddings.put({ pairId: 2, ...files, embedding: Int8Array.of(1), fingerprints: Int32Array.of(2) })
    await slow
    expect(one.prepare('SELECT id, pair_id FROM pair_embeddings ORDER BY id').all()).toEqual([
      { id: 1, pair_id: 1 },
      { id: 2, pair_id: 2 },
    ])
    ;[one, two].forEach((database) => database.close())
  })

  test('a server that is not there is told of in words', () => {
    const url = `postgres://ann@localhost/team?host=${encodeURIComponent(folder)}`
    expect(() => openPostgres(postgresLocation(url))).toThrow('The database cannot be reached')
  })
})
