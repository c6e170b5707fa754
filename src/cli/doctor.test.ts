import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLog } from '../process/log/log'
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
