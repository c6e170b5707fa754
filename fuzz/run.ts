import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { root } from '../build/build'

/**
 * `npm run fuzz [-- --minutes M] [--node COMMAND] [TARGET ...]`: coverage-guided fuzzing of decoders and parsers, one
 * target after the other, from the inputs in `fuzz/corpus`. The first run installs the fuzzer into `fuzz/node_modules`.
 * Inputs that reach new code are kept in `dist/fuzz/corpus`, findings in `dist/fuzz/found`. Exits with 1 where a target
 * failed, with 2 where the fuzzer cannot run here.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    /** For a system whose C library is older than the fuzzer's: the Node to run, with its loader. */
    node: { type: 'string', default: process.execPath },
  },
})
const OUT = join(root, 'dist', 'fuzz')
const FUZZER = join(root, 'fuzz', 'node_modules', '@jazzer.js', 'core', 'dist', 'cli.js')
/** An input that takes longer counts as a hang. */
const HANG_MILLISECONDS = 10_000
const MOST_MEGABYTES = 2048
const LONGEST_INPUT = 65_536

const all = readdirSync(join(root, 'fuzz', 'targets')).map((file) => file.replace('.ts', ''))
const unknown = positionals.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`There is no target ${unknown.join(', ')}: use ${all.join(', ')}.`)
  process.exit(2)
}
install()
await build({ configFile: join(root, 'fuzz', 'vite.config.ts'), logLevel: 'warn' })
const failed = (positionals.length > 0 ? positionals : all).filter((target) => !fuzz(target))
console.log(
  failed.length === 0 ? '\nNothing was found.' : `\nFound by ${failed.join(', ')}: see ${OUT}/found`,
)
process.exit(failed.length === 0 ? 0 : 1)

function install(): void {
  if (existsSync(FUZZER)) {
    return
  }
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], {
    cwd: join(root, 'fuzz'),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('The fuzzer could not be installed.')
    process.exit(2)
  }
}

/** Whether nothing was found. */
function fuzz(target: string): boolean {
  const [found, kept] = [join(OUT, 'found', target), join(OUT, 'corpus', target)]
  ;[found, kept].forEach((folder) => mkdirSync(folder, { recursive: true }))
  console.log(`\n== ${target}`)
  const [node, ...loaded] = options.node.split(' ')
  const { status } = spawnSync(
    node,
    [
      ...loaded,
      FUZZER,
      join(OUT, 'programs', `${target}.mjs`),
      kept,
      join(root, 'fuzz', 'corpus', target),
      `--timeout=${HANG_MILLISECONDS}`,
      '--',
      `-max_total_time=${Math.round(60 * Number(options.minutes))}`,
      `-artifact_prefix=${found}/`,
      `-rss_limit_mb=${MOST_MEGABYTES}`,
      `-max_len=${LONGEST_INPUT}`,
      '-print_final_stats=1',
    ],
    { cwd: root, stdio: 'inherit' },
  )
  return status === 0
}
