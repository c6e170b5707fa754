import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../build/build'

/** `npm run pictures`: takes the pictures of the README and the pages in `docs` anew (`docs/images`). */
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', join(root, 'e2e', 'run.ts'), '--project', 'pictures'],
  { stdio: 'inherit', cwd: root, env: { ...process.env, DELTASCRIBE_PICTURES: 'docs/images' } },
)
process.exit(status ?? 1)
