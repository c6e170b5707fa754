import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresLocation } from './postgres/location'
import { openPostgres } from './postgres/postgres-database'
import { serverPrograms, startTestServer } from './postgres/testing-server'
import type { TestServer } from './postgres/testing-server'
import { ProjectStore } from './project-store'
import { foundPair } from './testing'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''
let server: TestServer

beforeAll(async () => {
  if (programs !== null) {
    server = await startTestServer(programs)
  }
})
afterAll(async () => server?.stop())

const open = (schema: string): ProjectStore =>
  new ProjectStore(openPostgres({ ...postgresLocation(server.url), schema }))

const PAIRS = 60
const PEOPLE = 4

interface Person {
  /** Resolves when it has opened the project. */
  ready: Promise<unknown>
  /** Resolves to the pairs that it was at, when there is none left. */
  work(): Promise<number[]>
}

/** A program of its own, that goes from pair to pair. */
function person(url: string, name: string): Person {
  const program = fileURLToPath(new URL('./testing-claims.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, url, name, String(PAIRS)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ready = once(child.stdout, 'readable')
  return {
    ready,
    work: async () => {
      child.stdin.write('go\n')
      const lines = (await text(child.stdout)).split('\n')
      return lines.filter((line) => /^\d+$/.test(line)).map(Number)
    },
  }
}

test.skipIf(programs === null)(`of several programs at once, no two are at one pair${reason}`, async () => {
  const store = open('race')
  store.pairs.synchronise(Array.from({ length: PAIRS }, (_, number) => foundPair(`p${number}`)))
  const names = Array.from({ length: PEOPLE }, (_, number) => `person-${number}`)
  const people = names.map((name) => person(server.url, name))
  await Promise.all(people.map(({ ready }) => ready))
  const taken = await Promise.all(people.map((one) => one.work()))
  const all = taken.flat()
  expect(all.length).toBe(PAIRS)
  expect(new Set(all).size).toBe(PAIRS)
  // each decided what it took, and the history says so
  taken.forEach((pairIds, number) =>
    pairIds.forEach((pairId) =>
      expect(store.history(pairId)).toMatchObject([{ actor: names[number], label: 'Rejected' }]),
    ),
  )
  expect(taken.filter((pairIds) => pairIds.length > 0).length).toBeGreaterThan(1)
  expect(store.claims.all()).toEqual([])
  store.close()
})

test.skipIf(programs === null)(`a claim of a program that is gone is free after its time${reason}`, () => {
  const one = open('gone')
  one.pairs.synchronise([foundPair('a')])
  one.claims.take(1, { holder: 'page-one', name: 'Ann' }, 60_000)
  one.close()
  const two = open('gone')
  const bo = { holder: 'page-two', name: 'Bo' }
  expect(two.claims.take(1, bo, 60_000)).toMatchObject({ name: 'Ann' })
  // as if its time had passed
  two.claims.take(1, { holder: 'page-one', name: 'Ann' }, -1)
  expect(two.claims.take(1, bo, 60_000)).toMatchObject(bo)
  two.close()
})
