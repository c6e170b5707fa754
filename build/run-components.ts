import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { chromiumProgram } from '../e2e/programs'
import { root } from './build'
import { writeCounts } from './testing/report'

/** `npm run components [-- VITEST OPTIONS]`: says so and is content where there is no Chromium to run in. */
const chromium = chromiumProgram()
if ('reason' in chromium) {
  console.log(`Component tests skipped: ${chromium.reason}`)
  writeCounts({ passed: 0, failed: [], skipped: [`component tests (${chromium.reason})`] })
  process.exit(0)
}
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const config = join(root, 'build', 'vitest.components.config.ts')
const env = {
  ...process.env,
  // React as users have it, which takes two thirds of the time
  NODE_ENV: 'production',
  // the configuration is bundled, so that it may import as all else here does
  VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
}
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', config, ...process.argv.slice(2)],
  { stdio: 'inherit', cwd: root, env },
)
process.exit(status ?? 1)
