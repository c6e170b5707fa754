import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holderInWords, holderOf, holdProject, isProjectHeld } from './project-hold'
import { englishOf } from '../messages/message'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-hold-'))
})
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

test('a program that opens its own project once more holds it until both are closed', () => {
  const [first, second] = [holdProject(folder, 'this test'), holdProject(folder, 'this test')]
  expect(holderOf(folder)).toMatchObject({ program: 'this test', pid: process.pid, host: hostname() })
  first.release()
  first.release()
  expect(isProjectHeld(folder)).toBe(true)
  second.release()
  expect(isProjectHeld(folder)).toBe(false)
})

test('what a dead program left behind blocks nobody', () => {
  writeFileSync(join(folder, 'open.lock'), '')
  writeFileSync(join(folder, 'open.json'), '{"program":"long gone","pid":1,"host":"desk","since":0}')
  expect(isProjectHeld(folder)).toBe(false)
  const hold = holdProject(folder, 'this test')
  expect([hold.notice, holderOf(folder)?.program]).toEqual([null, 'this test'])
  hold.release()
})

test('where the disk gives no locks, the project opens and its user is told', () => {
  mkdirSync(join(folder, 'open.lock'))
  const { notice, release } = holdProject(folder, 'this test')
  expect(englishOf(notice ?? '')).toMatch(/cannot be locked \(.+\).*open it in one program at a time/)
  expect([isProjectHeld(folder), existsSync(join(folder, 'open.json'))]).toEqual([false, false])
  release()
})

test('a holder whose name cannot be read is another program', () => {
  writeFileSync(join(folder, 'open.json'), '{"program"')
  expect(englishOf(holderInWords(holderOf(folder)))).toBe('Another program')
})
