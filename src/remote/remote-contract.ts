import { z } from 'zod'
import { idempotent, once } from '../contract/define'
import { machineFactsSchema } from '../contract/remote'
import { sha256Schema } from '../process/sha256'

/** Another number for another meaning of these commands. Programs of one version have one. */
export const REMOTE_PROTOCOL = 3

/** Bytes of a file in one message. */
export const PART_BYTES = 4 * 2 ** 20
/** A package has some ten files. */
export const MOST_FILES = 2000

/** Bytes under their SHA-256, and the name of the file in its folder: relative, with forward slashes. */
const fileSchema = z.object({
  path: z.string().min(1).max(1024),
  digest: sha256Schema,
  bytes: z.int().nonnegative(),
})
export type RemoteFile = z.infer<typeof fileSchema>

/** Stands for a path of the near machine in a request, and for the far path in a failure. */
export const placeName = (index: number): string => `<place ${index}>`
const name = z.string().regex(/^<place \d{1,2}>$/)
/** Stands for the last part of the path alone. */
export const shortName = (place: string): string => place.replace('>', ' name>')

/** What a name in a request stands for. Nothing of the near machine's paths is sent but the names inside a folder. */
const placeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), name, file: fileSchema }),
  /** An image with the files beside it that tell where it lies. They are called by its digest there, with their endings. */
  z.object({
    kind: z.literal('image'),
    name,
    file: fileSchema,
    beside: z.array(fileSchema).max(2),
    /** Which one of a volume: `#axial12`, or nothing. */
    slice: z.string().regex(/^(#[a-z]{5,8}\d{1,6})?$/),
  }),
  z.object({ kind: z.literal('folder'), name, files: z.array(fileSchema).max(MOST_FILES) }),
  /** A folder for what the work leaves. */
  z.object({ kind: z.literal('scratch'), name }),
  /** A file that the work writes. */
  z.object({ kind: z.literal('out'), name }),
])
export type Place = z.infer<typeof placeSchema>

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** Requests to `deltascribe worker` on another machine. */
export const farCommands = {
  /** The first one. A program of another version says so, and does nothing else. */
  hello: once(z.object({ version: z.string().max(100), protocol: z.int() }), machineFactsSchema),
  /** The digests of files that are not there. */
  lacking: idempotent(z.object({ digests: z.array(sha256Schema).max(MOST_FILES) }), z.array(sha256Schema)),
  /** The parts of a file one after the other. With the last one its digest is checked. */
  put: once(
    z.object({
      digest: sha256Schema,
      total: z.int().nonnegative(),
      offset: z.int().nonnegative(),
      part: bytes,
    }),
    z.null(),
  ),
  /** A request of the contract of inference, with names in place of paths. */
  work: once(
    z.object({ command: z.string().max(40), input: z.unknown(), places: z.array(placeSchema).max(20) }),
    z.object({ value: z.unknown(), outs: z.array(z.object({ name, content: bytes })) }),
  ),
}

export const farContract = { commands: farCommands, events: {} }
export type FarCommands = typeof farCommands
