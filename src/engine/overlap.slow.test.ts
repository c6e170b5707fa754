import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ReviewerAgreement } from '../contract/overlap'
import { reviewStates } from '../domain/pair'
import { makePairFolder } from '../images/testing'
import { postgresLocation } from '../store/postgres/location'
import { openPostgres } from '../store/postgres/postgres-database'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import { ProjectStore } from '../store/project-store'
import type { TeamDatabase } from '../team/team-database'
import type { Served } from './server/serve'
import { addPeople, connect, serveTeam, signIn } from './testing-team'
import type { Connection, ConnectionReply } from './testing-team'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''

let root = ''
let server: TestServer
let place = ''
let served: Served
let database: TeamDatabase
const pages: Record<string, Connection> = {}

beforeAll(async () => {
  if (programs === null) {
    return
  }
  root = mkdtempSync(join(tmpdir(), 'deltascribe-overlap-'))
  await makePairFolder(join(root, 'pairs'), { count: 3, width: 48, height: 32, layout: 'a-b' })
  server = await startTestServer(programs)
  place = `${server.url}&schema=overlap`
  const roles = {
    Olga: 'owner',
    Adam: 'adjudicator',
    Rita: 'reviewer',
    Rolf: 'reviewer',
    Rosa: 'reviewer',
    Vera: 'viewer',
  } as const
  ;({ database } = await addPeople(place, roles))
  const home = join(root, 'home')
  mkdirSync(home)
  writeFileSync(join(home, 'index.html'), '<p>page</p>')
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposeAhead: false, provider: 'cpu' }))
  served = await serveTeam(home, join(root, 'pairs'), place)
  const address = new URL(served.url)
  for (const name of Object.keys(roles)) {
    pages[name] = await connect(address, await signIn(address, name))
  }
})
afterAll(async () => {
  served?.close()
  await database?.close()
  await server?.stop()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

const ask = (name: string, command: string, input?: unknown): Promise<ConnectionReply> =>
  pages[name].send(command, input)

/** Of a machine that has much else to do. */
const PATIENT = { timeout: 60_000 }

let events = 0
function add(name: string, id: string): Promise<ConnectionReply> {
  const caption = { id, text: `by ${name}`, rank: 0, source: { kind: 'person' }, logProbability: null }
  const diff = [{ type: 'caption.add', caption, index: 0 }]
  return ask(name, 'pairs.edit', {
    pairId: 1,
    eventId: `event-${(events += 1)}-long`,
    label: 'Caption',
    diff,
  })
}
const decide = (name: string, decision: string, pairId = 1): Promise<ConnectionReply> =>
  ask(name, 'pairs.decide', { pairId, decision, milliseconds: 1, eventId: `event-${(events += 1)}-long` })
const captions = (reply: ConnectionReply): string[] =>
  (reply.value as { document: { captions: { text: string }[] } }).document.captions.map(({ text }) => text)

/** Numbers of the rows of all reviews, as somebody might guess them. */
function reviewIds(): number[] {
  const opened = openPostgres(postgresLocation(place))
  const rows = opened.prepare('SELECT id FROM pairs WHERE review_of IS NOT NULL ORDER BY id').all() as {
    id: number
  }[]
  opened.close()
  return rows.map(({ id }) => id)
}

const wanted = (name: string): object => ({ pairIds: [1, 2, 3], holder: `page-of-${name}` })

describe.skipIf(programs === null)(`blind reviews at one server${reason}`, () => {
  test('an adjudicator says how many; a reviewer may not', async () => {
    expect(await ask('Rita', 'overlap.set', { reviews: 2 })).toMatchObject({ failure: { code: 'forbidden' } })
    const some = await ask('Adam', 'overlap.set', { reviews: 2, count: 2 })
    expect(some).toMatchObject({ value: [{ wanted: 2, pairs: 2 }] })
    expect(await ask('Adam', 'overlap.set', { reviews: 2 })).toMatchObject({
      value: [{ wanted: 2, pairs: 3 }],
    })
    expect(await ask('Adam', 'overlap.set', { reviews: 2, share: 0.5, count: 2 })).toMatchObject({
      failure: { code: 'invalid-input' },
    })
  })

  test('each reviewer opens the pair as always, with their own review under it', async () => {
    expect(await ask('Rita', 'pairs.get', { pairId: 1 })).toMatchObject({
      value: { pair: { id: 1 }, version: 0, review: { own: 1, wanted: 2, decided: 0 } },
    })
    expect(await add('Rita', 'a')).toMatchObject({ value: { pairId: 1, version: 1 } })
    expect(await add('Rolf', 'b')).toMatchObject({ value: { pairId: 1, version: 1 } })
    expect(captions(await ask('Rita', 'pairs.get', { pairId: 1 }))).toEqual(['by Rita'])
    expect(captions(await ask('Rolf', 'pairs.get', { pairId: 1 }))).toEqual(['by Rolf'])
    expect(await ask('Rolf', 'pairs.get', { pairId: 1 })).toMatchObject({ value: { review: { own: 2 } } })
    expect(await ask('Rita', 'pairs.rows', { ids: [1] })).toMatchObject({ value: [{ caption: 'by Rita' }] })
    expect(await ask('Rita', 'pairs.history', { pairId: 1 })).toMatchObject({ value: [{ actor: 'Rita' }] })
  })

  test('nobody reads another review, not by a number that they guess either', async () => {
    const guessed = reviewIds()
    expect(guessed).toHaveLength(2)
    for (const pairId of guessed) {
      for (const name of ['Rita', 'Vera', 'Adam', 'Olga']) {
        for (const command of [
          'pairs.get',
          'pairs.history',
          'proposals.compare',
          'sequences.carry',
          'proposals.make',
        ]) {
          const reply = await ask(name, command, { pairId, againstId: null })
          expect(reply, `${command} by ${name}`).toMatchObject({ kind: 'failure' })
        }
        expect(await ask(name, 'pairs.rows', { ids: [1, pairId] })).toMatchObject({
          failure: { code: 'not-found' },
        })
      }
      const edit = { pairId, eventId: 'event-of-a-guesser', label: 'x', diff: [] }
      expect(await ask('Rita', 'pairs.edit', edit)).toMatchObject({ failure: { code: 'not-found' } })
      expect(await ask('Rita', 'claims.take', { pairId, holder: 'page-of-guesser' })).toMatchObject({
        kind: 'failure',
      })
    }
    for (const name of ['Adam', 'Olga']) {
      expect(await ask(name, 'overlap.reviews', { pairId: 1 })).toMatchObject({
        failure: { code: 'forbidden' },
      })
      expect(captions(await ask(name, 'pairs.get', { pairId: 1 }))).toEqual([])
    }
    expect(await decide('Adam', 'reject')).toMatchObject({ failure: { code: 'conflict' } })
    expect(captions(await ask('Vera', 'pairs.get', { pairId: 1 }))).toEqual([])
  })

  test('who made a review is told of it as of the pair, adjudicators that it may have changed, and others nothing', async () => {
    const told = (name: string): unknown[] =>
      pages[name].events.filter(({ event }) => event === 'pair.changed').map(({ payload }) => payload)
    await vi.waitFor(
      () => expect(told('Rita')).toContainEqual({ pairId: 1, version: 1, isProposal: false }),
      PATIENT,
    )
    await vi.waitFor(
      () => expect(told('Adam')).toContainEqual({ pairId: 1, version: 0, isProposal: true }),
      PATIENT,
    )
    // that the pair's images were measured is told to all
    const edits = [...told('Vera'), ...told('Rosa')].filter((one) => (one as { version: number }).version > 0)
    expect(edits).toEqual([])
    const guessed = reviewIds()
    const all = Object.values(pages).flatMap(({ events: heard }) => heard)
    expect(all.map(({ payload }) => (payload as { pairId?: number } | null)?.pairId)).not.toContain(
      guessed[0],
    )
  })

  test('no more people than wanted review a pair, and the next pair is one that needs them', async () => {
    expect(await add('Rosa', 'c')).toMatchObject({ failure: { code: 'conflict' } })
    const all = { filter: { states: null, search: '', hasProblem: null }, order: 'key' }
    expect(await ask('Rosa', 'pairs.find', all)).toMatchObject({ value: { ids: [2, 3] } })
    expect(await ask('Rita', 'pairs.find', all)).toMatchObject({ value: { ids: [1, 2, 3] } })
    expect(await ask('Rosa', 'claims.takeFirst', wanted('Rosa'))).toMatchObject({ value: { pairId: 2 } })
    await decide('Rita', 'accept')
    expect(await ask('Rita', 'claims.takeFirst', wanted('Rita'))).toMatchObject({ value: { pairId: 2 } })
    // two are at it now
    expect(await ask('Rolf', 'claims.takeFirst', { ...wanted('Rolf'), pairIds: [2, 3] })).toMatchObject({
      value: { pairId: 3 },
    })
    expect(await ask('Rosa', 'claims.list')).toMatchObject({ value: [{ pairId: 2, name: 'Rosa' }] })
    expect(await ask('Vera', 'claims.list')).toMatchObject({ value: [] })
    // who is at the pair itself keeps no reviewer from their own review
    await ask('Adam', 'claims.take', { pairId: 3, holder: 'page-of-Adam' })
    expect(await ask('Olga', 'claims.list')).toMatchObject({ value: [{ pairId: 3, name: 'Adam' }] })
    expect(await ask('Rolf', 'claims.list')).toMatchObject({ value: [{ pairId: 3, name: 'Rolf' }] })
  })

  test('a gold pair looks to its reviewers as any other', async () => {
    const opened = new ProjectStore(openPostgres(postgresLocation(place)))
    opened.setOverlap([1, 2], 2)
    opened.decide(3, 'reject', { eventId: 'event-of-olga', reviewer: 'Olga', milliseconds: 1 })
    for (const command of ['overlap.gold', 'overlap.setGold']) {
      expect(await ask('Rosa', command, { pairIds: [3], isGold: true })).toMatchObject({
        failure: { code: 'forbidden' },
      })
    }
    const gold3 = { value: [{ id: 3 }] }
    expect(await ask('Adam', 'overlap.setGold', { pairIds: [3], isGold: true })).toMatchObject(gold3)
    expect(await ask('Olga', 'overlap.gold')).toMatchObject(gold3)
    expect(await ask('Adam', 'overlap.setGold', { pairIds: [2, 3], isGold: true })).toMatchObject({
      failure: { code: 'conflict' },
    })
    opened.setOverlap([1, 2, 3], 2)
    opened.close()
    const gold = await ask('Rosa', 'pairs.get', { pairId: 3 })
    const other = await ask('Rosa', 'pairs.get', { pairId: 2 })
    const { review } = other.value as { review: unknown }
    expect(gold).toMatchObject({ value: { review, document: { review: { state: 'unreviewed' } } } })
    expect(await ask('Rosa', 'pairs.rows', { ids: [3] })).toMatchObject({ value: [{ state: 'unreviewed' }] })
    expect(await decide('Rosa', 'flag', 3)).toMatchObject({ value: { pairId: 3 } })
    expect(await ask('Vera', 'pairs.rows', { ids: [3] })).toMatchObject({ value: [{ state: 'rejected' }] })
  })

  test('statistics and the map tell reviewers nothing of a gold pair, and adjudicators all', async () => {
    const keys = async (name: string): Promise<string[]> => {
      const { value } = await ask(name, 'statistics.decisions')
      return (value as { key: string }[]).map(({ key }) => key)
    }
    expect([await keys('Rosa'), await keys('Adam')]).toEqual([[], ['pair_000002']])
    expect(await ask('Rosa', 'statistics.get')).toMatchObject({ value: { decided: 0, reviewers: [] } })
    expect(await ask('Olga', 'statistics.get')).toMatchObject({ value: { decided: 1 } })

    await ask('Adam', 'embeddings.start')
    await vi.waitFor(
      async () => expect(await ask('Adam', 'embeddings.status')).toMatchObject({ value: { ready: 3 } }),
      PATIENT,
    )
    const states = async (name: string, wantedStates: string[] | null): Promise<object> => {
      const filter = { states: wantedStates, search: '', hasProblem: null }
      const { value } = await ask(name, 'similar.map', { filter })
      const map = value as { ids: number[]; states: number[] }
      return Object.fromEntries(map.ids.map((id, at) => [id, reviewStates[map.states[at]]]))
    }
    expect(await states('Adam', null)).toEqual({ 1: 'unreviewed', 2: 'unreviewed', 3: 'rejected' })
    // as in the own list
    expect(await states('Rosa', null)).toEqual({ 2: 'unreviewed', 3: 'flagged' })
    expect(await states('Rosa', ['rejected'])).toEqual({})
    expect(await states('Rolf', ['rejected'])).toEqual({})
  })

  test('how far people agree counts no pair of which a review is still made', async () => {
    expect(await ask('Rita', 'overlap.agreement')).toMatchObject({ failure: { code: 'forbidden' } })
    expect(await ask('Adam', 'overlap.agreement')).toMatchObject({
      value: { people: [], pairs: 0, two: [], gold: [] },
    })
  })

  test('once all are decided adjudicators see them, and take one or a vote', async () => {
    expect(await decide('Rolf', 'flag')).toMatchObject({ value: { pairId: 1 } })
    const filter = { states: null, search: '', hasProblem: null, isToAdjudicate: true }
    expect(await ask('Adam', 'pairs.find', { filter, order: 'review-disagreement' })).toMatchObject({
      value: { ids: [1] },
    })
    expect(await ask('Rita', 'overlap.reviews', { pairId: 1 })).toMatchObject({
      failure: { code: 'forbidden' },
    })
    expect(await ask('Adam', 'overlap.reviews', { pairId: 1 })).toMatchObject({
      value: {
        reviews: [{ reviewer: 'Rita' }, { reviewer: 'Rolf' }],
        agreement: { iou: 1, isDecisionShared: false },
      },
    })
    const [agreement, same] = await Promise.all(
      ['Adam', 'Olga'].map((name) => ask(name, 'overlap.agreement')),
    )
    expect(agreement).toMatchObject({
      value: {
        people: ['Rita', 'Rolf'].map((name) => ({ name, decided: 1 })),
        pairs: 1,
        two: [{ first: 'Rita', second: 'Rolf', pairs: 1, models: [{ model: 'none', pairs: 1 }] }],
      },
    })
    // accepted and flagged: no agreement beyond chance, on one pair
    const { two } = agreement.value as ReviewerAgreement
    expect(two[0].metrics).toContainEqual({
      metric: 'decision, kappa',
      value: 0,
      interval: { low: 0, high: 0 },
    })
    expect(same.value).toEqual(agreement.value)
    const choice = { kind: 'review', reviewer: 'Rolf' }
    const taken = await ask('Adam', 'overlap.adjudicate', { pairId: 1, choice, eventId: 'event-of-adam' })
    expect(taken).toMatchObject({ value: { version: 1, undoLabel: 'Review of Rolf' } })
    expect(captions(await ask('Vera', 'pairs.get', { pairId: 1 }))).toEqual(['by Rolf'])
    expect(captions(await ask('Rita', 'pairs.get', { pairId: 1 }))).toEqual(['by Rita'])
    expect(await add('Rita', 'late')).toMatchObject({ failure: { code: 'conflict' } })
    await ask('Adam', 'pairs.undo', { pairId: 1, eventId: 'event-of-adam-2' })
    expect(await ask('Adam', 'pairs.get', { pairId: 1 })).toMatchObject({
      value: { document: { review: { state: 'unreviewed' } } },
    })
  })
})
