import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { bytesSchema, fileNameSchema, MANIFEST_NAME } from './catalogue'
import type { PackDescriptor } from './catalogue'
import { message } from '../messages/message'
import type { Message } from '../messages/message'
import { sha256OfFile, sha256Schema } from '../process/sha256'

/** `pack.json` in a pack's folder; written last, so a folder that has it is whole. */
export const manifestSchema = z.object({
  id: z.string(),
  version: z.string(),
  /** As they were installed. Versions of the program before this field wrote none. */
  files: z
    .array(z.object({ name: fileNameSchema, bytes: bytesSchema, sha256: sha256Schema }))
    .max(200)
    .default([]),
})
export type PackManifest = z.infer<typeof manifestSchema>
type InstalledFile = PackManifest['files'][number]

export function packFolder(packsFolder: string, id: string): string {
  return join(packsFolder, id)
}

/**
 * The version of a pack that is installed with files of the right length, null without one. `verifyPack` checks the
 * digests. It may be another version than the catalogue's.
 */
export async function installedVersion(packsFolder: string, pack: PackDescriptor): Promise<string | null> {
  const folder = packFolder(packsFolder, pack.id)
  const manifest = await readManifest(folder)
  const files = manifest === null ? null : filesOf(manifest, pack)
  if (manifest === null || files === null) {
    return null
  }
  const sizes = await Promise.all(files.map(({ name }) => sizeOf(join(folder, name))))
  return files.every(({ bytes }, at) => sizes[at] === bytes) ? manifest.version : null
}

/** Whether any version of the pack is installed. */
export async function isInstalled(packsFolder: string, pack: PackDescriptor): Promise<boolean> {
  return (await installedVersion(packsFolder, pack)) !== null
}

/** Problems of the installed files, each a sentence; empty without any. */
export async function verifyPack(packsFolder: string, pack: PackDescriptor): Promise<Message[]> {
  const folder = packFolder(packsFolder, pack.id)
  const manifest = await readManifest(folder)
  if (manifest === null) {
    return [message('packs.notInstalled', { id: pack.id })]
  }
  const files = filesOf(manifest, pack)
  if (files === null) {
    return [message('packs.otherManifest', { path: join(folder, MANIFEST_NAME), id: pack.id })]
  }
  const problems: Message[] = []
  for (const { name, bytes, sha256 } of files) {
    const path = join(folder, name)
    const size = await sizeOf(path)
    if (size === null) {
      problems.push(message('packs.isMissing', { path }))
    } else if (size !== bytes) {
      problems.push(message('packs.hasBytes', { path, length: size, bytes }))
    } else if ((await sha256OfFile(path)) !== sha256) {
      problems.push(message('packs.wasChanged', { path }))
    }
  }
  return problems
}

/**
 * Files that the installed version must have. Those of the catalogue's version are the catalogue's, where it has
 * their digests. Null where the manifest says another pack, or too little.
 */
export function filesOf(manifest: PackManifest, pack: PackDescriptor): InstalledFile[] | null {
  if (manifest.id !== pack.id) {
    return null
  }
  const listed = new Map(manifest.files.map((file) => [file.name, file]))
  if (manifest.version !== pack.version) {
    return manifest.files.length === 0 ? null : manifest.files
  }
  const files = pack.files.map(({ name, bytes, sha256 }) =>
    sha256 === null ? listed.get(name) : { name, bytes, sha256 },
  )
  return files.every((file) => file !== undefined) ? files : null
}

/** Returns whether anything was removed. Never leaves a partial pack under its name. */
export async function removePack(packsFolder: string, id: string): Promise<boolean> {
  const folder = packFolder(packsFolder, id)
  const trash = join(packsFolder, `.removed-${id}-${Date.now()}`)
  try {
    await rename(folder, trash)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return false
    }
    throw error
  }
  await rm(trash, { recursive: true, force: true })
  return true
}

/** Null where the folder has none, or one that is damaged. */
export async function readManifest(folder: string): Promise<PackManifest | null> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST_NAME), 'utf8')))
  } catch {
    return null
  }
}

/** Null where there is no such file. */
export async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch {
    return null
  }
}
