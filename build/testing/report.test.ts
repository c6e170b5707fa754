import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failure, readCounts, reportingTo, writeCounts } from './report'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-report-'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('what several runners report is one list of what failed and was skipped', () => {
  const path = join(folder, 'counts.jsonl')
  vi.stubEnv('DELTASCRIBE_TEST_REPORT', reportingTo(path).DELTASCRIBE_TEST_REPORT)
  writeCounts({ passed: 3, failed: [{ name: 'a', reason: 'no' }], skipped: ['b [no data]'] })
  writeCounts({ passed: 4, failed: [], skipped: [] })
  expect(readCounts(path)).toEqual({
    passed: 7,
    failed: [{ name: 'a', reason: 'no' }],
    skipped: ['b [no data]'],
  })
})

test('a reason says where it failed, and not where the runner stood', () => {
  const stack = [
    'Error: no',
    '    at /project/a.test.ts:3:4',
    '    at /project/node_modules/runner/index.js:9:1',
    '    at new Promise (<anonymous>)',
  ]
  expect(failure('a', [stack.join('\n'), undefined]).reason).toBe(
    'Error: no\n    at /project/a.test.ts:3:4\nno message',
  )
})

test('a reason has no colours, and is cut', () => {
  const long = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n')
  expect(failure('a', ['\u001b[31mno\u001b[39m', long]).reason.split('\n')).toEqual([
    'no',
    ...Array.from({ length: 11 }, (_, index) => `line ${index}`),
  ])
})
