import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../build'
import { readCounts, reportingTo } from './report'

/**
 * `npm test` and, with the argument `slow`, `npm run test:slow`: runs every part, also after one that failed, and says
 * at the end how long each took, what was skipped and why.
 *
 * Parts of one lane run one after the other, lanes side by side: a part alone keeps two cores busy for 60 of 100
 * seconds. No two parts of different lanes write into the same folder.
 */
const lanes = {
  usual: [
    ['check', 'unit'],
    ['components:usual', 'e2e:main'],
  ],
  // many of these keep every core busy, and wait for what they started
  slow: [['unit:slow', 'components:slow', 'e2e:rest']],
}

interface Result {
  name: string
  seconds: number
  status: number
}

const began = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'deltascribe-test-report-'))
const report = join(folder, 'counts.jsonl')
const kept: Buffer[] = []
/** What the first lane prints is seen as it comes, that of others in one piece after it. */
let isFirstAtWork = true
const results = await runLanes(lanes[process.argv.includes('slow') ? 'slow' : 'usual'])
const counts = readCounts(report)
rmSync(folder, { recursive: true })

console.log('')
for (const { name, seconds, status } of results) {
  console.log(`${name.padEnd(16)} ${spell(seconds).padStart(11)}  ${status === 0 ? 'passed' : 'FAILED'}`)
}
console.log(`${'in all'.padEnd(16)} ${spell((performance.now() - began) / 1000).padStart(11)}`)
if (counts.skipped.length > 0) {
  console.log('\nSkipped on this machine, with the reason:')
  counts.skipped.forEach((name) => console.log(`  ${name}`))
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped.length} skipped`)
process.exit(results.every(({ status }) => status === 0) ? 0 : 1)

async function runLanes([first = [], ...others]: readonly string[][]): Promise<Result[]> {
  const otherResults = others.map((names) => runLane(names, false))
  const firstResults = await runLane(first, true)
  isFirstAtWork = false
  process.stdout.write(Buffer.concat(kept))
  return [...firstResults, ...(await Promise.all(otherResults)).flat()]
}

async function runLane(names: readonly string[], isFirst: boolean): Promise<Result[]> {
  const laneResults: Result[] = []
  for (const name of names) {
    laneResults.push(await run(name, isFirst))
  }
  return laneResults
}

function run(name: string, isFirst: boolean): Promise<Result> {
  print(Buffer.from(`\n== npm run ${name}\n`), isFirst)
  const start = performance.now()
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: isFirst ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    cwd: root,
    env: { ...reportingTo(report), ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
    shell: process.platform === 'win32',
  })
  child.stdout?.on('data', (chunk: Buffer) => print(chunk, isFirst))
  child.stderr?.on('data', (chunk: Buffer) => print(chunk, isFirst))
  return new Promise((resolve) => {
    child.once('close', (code) => {
      resolve({ name, seconds: (performance.now() - start) / 1000, status: code ?? 1 })
    })
  })
}

function print(chunk: Buffer, isFirst: boolean): void {
  if (isFirst || !isFirstAtWork) {
    process.stdout.write(chunk)
  } else {
    kept.push(chunk)
  }
}

function spell(seconds: number): string {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}
