import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const packageSchema = z.object({ version: z.string() })

/** Where the program's own files lie, seen from `src/engine` and from the bundle `dist/node` alike. */
export function appPaths(): { root: string; page: string; sample: string; models: string; version: string } {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const { version } = packageSchema.parse(JSON.parse(readFileSync(`${root}package.json`, 'utf8')))
  return { root, page: `${root}dist/renderer`, sample: `${root}sample`, models: `${root}models`, version }
}
