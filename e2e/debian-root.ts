import { execFileSync, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onPath } from './programs'

/** A bare Debian system in a folder, of packages from Debian's servers. */
export interface DebianRoot {
  folder: string
  /** Runs a line of the shell in it; returns standard output. @throws Error where it fails */
  run(line: string): string
  /** Starts a program in it, on this machine's screen. */
  start(program: string, ...args: string[]): ChildProcess
  remove(): void
}

const SUITE = 'bookworm'
const MIRROR = 'http://deb.debian.org/debian'
/** Stays for later runs: it takes a minute, and 300 MB. */
const BARE = join(tmpdir(), `deltascribe-debian-${SUITE}`)
/** Its own processes and devices, which end with the program. */
const ENTER =
  'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" /usr/bin/env -i "$@"'

/** A copy of its own for this test, or the reason why there is none. */
export function debianRoot(): DebianRoot | { reason: string } {
  const reason = missing() ?? makeBare()
  if (reason !== null) {
    return { reason }
  }
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-debian-'))
  execFileSync('cp', ['-a', `${BARE}/.`, folder])
  const inside = (...words: string[]): [string, string[]] => [
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'sh',
      '-c',
      ENTER,
      folder,
      ...environment(folder),
      ...words,
    ],
  ]
  const run = (line: string): string => {
    const [program, args] = inside('sh', '-c', line)
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  }
  run('apt-get update -qq')
  return {
    folder,
    run,
    start: (...words) => spawn(...inside(...words), { stdio: 'ignore' }),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }),
  }
}

/** Every path under a folder, from there. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
}

function missing(): string | null {
  const absent = ['debootstrap', 'unshare', 'chroot', 'dpkg-deb'].find((name) => !onPath(name))
  if (absent !== undefined) {
    return `there is no ${absent}`
  }
  return process.getuid?.() === 0 ? null : 'only root can make a Debian system in a folder'
}

/** Null, or why it could not be made. */
function makeBare(): string | null {
  if (existsSync(BARE)) {
    return null
  }
  const partial = mkdtempSync(`${BARE}-partial-`)
  const args = ['--variant=minbase', SUITE, partial, MIRROR]
  const { status, stdout } = spawnSync('debootstrap', args, { encoding: 'utf8' })
  if (status !== 0) {
    rmSync(partial, { recursive: true, force: true })
    return `debootstrap failed: ${stdout.trim().split('\n').at(-1)}`
  }
  renameSync(partial, BARE)
  return null
}

/** Of a login of root, and this machine's screen. */
function environment(folder: string): string[] {
  const { DISPLAY = '', XAUTHORITY } = process.env
  if (XAUTHORITY !== undefined && existsSync(XAUTHORITY)) {
    copyFileSync(XAUTHORITY, join(folder, 'root', '.Xauthority'))
  }
  return [
    'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    'HOME=/root',
    'DEBIAN_FRONTEND=noninteractive',
    `DISPLAY=${DISPLAY}`,
  ]
}
