import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Proposal } from '../contract/proposal'
import { openProject } from '../engine/project/open-project'
import { makePairFolder } from '../images/testing'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import { ProjectStore } from '../store/project-store'
import type { StoreAddress } from '../store/store-address'
import { addProposeCommand } from './propose'
import { ownFolder, runHere } from './testing'
import type { Ran } from './testing'
import { addWorkerCommand } from './worker'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''
const at = ownFolder()
let server: TestServer
let place: StoreAddress = ''
let number = 0

beforeAll(async () => {
  if (programs !== null) {
    server = await startTestServer(programs)
  }
})
afterAll(() => server?.stop())
beforeEach(() => {
  number += 1
  place = `${server?.url ?? ''}&schema=workers${number}`
})

const ask = (folder: string, ...more: string[]): Promise<Ran> =>
  runHere(
    addProposeCommand,
    'propose',
    folder,
    '--database',
    place,
    '--workers',
    '--proposer',
    'difference',
    ...more,
  )
const work = (...more: string[]): Promise<Ran> =>
  runHere(addWorkerCommand, 'worker', '--database', place, '--provider', 'cpu', ...more)

type Made = Pick<Proposal, 'proposer' | 'version' | 'score' | 'alignment' | 'regions' | 'captions' | 'links'>

/** All proposals, with their pairs' keys, without what differs from one making to the next. */
function proposalsIn(store: ProjectStore): { key: string; made: Made }[] {
  const ids = store.pairs.find({ states: null, search: '', hasProblem: null }, 'key')
  const all = ids.flatMap((id) =>
    store.proposals.ofPair(id).map((summary) => {
      const { proposer, version, score, alignment, regions, captions, links } = store.proposals.get(
        summary.id,
      )!
      const source = { kind: 'proposal', proposalId: 0 } as const
      const made = {
        proposer,
        version,
        score,
        alignment,
        regions: regions.map((region) => ({ ...region, source })),
        captions: captions.map((caption) => ({ ...caption, source })),
        links,
      }
      return { key: store.pair(id).key, made }
    }),
  )
  store.close()
  return all
}

test.skipIf(programs === null)(
  `a worker proposes as this machine does, each pair once, and names what it could not do${reason}`,
  async () => {
    const folder = at('pairs')
    await makePairFolder(folder, { count: 5, width: 96, height: 64, layout: 'a-b' })
    await runHere(addProposeCommand, 'propose', folder, '--proposer', 'difference', '--provider', 'cpu')
    const local = await openProject(folder, null, at('home'))
    const here = proposalsIn(local.store)
    // the masks beside the images are offered too
    expect(here.filter(({ made }) => made.proposer === 'difference')).toHaveLength(5)
    expect(here).toHaveLength(10)

    expect((await work('--status')).out).toContain('Nobody has asked workers')
    expect((await ask(folder)).out).toBe('5 pairs were asked for by difference; 5 lack a proposal by it\n')
    expect((await ask(folder)).out).toBe('0 pairs were asked for by difference; 5 lack a proposal by it\n')
    const waiting = JSON.parse((await work('--status', '--json')).out) as unknown
    expect(waiting).toMatchObject({
      workers: [],
      rate: 0,
      failures: [],
      jobs: [{ proposer: 'difference', version: '', waiting: 5, active: 0, done: 0, failed: 0 }],
    })
    const worked = await work('--once')
    expect([worked.code, worked.out]).toEqual([0, '5 pairs done, 0 failed\n'])
    expect(proposalsIn(new ProjectStore(place))).toEqual(here)
    expect((await work('--status')).out).toMatch(/difference +0 +0 +5 +0\n\n1.0 proposals a minute/)
    expect((await ask(folder)).out).toMatch(/^0 pairs/)
    // without workers this machine proposes, and stores it there
    const first = ['--proposer', 'difference', '--provider', 'cpu', '--limit', '1']
    const own = await runHere(addProposeCommand, 'propose', folder, '--database', place, ...first)
    expect([own.code, own.out]).toEqual([0, expect.stringContaining('1 proposals by difference')])
    expect(proposalsIn(new ProjectStore(place))).toHaveLength(11)

    // an image that cannot be read is the pair's problem, and nothing to try again
    await makePairFolder(folder, { count: 7, width: 96, height: 64, layout: 'a-b' })
    await writeFile(join(folder, 'B', 'pair_000005.png'), 'no image')
    expect((await ask(folder)).out).toMatch(/^2 pairs/)
    const { code, out } = await work('--once')
    expect([code, out]).toEqual([1, '1 pairs done, 1 failed\n'])
    const store = new ProjectStore(place)
    const broken = store.pair(store.pairs.byKey.idOf('pair_000005') ?? 0)
    expect(broken.problem).toMatchObject({ code: 'not-an-image', path: 'B/pair_000005.png' })
    store.close()
  },
)

test.skipIf(programs === null)(
  `a worker that is asked for a proposer that nobody has says so and ends${reason}`,
  { timeout: 60_000 },
  async () => {
    const { code, err } = await work('--proposer', 'no-such-model')
    expect([code, err]).toEqual([1, expect.stringContaining('no-such-model')])
    expect(err).not.toContain('It is tried')
  },
)

test.skipIf(programs === null)(
  `a trained model proposes the same on a worker, and a worker without it leaves the pairs alone${reason}`,
  async () => {
    const folder = at('pairs')
    await makePairFolder(folder, { count: 2, width: 160, height: 120, layout: 'a-b' })
    const model = ['--proposer', 'ccrc-base']
    await runHere(addProposeCommand, 'propose', folder, ...model, '--provider', 'cpu')
    const local = await openProject(folder, null, at('home'))
    const here = proposalsIn(local.store)
    await runHere(addProposeCommand, 'propose', folder, '--database', place, '--workers', ...model)
    // nothing is left for one that proposes by other means
    expect((await work('--once', '--proposer', 'difference')).out).toBe('0 pairs done, 0 failed\n')
    expect((await work('--once')).out).toBe('2 pairs done, 0 failed\n')
    expect(proposalsIn(new ProjectStore(place))).toEqual(here)
  },
)
