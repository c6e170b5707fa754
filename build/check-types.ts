import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './build'

/**
 * `npm run check:types`: all five projects, one after the other. What was found is kept in `dist/types`, so that a
 * second run looks at what changed alone.
 */
const PROJECTS = ['pure', 'node', 'renderer', 'components', 'e2e']

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const failed = PROJECTS.filter((name) => {
  const kept = ['--incremental', '--tsBuildInfoFile', join('dist', 'types', `${name}.tsbuildinfo`)]
  const args = [tsc, '-p', `tsconfig.${name}.json`, ...kept]
  return spawnSync(process.execPath, args, { stdio: 'inherit', cwd: root }).status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)
