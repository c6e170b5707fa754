import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeDeb } from './deb'
import { launcher } from './launcher'
import { hasTool, runTool } from './tools'
import { writeUpdateFeed } from './updates'
import type { UpdateFeed } from './updates'

/** A file for users, or why there is none. */
type Installer = { path: string } | { name: string; reason: string }

export const LINUX_TARGETS: readonly string[] = ['deb', 'tar.gz']

/**
 * Puts the launcher into the unpacked app and makes a package and an archive of it, with what this system has. The
 * package looks for newer versions at `feed`.
 */
export function linuxInstallers(
  unpacked: string,
  version: string,
  targets: readonly string[],
  feed: UpdateFeed | null = null,
): Installer[] {
  const out = dirname(unpacked)
  rmSync(join(unpacked, 'resources', 'default_app.asar'), { force: true })
  mkdirSync(join(unpacked, 'bin'), { recursive: true })
  writeFileSync(join(unpacked, 'bin', 'deltascribe'), launcher(), { mode: 0o755 })
  if (feed !== null) {
    writeUpdateFeed(join(unpacked, 'resources'), feed)
  }
  return targets.map((target) => {
    const [tool, make] =
      target === 'deb' ? (['dpkg-deb', makeUpdatableDeb] as const) : (['tar', makeArchive] as const)
    return hasTool(tool)
      ? { path: make(unpacked, out, version) }
      : { name: target, reason: `this machine has no ${tool}` }
  })
}

/** A package whose app knows what it was installed by: newer versions of it are packages too. */
function makeUpdatableDeb(unpacked: string, out: string, version: string): string {
  const kind = join(unpacked, 'resources', 'package-type')
  writeFileSync(kind, 'deb')
  try {
    return makeDeb(unpacked, out, version)
  } finally {
    rmSync(kind)
  }
}

function makeArchive(unpacked: string, out: string, version: string): string {
  const name = `deltascribe-${version}-linux-${process.arch}`
  const path = join(out, `${name}.tar.gz`)
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name', '--mode=go=rX']
  const folder = basename(unpacked)
  runTool('tar', [...owner, `--transform=s,^${folder},${name},`, '-czf', path, '-C', out, folder])
  return path
}

/** One line for each installer: its size, or why it was not made. */
export function describeInstaller(installer: Installer): string {
  return 'path' in installer
    ? `Made ${installer.path} (${Math.round(statSync(installer.path).size / 1e6)} MB)`
    : `Not made: ${installer.name}, because ${installer.reason}.`
}
