import { readdirSync, rmSync, statSync, utimesSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Programs that the unit tests start: as those in `dist/node`, made of what is there when the tests begin. */
export const testedPrograms = join(root, 'dist', 'tested')
const stamps = { all: join(root, 'dist', '.built'), tested: join(root, 'dist', '.tested') }
const CONFIGS = ['vite.node.config.ts', 'vite.preload.config.ts', 'vite.renderer.config.ts']
const SOURCES = ['electron', 'renderer', 'src', 'build', 'package.json', 'package-lock.json']

/** Builds all programs, the page and the detector's package into `dist/`. */
export function buildAll(): Promise<void> {
  return stamped(stamps.all, async () => {
    for (const config of CONFIGS) {
      await build({ configFile: join(root, 'build', config), logLevel: 'warn' })
    }
    const { buildShippedDetector } = await import('./detector/build-detector')
    await buildShippedDetector(root)
  })
}

/**
 * Writes the stamp after the work, with the time at which it began: a source that was saved meanwhile may have been read
 * before. Work that breaks off leaves none: what it left is half old, half new.
 */
export async function stamped(path: string, work: () => Promise<void>): Promise<void> {
  rmSync(path, { force: true })
  const begun = new Date()
  await work()
  writeFileSync(path, '')
  utimesSync(path, begun, begun)
}

/** Builds only if a source is newer than the last build. Returns whether it did. */
export async function buildIfStale(): Promise<boolean> {
  const stale = isStale(stamps.all)
  if (stale) {
    await buildAll()
  }
  return stale
}

/** Builds `testedPrograms` if a source is newer. */
export async function buildTestedIfStale(): Promise<void> {
  if (!isStale(stamps.tested)) {
    return
  }
  await stamped(stamps.tested, async () => {
    const configFile = join(root, 'build', CONFIGS[0])
    await build({ configFile, logLevel: 'warn', build: { outDir: testedPrograms } })
  })
}

/** Whether a source, a file or a folder with all that is in it, was saved since the stamped work began. */
export function isStale(stamp: string, sources = SOURCES.map((source) => join(root, source))): boolean {
  if (!existsSync(stamp)) {
    return true
  }
  const builtAt = statSync(stamp).mtimeMs
  return sources.some((source) => newest(source) >= builtAt)
}

function newest(path: string): number {
  const stats = statSync(path)
  if (!stats.isDirectory()) {
    return stats.mtimeMs
  }
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
