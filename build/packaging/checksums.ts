import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { load } from 'js-yaml'
import { z } from 'zod'
import { appPaths } from '../../src/engine/user-folder'
import { root } from '../build'
import { writeUpdateList } from './updates'
import { sha256OfFile } from '../../src/process/sha256'

/** Installers, and the lists by which an installed app finds a newer one. */
const FOR_USERS = /\.(deb|tar\.gz|AppImage|exe|zip|dmg|blockmap)$|^latest.*\.yml$/

/**
 * Moves what `npm run package` made for users from `out` to `out/installers`, and writes their SHA-256 beside them, a line
 * for each as `sha256sum --check` reads it. Returns the names.
 * @throws Error where there is none, or one that an installed app would not find by its list
 */
export async function collectInstallers(out: string, system: string): Promise<string[]> {
  const names = (await readdir(out, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && FOR_USERS.test(entry.name))
    .map(({ name }) => name)
    .sort()
  if (names.length === 0) {
    throw new Error(`${out} has no installers. "npm run package" makes them.`)
  }
  await requireListed(out, names)
  const folder = join(out, 'installers')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const lines: string[] = []
  for (const name of names) {
    await rename(join(out, name), join(folder, name))
    lines.push(`${await sha256OfFile(join(folder, name))}  ${name}\n`)
  }
  await writeFile(join(folder, `SHA256SUMS-${system}.txt`), lines.join(''))
  return names
}

const listSchema = z.object({ files: z.array(z.object({ url: z.string() })) })

/** The host of releases gives other names to files with spaces. */
async function requireListed(out: string, names: readonly string[]): Promise<void> {
  const spaced = names.find((name) => name.includes(' '))
  if (spaced !== undefined) {
    throw new Error(`"${spaced}" has a space in its name: give it an artifactName in build/package.ts.`)
  }
  for (const list of names.filter((name) => name.endsWith('.yml'))) {
    const { files } = listSchema.parse(load(await readFile(join(out, list), 'utf8')))
    const missing = files.find(({ url }) => !names.includes(url))
    if (missing !== undefined) {
      throw new Error(`${list} names ${missing.url}, which is not in ${out}.`)
    }
  }
}

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'Linux',
  win32: 'Windows',
  darwin: 'macOS',
}

/** `npm run package:checksums` */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.platform === 'linux') {
    await writeUpdateList(join(root, 'out'), appPaths().version)
  }
  const names = await collectInstallers(join(root, 'out'), SYSTEMS[process.platform] ?? process.platform)
  names.forEach((name) => console.log(name))
}
