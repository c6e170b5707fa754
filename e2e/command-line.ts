import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../build/build'

/** Of `npm run build`. */
export const commandLine = join(root, 'dist', 'node', 'deltascribe.js')

/**
 * As somebody at the server's command line: what the program prints.
 * @param home the user's data folder, where it is not the usual one. @throws Error where it fails
 */
export function runCommandLine(words: readonly string[], input = '', home?: string): string {
  const env = home === undefined ? process.env : { ...process.env, DELTASCRIBE_HOME: home }
  return execFileSync(process.execPath, [commandLine, ...words], { input, env, encoding: 'utf8' })
}
