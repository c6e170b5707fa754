import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { PackDescriptor } from './catalogue'
import { hashOfFile } from '../dataset/hashes'

/** `pack.json` in a pack's folder; written last, so a folder that has it is whole. */
const manifestSchema = z.object({ id: z.string(), version: z.string() })
export type PackManifest = z.infer<typeof manifestSchema>

export const MANIFEST_NAME = 'pack.json'

export function packFolder(packsFolder: string, id: string): string {
  return join(packsFolder, id)
}

/** Whether a pack of this very version is there with files of the right length; hashes are `verifyPack`'s. */
export async function isInstalled(packsFolder: string, pack: PackDescriptor): Promise<boolean> {
  const folder = packFolder(packsFolder, pack.id)
  const manifest = await readManifest(folder)
  if (manifest?.id !== pack.id || manifest.version !== pack.version) {
    return false
  }
  const sizes = await Promise.all(pack.files.map(({ name }) => sizeOf(join(folder, name))))
  return pack.files.every(({ bytes }, at) => sizes[at] === bytes)
}

/** What is wrong with the pack's files, each a sentence; empty where nothing is. */
export async function verifyPack(packsFolder: string, pack: PackDescriptor): Promise<string[]> {
  const folder = packFolder(packsFolder, pack.id)
  if ((await readManifest(folder)) === null) {
    return [`The model pack ${pack.id} is not installed.`]
  }
  const problems: string[] = []
  for (const { name, bytes, sha256 } of pack.files) {
    const path = join(folder, name)
    const size = await sizeOf(path)
    if (size === null) {
      problems.push(`${path} is missing.`)
    } else if (size !== bytes) {
      problems.push(`${path} has ${size} bytes where ${bytes} are expected.`)
    } else if ((await hashOfFile(path)) !== sha256) {
      problems.push(`${path} was changed: its SHA-256 is not the one that was announced.`)
    }
  }
  return problems
}

/** Whether there was anything to remove. Nothing half is left under the pack's name. */
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

async function readManifest(folder: string): Promise<PackManifest | null> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST_NAME), 'utf8')))
  } catch {
    return null
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch {
    return null
  }
}
