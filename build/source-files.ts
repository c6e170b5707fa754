import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What is made or installed here; `.gitignore` names it too. */
const MADE = new Set(['node_modules', 'dist', 'out', 'coverage', 'test-results', 'playwright-report'])

/**
 * The TypeScript files of the project, sorted, as paths from `root`. They are listed without Git: an archive of the
 * sources has none, and Git refuses a checkout that belongs to another user.
 */
export function sourceFiles(root: string): string[] {
  return filesBelow(root, '')
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`
    if (!entry.isDirectory()) {
      return [path]
    }
    return entry.name.startsWith('.') || MADE.has(entry.name) ? [] : filesBelow(root, `${path}/`)
  })
}
