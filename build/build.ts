import { readdirSync, rmSync, statSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

export const root = fileURLToPath(new URL('..', import.meta.url))

const stamp = join(root, 'dist', '.built')
const configs = ['vite.node.config.ts', 'vite.preload.config.ts', 'vite.renderer.config.ts']
const sources = ['electron', 'renderer', 'src', 'build', 'package.json', 'package-lock.json']

/** Builds all programs and the page into `dist/`. */
export function buildAll(): Promise<void> {
  return stamped(stamp, async () => {
    for (const config of configs) {
      await build({ configFile: join(root, 'build', config), logLevel: 'warn' })
    }
  })
}

/** Writes the stamp after the work. Work that breaks off leaves none: what it left is half old, half new. */
export async function stamped(path: string, work: () => Promise<void>): Promise<void> {
  rmSync(path, { force: true })
  await work()
  writeFileSync(path, '')
}

/** Builds only if a source is newer than the last build. Returns whether it did. */
export async function buildIfStale(): Promise<boolean> {
  if (existsSync(stamp)) {
    const builtAt = statSync(stamp).mtimeMs
    if (sources.every((source) => newest(join(root, source)) <= builtAt)) {
      return false
    }
  }
  await buildAll()
  return true
}

function newest(path: string): number {
  const stats = statSync(path)
  if (!stats.isDirectory()) {
    return stats.mtimeMs
  }
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
