import { readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openProject } from '../engine/project/open-project'
import type { Served } from '../engine/server/serve'
import { addPeople, ask, connect, serveTeam, signIn } from '../engine/testing-team'
import { makePairFolder } from '../images/testing'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import { ProjectStore } from '../store/project-store'
import { addProposeCommand } from './propose'
import { ownFolder, runHere } from './testing'
import type { Ran } from './testing'
import { addWorkerCommand } from './worker'
import { addWorkersCommand } from './workers'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''
const at = ownFolder()
let server: TestServer
let served: Served | null = null

beforeAll(async () => {
  if (programs !== null) {
    server = await startTestServer(programs)
  }
})
afterEach(() => served?.close())
afterAll(() => server?.stop())

const run = (...words: string[]): Promise<Ran> => runHere(addWorkerCommand, 'worker', ...words)

test.skipIf(programs === null)(
  `a worker without the images reads them from the team's server by a token that may do nothing else${reason}`,
  async () => {
    const place = `${server.url}&schema=tokens`
    const token = (...words: string[]): Promise<Ran> =>
      runHere(addWorkersCommand, 'workers', 'token', ...words, '--database', place)
    const folder = at('pairs')
    await makePairFolder(folder, { count: 4, width: 64, height: 48, layout: 'a-b' })
    await writeFile(at('pairs', 'A', 'pair_000000.wld'), '2\n0\n0\n-2\n100\n200\n')
    await runHere(
      addProposeCommand,
      'propose',
      folder,
      '--database',
      place,
      '--workers',
      '--proposer',
      'difference',
    )
    await writeFile(at('page'), '')
    const { database } = await addPeople(place, { Olga: 'owner' })
    served = await serveTeam(at('home'), folder, place)
    const address = new URL(served.url)

    const file = at('token')
    expect((await token('list')).out).toContain('There is no token yet')
    expect((await token('add', 'tower', '--out', file)).out).toContain('The token tower is in')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await token('add', 'Tower', '--out', at('other'))).err).toContain('a token named Tower already')
    expect((await token('list')).out).toContain('tower')
    const secret = readFileSync(file, 'utf8').trim()

    const images = (headers: Record<string, string>, query = 'pair=pair_000000'): ReturnType<typeof ask> =>
      ask(address, `/worker-images?${query}`, { headers })
    const withToken = { Authorization: `Bearer ${secret}` }
    expect(JSON.parse((await images(withToken)).body)).toMatchObject([
      { side: 'before', kind: 'image' },
      { side: 'before', kind: 'world', bytes: 17 },
      { side: 'after', kind: 'image' },
    ])
    // nothing but images of pairs, and nobody without the token: not a person who is signed in either
    expect((await images(withToken, 'pair=..%2F..%2Fetc&side=before&kind=image')).status).toBe(404)
    expect((await images(withToken, 'pair=pair_000000&side=before&kind=../home')).status).toBe(404)
    for (const headers of [
      {},
      { Authorization: 'Bearer ' },
      { Authorization: `Bearer ${secret.slice(1)}` },
      { Authorization: `Basic ${secret}` },
      { ...withToken, Origin: address.origin },
      { Cookie: await signIn(address, 'Olga') },
    ]) {
      expect((await images(headers)).status).toBe(401)
    }
    for (const path of ['/', '/session', '/pairs/1/before']) {
      const [own, none] = [await ask(address, path, { headers: withToken }), await ask(address, path)]
      expect([own.status, own.body]).toEqual([none.status, none.body])
    }
    await expect(connect(address, '', { headers: withToken })).rejects.toThrow('403')

    const elsewhere = ['--database', place, '--provider', 'cpu', '--once', '--server', address.origin]
    const refused = await run(...elsewhere.slice(0, -1), 'http://team.example', '--token-file', file)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('in the clear')])
    const worked = await run(...elsewhere, '--token-file', file)
    expect([worked.code, worked.out]).toEqual([0, '4 pairs done, 0 failed\n'])
    const made = new ProjectStore(place)
    await runHere(addProposeCommand, 'propose', folder, '--proposer', 'difference', '--provider', 'cpu')
    const { store: here } = await openProject(folder, null, at('home'))
    for (const [id, { key }] of made.pairs.byKey.all()) {
      const [one, other] = [made.proposals.ofPair(id), here.proposals.ofPair(here.pairs.byKey.idOf(key) ?? 0)]
      const regions = [one, other].map((all) => {
        const { id: found } = all.find(({ proposer }) => proposer === 'difference')!
        return (all === one ? made : here).proposals.get(found)!.regions.map(({ mask }) => mask)
      })
      expect(regions[0]).toEqual(regions[1])
    }
    made.close()
    here.close()

    expect((await token('remove', 'tower')).code).toBe(0)
    expect((await images(withToken)).status).toBe(401)
    await database.close()
  },
)
