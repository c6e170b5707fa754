import { z } from 'zod'
import { damaged, wrongField, PackageError } from './files'
import { message } from '../messages/message'
import { sha256Schema } from '../process/sha256'

export const MANIFEST_FORMAT = 1

/** Names of models, families and versions; also of folders. */
export const nameSchema = z.string().regex(/^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/)
/** A file of the package's own folder. */
const fileSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)
export const weightsSchema = z.object({
  file: fileSchema,
  sha256: sha256Schema,
  precision: z.enum(['F16', 'F32']),
})
const labelsSchema = z.array(z.string().min(1).max(120)).max(1000)

export const titleSchema = z.string().min(1).max(80)

/** A probability p becomes 1 / (1 + exp(-(scale * log(p / (1 - p)) + shift))). */
const calibrationSchema = z.object({ scale: z.number().positive(), shift: z.number() })
export type Calibration = z.infer<typeof calibrationSchema>

/** `model.json` of a model package (docs/trainers.md). Fields that are not known are left out. */
const manifestSchema = z.object({
  format: z.literal(MANIFEST_FORMAT),
  id: nameSchema,
  /** Title that a person gave; the id is used if absent. */
  title: titleSchema.optional(),
  /** Name of the code that builds the graph: `ccrc`, ... */
  family: nameSchema,
  version: z.string().min(1).max(40),
  /** The id of the model that this one was fine-tuned from. */
  parent: nameSchema.nullable(),
  created: z.iso.datetime(),
  /** For people: the graph takes its sizes from `categories` and the tokenizer's words. */
  sizes: z.record(z.string(), z.number()),
  weights: weightsSchema,
  tokenizer: z.object({ file: fileSchema, sha256: sha256Schema }),
  /** Names of the worlds or data sets it was trained on: `blocks`, `aerial`. */
  worlds: labelsSchema,
  /** Names of the classes that it distinguishes, in the order of its outputs. */
  categories: labelsSchema,
  /** Parts of the family that it was built without. */
  without: labelsSchema.optional(),
  /** Phrases that it searches in a pair, if its family does so. */
  entities: labelsSchema.optional(),
  /** Least scores: `change`, `mask`, ... */
  thresholds: z.record(z.string(), z.number()),
  /** Calibrations of its probabilities to observed frequencies, by their subject: `pixel`, `region`, `pair`. */
  calibration: z.record(z.string(), calibrationSchema).optional(),
  /** False for a model that proposes only if a person chose it. */
  isAutomatic: z.boolean().optional(),
  /** How it was trained. */
  training: z.json(),
  /** Scores that it reached. */
  scores: z.json(),
})
export type ModelManifest = z.infer<typeof manifestSchema>

/** Models of older versions and of external trainers do not record their run. */
const originSchema = z.object({ run: z.string().optional() })

/** Whether a run of this id has made it. */
export function isOfRun({ training }: Pick<ModelManifest, 'training'>, run: string): boolean {
  return originSchema.safeParse(training).data?.run === run
}

const anyFormatSchema = z.object({ format: z.number() })

/** @throws PackageError `newer-format` or `damaged` */
export function parseManifest(path: string, json: unknown): ModelManifest {
  const format = anyFormatSchema.safeParse(json).data?.format ?? MANIFEST_FORMAT
  if (format > MANIFEST_FORMAT) {
    throw new PackageError(
      'newer-format',
      path,
      message('models.newerFormat', { path, format, known: MANIFEST_FORMAT }),
    )
  }
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) {
    const [{ path: at, message: reason }] = parsed.error.issues
    throw damaged(path, wrongField(at.join('.'), reason))
  }
  return parsed.data
}
