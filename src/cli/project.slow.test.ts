import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Diff } from '../domain/diff'
import { openProject } from '../engine/project/open-project'
import { makePairFolder } from '../images/testing'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import { addProjectCommand } from './project'
import { addStatisticsCommand } from './statistics'
import { ownFolder, runHere } from './testing'
import type { Ran } from './testing'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''
const at = ownFolder()
let server: TestServer

beforeAll(async () => {
  if (programs !== null) {
    server = await startTestServer(programs)
  }
})
afterAll(() => server?.stop())

const placeOf = (schema: string): string => `${server.url}&schema=${schema}`
const move = (folder: string, schema: string, ...more: string[]): Promise<Ran> =>
  runHere(addProjectCommand, 'project', 'move', folder, '--database', placeOf(schema), ...more)

test.skipIf(programs === null)(
  `work moves into a database and back into another folder${reason}`,
  async () => {
    const [folder, other] = [at('pairs'), at('other')]
    for (const path of [folder, other]) {
      await makePairFolder(path, { count: 3, width: 16, height: 12, layout: 'before-after' })
    }
    const unopened = await move(folder, 'bridges')
    expect([unopened.code, unopened.err]).toEqual([2, expect.stringContaining('it was never opened')])
    const { store } = await openProject(folder, null, at('home'))
    const diff: Diff = [{ type: 'review.set', from: { notes: '' }, to: { notes: 'cracked' } }]
    store.edit(2, 'edit-0000', 'Notes', diff, 'ann')
    store.close()
    const there = await move(folder, 'bridges')
    expect([there.code, there.err]).toEqual([0, ''])
    expect(there.out).toMatch(/pairs +3\n/)
    expect(there.out).toContain('every row is the same there')
    expect((await move(folder, 'bridges')).err).toContain('has pairs already')
    const looked = await runHere(
      addStatisticsCommand,
      'statistics',
      other,
      '--database',
      placeOf('bridges'),
      '--json',
    )
    expect(JSON.parse(looked.out)).toMatchObject({ pairCount: 3 })
    expect(existsSync(join(other, '.deltascribe', 'project.db'))).toBe(false)
    const back = JSON.parse((await move(other, 'bridges', '--back', '--json')).out) as unknown
    expect(back).toMatchObject({ isSame: true, to: join(other, '.deltascribe', 'project.db') })
    const moved = await openProject(other, null, at('home'))
    expect(moved.store.open(2)).toMatchObject({
      undoLabel: 'Notes',
      document: { review: { notes: 'cracked' } },
    })
    moved.store.close()
  },
)
