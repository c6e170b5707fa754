import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build/build'
import { NO_TELEMETRY } from '../src/process/process-host'

/**
 * `npm run bench [-- NAME ... [--OPTION ...]]`: all benchmarks, or those whose names begin so, with these options. Each
 * prints its own ratio.
 */
const given = process.argv.slice(2)
const firstOption = given.findIndex((word) => word.startsWith('--'))
const requested = firstOption === -1 ? given : given.slice(0, firstOption)
const options = firstOption === -1 ? [] : given.slice(firstOption)
const files = readdirSync(join(root, 'bench')).filter((name) => name.endsWith('.bench.ts'))
let failures = 0
for (const file of files) {
  const name = file.replace('.bench.ts', '')
  if (requested.length === 0 || requested.some((prefix) => name.startsWith(prefix))) {
    console.log(`\n== ${name}`)
    const { status } = spawnSync(
      process.execPath,
      ['--import', 'tsx', join(root, 'bench', file), ...options],
      {
        stdio: 'inherit',
        cwd: root,
        env: { ...process.env, ...NO_TELEMETRY },
      },
    )
    failures += status === 0 ? 0 : 1
  }
}
process.exit(failures === 0 ? 0 : 1)
