import { spawnSync } from 'node:child_process'

/** Whether the system has this program. */
export function hasTool(name: string): boolean {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined
}

/** Runs a program of the system to its end. @throws Error with what it wrote, where it fails */
export function runTool(name: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(name, args, { encoding: 'utf8' })
  if (status !== 0) {
    throw new Error(`${name} ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`)
  }
  return stdout
}
