import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildIfStale, root } from '../build/build'
import { onPath } from './programs'

/**
 * `npm run e2e [-- PLAYWRIGHT OPTIONS]`: builds what is stale, makes a screen where there is none. `--part main` plays
 * the stories of `npm test`, `--part rest` all others.
 */
const options = process.argv.slice(2)
if (options[0] === '--part') {
  process.env['DELTASCRIBE_STORIES'] = options[1]
  options.splice(0, 2)
}
await buildIfStale()

const isScreenless =
  process.platform === 'linux' &&
  process.env['DISPLAY'] === undefined &&
  process.env['WAYLAND_DISPLAY'] === undefined
const playwright = [
  process.execPath,
  join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
  'test',
  '--config',
  join(root, 'e2e', 'playwright.config.ts'),
  ...options,
]
const SCREEN = ['xvfb-run', '--auto-servernum', '--server-args=-screen 0 1600x1000x24']
const [program, ...args] = isScreenless && onPath('xvfb-run') ? [...SCREEN, ...playwright] : playwright
// the stories of `main` propose as many pairs at once as a person's program does; of the others two are played at once
const lanes = process.env['DELTASCRIBE_STORIES'] === 'rest' ? { DELTASCRIBE_LANES: '1' } : {}
const env = { ...lanes, ...process.env, DELTASCRIBE_CHECKS: '1' }
const { status } = spawnSync(program, args, { stdio: 'inherit', cwd: root, env })
process.exit(status ?? 1)
