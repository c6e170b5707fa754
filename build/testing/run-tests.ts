import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../build'
import { readCounts, reportingTo } from './report'

/**
 * `npm test` and, with the argument `slow`, `npm run test:slow`: runs every part, also after one that failed, and says
 * at the end how long each took, what was skipped, what failed, and why.
 */
const parts = {
  usual: ['check', 'unit', 'e2e:main'],
  slow: ['check:types', 'unit:slow', 'components', 'e2e:rest'],
}

interface Result {
  name: string
  seconds: number
  status: number
}

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-test-report-'))
const report = join(folder, 'counts.jsonl')
const names = parts[process.argv.includes('slow') ? 'slow' : 'usual']
const results = names.map(run)
const counts = readCounts(report)
rmSync(folder, { recursive: true })

console.log('')
for (const { name, seconds, status } of results) {
  console.log(`${name.padEnd(16)} ${spell(seconds).padStart(11)}  ${status === 0 ? 'passed' : 'FAILED'}`)
}
console.log(
  `${'in all'.padEnd(16)} ${spell(results.reduce((sum, { seconds }) => sum + seconds, 0)).padStart(11)}`,
)
if (counts.skipped.length > 0) {
  console.log('\nSkipped on this machine, with the reason:')
  counts.skipped.forEach((name) => console.log(`  ${name}`))
}
if (counts.failed.length > 0) {
  console.log('\nFailed:')
  counts.failed.forEach(({ name, reason }) => console.log(`  ${name}\n${indent(reason)}`))
}
console.log(`\n${counts.passed} passed, ${counts.failed.length} failed, ${counts.skipped.length} skipped`)
process.exit(results.every(({ status }) => status === 0) ? 0 : 1)

function run(name: string): Result {
  console.log(`\n== npm run ${name}`)
  const began = performance.now()
  const { status } = spawnSync('npm', ['run', '--silent', name], {
    stdio: 'inherit',
    cwd: root,
    env: reportingTo(report),
    shell: process.platform === 'win32',
  })
  return { name, seconds: (performance.now() - began) / 1000, status: status ?? 1 }
}

function spell(seconds: number): string {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '      ')
}
