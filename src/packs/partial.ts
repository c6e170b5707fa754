import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PackDescriptor, PackFile } from './catalogue'
import { tagPath } from './download'
import { sizeOf } from './installed'

type Versioned = Pick<PackDescriptor, 'id' | 'version'>

/** Where a pack's archive lies while it comes. */
export function archivePart(packsFolder: string, { id, version }: Versioned): string {
  return join(packsFolder, `.${id}-${version}.tgz.part`)
}

/** Where a file that comes by itself lies until the pack is whole. */
export function filePart(
  packsFolder: string,
  { id, version }: Versioned,
  { name }: Pick<PackFile, 'name'>,
): string {
  return join(packsFolder, `.${id}-${version}.file.${name}.part`)
}

/** Bytes on the disk of an interrupted download. */
export async function partialBytes(packsFolder: string, pack: PackDescriptor): Promise<number> {
  const sizes = await Promise.all(allParts(packsFolder, pack).map(sizeOf))
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
}

export async function removePartial(packsFolder: string, pack: PackDescriptor): Promise<void> {
  const paths = allParts(packsFolder, pack).flatMap((path) => [path, tagPath(path)])
  await Promise.all(paths.map((path) => rm(path, { force: true })))
}

function allParts(packsFolder: string, pack: PackDescriptor): string[] {
  return [archivePart(packsFolder, pack), ...pack.files.map((file) => filePart(packsFolder, pack, file))]
}
