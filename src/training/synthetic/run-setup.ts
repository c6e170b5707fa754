import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { TrainingRecord } from '../../dataset/synthetic/training-record'
import { openPackage, readPackageWeights } from '../../packages/read-package'
import type { ModelPackage } from '../../packages/read-package'
import { tokenizerFromJson, tokenizerToJson } from '../../text/bpe/json'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { trainTokenizer } from '../../text/bpe/train'
import type { Provider } from '../session'
import { TrainingSetError } from '../data/training-set'
import type { TrainingPair } from '../data/training-set'
import { initialValues } from '../../graph/index'
import type { Parameter } from '../../graph/index'
import { familyOfPackage } from '../../models/registry'
import type { FamilyTrainer } from '../../models/family'
import { encoderValues } from '../../models/layers/encoder-parameters'

/** Options of a run on synthetic pairs. */
export interface SyntheticRunOptions {
  readonly family: string
  /** Parts to leave out. */
  readonly without: readonly string[]
  /** Training sets (`deltascribe synth --layout training`), all mixed. */
  readonly data: readonly string[]
  /** A set that is only scored. */
  readonly dev: string | null
  /** Holds log, checkpoints and the result; a stopped run continues from here. */
  readonly out: string
  /** A package whose weights and vocabulary the run begins with; null for random weights. */
  readonly from: string | null
  /** A package whose encoder (backbone, matching, difference, object names) the run begins with and freezes. */
  readonly encoder: string | null
  /** Package of the detector whose features the family reads, where it reads any. */
  readonly detector: string | null
  /** The learning rate's cosine ends after so much training, breaks not counted. */
  readonly minutes: number
  /** Ends after so many steps instead; two such runs are identical to the bit. */
  readonly steps: number | null
  readonly batch: number
  /** Worlds whose pairs are flipped at random. */
  readonly mirror: readonly TrainingRecord['world'][]
  readonly rate: number
  readonly seed: number
  readonly words: number
  readonly provider: Provider
  readonly threads: number | undefined
  /** Threads that share a batch, each with a whole step of its own; 1 for one step with threads within. */
  readonly replicas: number
  /** Steps between lines of the log. */
  readonly logEvery: number
}

/** Beside a run's checkpoints: the setup that the run began with. */
const SETUP_FILE = 'setup.json'

const setupSchema = z.object({
  family: z.string().default('ccrc'),
  /** Parts that the graph lacks. */
  without: z.array(z.string()).default([]),
  categories: z.array(z.string()),
  tokenizer: z.unknown(),
  /** Phrases that are retrieved for pairs. */
  entities: z.array(z.string()).default([]),
  pairs: z.number(),
  /** The id of the model that it began with. */
  parent: z.string().nullable().default(null),
  /** Of the pairs, and of the model that it began with. */
  worlds: z.array(z.string()).default([]),
  /** The options that the run was begun with, for its card. */
  options: z.record(z.string(), z.json()).optional(),
})

/** Reads the setup beside a run's checkpoints. */
export function readRunSetup(out: string): z.infer<typeof setupSchema> {
  return setupSchema.parse(JSON.parse(readFileSync(join(out, SETUP_FILE), 'utf8')))
}

export interface RunSetup {
  readonly categories: readonly string[]
  readonly tokenizer: Tokenizer
  readonly entities: readonly string[]
}

/**
 * Categories, tokenizer and entities, from the data or the first model, then stored beside the checkpoints.
 * @throws TrainingSetError where the folder holds a run of another kind, or the first model lacks a part that this
 * run has
 */
export function openRunSetup(
  options: SyntheticRunOptions,
  entities: FamilyTrainer['entities'],
  pairs: readonly TrainingPair[],
  start: ModelPackage | null,
): RunSetup {
  const { family, without } = options
  const path = join(options.out, SETUP_FILE)
  if (existsSync(path)) {
    const stored = readRunSetup(options.out)
    if (stored.family !== family || [...stored.without].sort().join() !== [...without].sort().join()) {
      throw new TrainingSetError(
        `${options.out} holds a run of ${[stored.family, ...stored.without].join(' without ')}: choose another folder for this one.`,
      )
    }
    const { categories, tokenizer } = stored
    return { categories, tokenizer: tokenizerFromJson(tokenizer), entities: stored.entities }
  }
  const lacking = start?.manifest.without?.filter((part) => !without.includes(part)) ?? []
  if (start !== null && lacking.length > 0) {
    throw new TrainingSetError(
      `${start.manifest.id} was trained without ${lacking.join(', ')}: add --without ${[...without, ...lacking].join(' ')}, or begin with another model.`,
    )
  }
  const categories =
    start?.manifest.categories ?? [...new Set(pairs.flatMap(({ record }) => record.categories))].sort()
  const tokenizer =
    start?.tokenizer ??
    trainTokenizer(
      pairs.flatMap(({ record }) => record.captions.map(({ text }) => text)),
      options.words,
    )
  const setup = {
    family,
    without,
    categories,
    tokenizer: tokenizerToJson(tokenizer),
    entities: start?.manifest.entities ?? entities(pairs, tokenizer),
    pairs: pairs.length,
    parent: start?.manifest.id ?? null,
    worlds: worldsOf(pairs, start),
    options: storedOptions(options),
  }
  mkdirSync(options.out, { recursive: true })
  writeFileSync(path, JSON.stringify(setup))
  return { categories, tokenizer, entities: setup.entities }
}

/** The options as `setup.json` holds them, where the encoder's package is named `sight`. */
function storedOptions(options: SyntheticRunOptions): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name === 'encoder' ? 'sight' : name, value]),
  )
}

function worldsOf(pairs: readonly TrainingPair[], start: ModelPackage | null): string[] {
  const own = pairs.map(({ record }) => record.world)
  return [...new Set([...(start?.manifest.worlds ?? []), ...own.sort()])]
}

/** The weights of the first model, or random ones; with the encoder of another package where the run freezes one. @throws PackageError */
export async function loadInitialWeights(
  { seed, encoder }: SyntheticRunOptions,
  start: ModelPackage | null,
  parameters: readonly Parameter[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const values =
    start === null ? initialValues(parameters, seed) : await readPackageWeights(start, parameters)
  if (encoder === null) {
    return values
  }
  const encoderPackage = await openPackage(encoder)
  const { manifest, tokenizer } = encoderPackage
  const { network } = familyOfPackage(manifest, encoder)
  const sizes = { categories: manifest.categories.length, words: tokenizer.size }
  const { parameters: encoderParameters } = network.build(sizes, manifest.without)
  return new Map([
    ...values,
    ...encoderValues(await readPackageWeights(encoderPackage, encoderParameters), parameters),
  ])
}
