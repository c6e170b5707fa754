import { z } from 'zod'
import { nameSchema, titleSchema } from './manifest'
import { PackageError, wrongField } from './files'
import { message } from '../messages/message'
import type { MessageText, Message } from '../messages/message'
import { sha256Schema } from '../process/sha256'

/** In a package that holds a network of the user's own (docs/own-network.md). */
export const NETWORK_MANIFEST_FILE = 'proposer.json'
export const NETWORK_FORMAT = 1
/** Bytes of the `.onnx` file and its data file together. A network is one message of at most 2 GB. */
export const LARGEST_NETWORK = 1_000_000_000

const LARGEST_SIDE = 8192
const MOST_CLASSES = 255

const fileSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'it must be the name of a file in the same folder')
const onnxFileSchema = fileSchema.regex(/\.onnx$/i, 'it must end with .onnx')
const dataFileSchema = fileSchema.regex(/\.(data|bin|weights|onnx_data)$/i, {
  message: 'it must end with .data, .bin, .weights or .onnx_data',
})
const valueNameSchema = z.string().min(1).max(200)
/** Two of them with a word between fit a region's category. */
const classNameSchema = z.string().trim().min(1).max(50)
const sideSchema = z.int().min(1).max(LARGEST_SIDE)
const threeSchema = z.tuple([z.number(), z.number(), z.number()])

const inputsSchema = z.strictObject({
  /** Of the before and the after image; of one input that has the channels of both, before first. */
  names: z.array(valueNameSchema).min(1).max(2),
  /** Of inputs and outputs. */
  layout: z.enum(['NCHW', 'NHWC']),
  type: z.literal('float32'),
  /** Values of black and white, before the mean is taken off. */
  range: z.union([z.tuple([z.literal(0), z.literal(1)]), z.tuple([z.literal(0), z.literal(255)])], {
    error: 'it must be [0, 1] or [0, 255]',
  }),
  /** In the unit of `range` and the order of `channels`. */
  mean: threeSchema,
  deviation: z.tuple([z.number().positive(), z.number().positive(), z.number().positive()]),
  channels: z.enum(['RGB', 'BGR']),
  /** Whether the before image is laid onto the after image first. */
  registered: z.boolean(),
})

const overlapSchema = z.int().min(0).max(LARGEST_SIDE)
const sizeSchema = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('fixed'),
      height: sideSchema,
      width: sideSchema,
      /** Pixels that neighbouring tiles of a larger image share. */
      overlap: overlapSchema,
    }),
    z.strictObject({
      kind: z.literal('multiple'),
      /** Of both sides. */
      of: sideSchema,
      /** An image with a longer side is seen in tiles. */
      largest: sideSchema,
      /** Side of the tiles. */
      tile: sideSchema,
      overlap: overlapSchema,
    }),
  ],
  { error: 'its kind must be "fixed" or "multiple"' },
)

const outputsSchema = z.strictObject({
  /** Of one map, for the after image; or of two maps of classes, for before and after. */
  names: z.array(valueNameSchema).min(1).max(2),
  values: z.enum(['logits', 'probabilities']),
  /** In the order of the channels. Absent for one channel, "changed". */
  classes: z.array(classNameSchema).min(2).max(MOST_CLASSES).optional(),
  /** The class of what did not change. */
  noChange: classNameSchema.optional(),
})

const networkManifestSchema = z
  .strictObject({
    format: z.literal(NETWORK_FORMAT),
    id: nameSchema,
    title: titleSchema,
    version: z.string().min(1).max(40),
    /** As a person wrote it. */
    licence: z.string().trim().min(1).max(2000),
    network: z.strictObject({
      file: onnxFileSchema,
      /** Absent where the weights are in the file itself. */
      data: dataFileSchema.optional(),
      /** Written when the package is imported. */
      sha256: sha256Schema.optional(),
      dataSha256: sha256Schema.optional(),
    }),
    inputs: inputsSchema,
    size: sizeSchema,
    outputs: outputsSchema,
    /** Least probability of a changed pixel. */
    threshold: z.number().min(0.01).max(0.99),
    /** Pixels of the smallest region. */
    leastArea: z.int().min(1).max(1_000_000),
  })
  .superRefine(({ size, inputs, outputs }, context) => {
    const refuse = (path: string[], message: string): void => {
      context.addIssue({ code: 'custom', path, message })
    }
    refuseSize(size, refuse)
    refuseOutputs(outputs, refuse)
    for (const [field, { names }] of Object.entries({ inputs, outputs })) {
      if (new Set(names).size < names.length) {
        refuse([field, 'names'], 'the two names are the same')
      }
    }
  })

export type NetworkManifest = z.infer<typeof networkManifestSchema>
export type NetworkSize = NetworkManifest['size']

type Refuse = (path: string[], message: string) => void

function refuseSize(size: z.infer<typeof sizeSchema>, refuse: Refuse): void {
  const side = size.kind === 'fixed' ? Math.min(size.height, size.width) : size.tile
  if (size.overlap > side / 2) {
    refuse(['size', 'overlap'], 'it is more than half of a tile')
  }
  if (size.kind === 'multiple') {
    for (const field of ['largest', 'tile'] as const) {
      if (size[field] % size.of !== 0) {
        refuse(['size', field], `it is no multiple of ${size.of}, which size.of asks for`)
      }
    }
    if (size.tile > size.largest) {
      refuse(['size', 'tile'], 'it is more than size.largest')
    }
  }
}

function refuseOutputs({ names, classes, noChange }: z.infer<typeof outputsSchema>, refuse: Refuse): void {
  if (classes === undefined) {
    if (names.length === 2) {
      refuse(['outputs', 'classes'], 'two maps need the names of their classes')
    }
    if (noChange !== undefined) {
      refuse(['outputs', 'noChange'], 'it needs outputs.classes')
    }
    return
  }
  if (new Set(classes).size < classes.length) {
    refuse(['outputs', 'classes'], 'two classes have one name')
  }
  if (noChange === undefined || !classes.includes(noChange)) {
    refuse(['outputs', 'noChange'], 'it must name one of outputs.classes')
  }
}

const anyFormatSchema = z.object({ format: z.number() })

/** @throws PackageError `newer-format` or `damaged`, which names the field */
export function parseNetworkManifest(path: string, json: unknown): NetworkManifest {
  const format = anyFormatSchema.safeParse(json).data?.format ?? NETWORK_FORMAT
  if (format > NETWORK_FORMAT) {
    const text = message('models.newerFormat', { path, format, known: NETWORK_FORMAT })
    throw new PackageError('newer-format', path, text)
  }
  const parsed = networkManifestSchema.safeParse(json)
  if (!parsed.success) {
    throw wrongManifest(path, describeIssue(parsed.error.issues[0], json))
  }
  return parsed.data
}

/** @param reason names the field */
export function wrongManifest(path: string, reason: MessageText): PackageError {
  return new PackageError('damaged', path, message('models.wrongManifest', { path, reason }))
}

function describeIssue(issue: z.core.$ZodIssue, json: unknown): Message {
  const field = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const [key] = issue.keys
    return message('models.unknownField', { field: field === '' ? key : `${field}.${key}` })
  }
  return field !== '' && valueAt(json, issue.path) === undefined
    ? message('models.missingField', { field })
    : wrongField(field, issue.message)
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    json,
  )
}
