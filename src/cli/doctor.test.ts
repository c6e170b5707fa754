import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { openProject } from '../engine/project/open-project'
import { makePairFolder } from '../images/testing'
import { openLog } from '../process/log/log'
import { countsOf, makeBackup } from '../store/backups'
import { addDoctorCommand } from './doctor'
import { ownFolder, runHere } from './testing'

const at = ownFolder()

test('doctor --log prints where the log is, and its last lines alone', async () => {
  const path = at('home', 'logs', 'deltascribe.log')
  expect(await runHere(addDoctorCommand, 'doctor', '--log')).toMatchObject({ code: 0, out: `${path}\n` })
  const log = openLog(at('home'), 'main')
  for (let number = 1; number <= 25; number += 1) {
    log.write('info', 'counted', { number })
  }
  const lines = (await runHere(addDoctorCommand, 'doctor', '--log')).out.trimEnd().split('\n')
  expect(lines).toHaveLength(21)
  expect(lines[0]).toBe(join(at('home'), 'logs', 'deltascribe.log'))
  expect(lines[1]).toContain('{"number":6}')
  expect(lines[20]).toContain('{"number":25}')
})

test('doctor DIR says whether a project is whole, and --rescue saves what can be read', async () => {
  const [pairs, out] = [at('pairs'), at('rescued')]
  await makePairFolder(pairs, { count: 3, width: 16, height: 12, layout: 'before-after' })
  const unopened = await runHere(addDoctorCommand, 'doctor', pairs)
  expect([unopened.code, unopened.err]).toEqual([2, expect.stringContaining('it was never opened')])
  const { store } = await openProject(pairs, null, at('home'))
  store.edit(
    2,
    'edit-0000',
    'Notes',
    [{ type: 'review.set', from: { notes: '' }, to: { notes: 'x' } }],
    'ann',
  )
  store.close()
  const path = join(pairs, '.deltascribe', 'project.db')
  const whole = await runHere(addDoctorCommand, 'doctor', pairs)
  expect([whole.code, whole.out]).toEqual([0, expect.stringContaining(`${path} is whole: 3 pairs and`)])
  const database = new DatabaseSync(path)
  database.exec("UPDATE events SET diff = '['")
  database.close()
  const damaged = await runHere(addDoctorCommand, 'doctor', pairs, '--rescue', out)
  const rescued = join(out, '.deltascribe', 'project.db')
  expect(damaged.code).toBe(1)
  expect(damaged.out).toContain('Edit 1 of pair_000001 is damaged.')
  expect(damaged.out).toContain(`They are in ${rescued}.`)
  expect(existsSync(rescued)).toBe(true)
  const again = await runHere(addDoctorCommand, 'doctor', pairs, '--json')
  expect(JSON.parse(again.out)).toMatchObject({
    pairCount: 3,
    damages: ['Edit 1 of pair_000001 is damaged.'],
    rescued: null,
  })
  expect((await runHere(addDoctorCommand, 'doctor', pairs, '--rescue', out)).code).toBe(2)
})

test('doctor DIR --backups lists what each backup holds, and --restore puts one in place and can be undone', async () => {
  const pairs = at('kept')
  await makePairFolder(pairs, { count: 3, width: 16, height: 12, layout: 'before-after' })
  const { store } = await openProject(pairs, null, at('home'))
  const path = join(pairs, '.deltascribe', 'project.db')
  expect((await runHere(addDoctorCommand, 'doctor', pairs, '--backups')).out).toContain(
    'There are no backups',
  )
  const name = await makeBackup(path, 'day')
  store.decide(1, 'flag', { eventId: 'flagged', reviewer: null, milliseconds: 1 })
  store.close()
  const listed = await runHere(addDoctorCommand, 'doctor', pairs, '--backups')
  expect([listed.code, listed.out]).toEqual([0, expect.stringMatching(new RegExp(`${name} +3 +0 +0 +`))])
  const missing = await runHere(addDoctorCommand, 'doctor', pairs, '--restore', 'other.db')
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('There is no backup "other.db"')])
  const restored = await runHere(addDoctorCommand, 'doctor', pairs, '--restore', name)
  expect([restored.code, countsOf(path)]).toMatchObject([0, { reviewedCount: 0 }])
  const aside = /--restore (\S+)/.exec(restored.out)?.[1] ?? ''
  const undone = await runHere(addDoctorCommand, 'doctor', pairs, '--restore', aside, '--json')
  expect([undone.code, countsOf(path)]).toMatchObject([0, { reviewedCount: 1 }])
  expect(JSON.parse(undone.out)).toMatchObject({ restored: aside })
})
