import { basename, join } from 'node:path'
import type { ModelQuestion, Proposer } from '../../contract/proposal'
import { sceneKindSchema } from '../../contract/project'
import type { SceneKind } from '../../contract/project'
import type { ProposerPackage } from '../../inference/inference-contract'
import type { ListedPackage } from '../../packages/list-packages'
import type { ModelManifest } from '../../packages/manifest'
import { FAMILIES, supportedQuestions } from '../../models/registry'
import { readdir, stat } from 'node:fs/promises'
import { z } from 'zod'
import type { Model, ModelOrigin, ModelScore } from '../../contract/models'
import { isImported } from '../../packages/import-package'
import { trainingMetricSchema } from '../../contract/model-comparison'
import { DIFFERENCE_PROPOSER, OUTLINES_PROPOSER } from '../../contract/proposal'
import { message } from '../../messages/message'
import type { MessageText, Message } from '../../messages/message'

/** Threshold of the models that are trained here. */
const MODELS_OWN = 0.5

const NETWORK_FAMILY = 'A network of your own'

interface PackageDescription {
  name: string
  title: string
  description: MessageText
  /** Why it cannot be used; null where it can. */
  reason: MessageText | null
  answers: ModelQuestion[]
  /** Least probability of a changed pixel, unless people's work gives another. */
  threshold: number
}

/** Title, description and abilities of a model package for the user. */
export function describePackage(
  { folder, origin, found }: ListedPackage,
  hasDetector: boolean,
): PackageDescription {
  const describe = (summary: MessageText, worlds = '', parent = ''): Message =>
    origin === 'shipped'
      ? message('proposals.shipped', { summary, worlds, parent })
      : message('proposals.liesIn', { summary, folder, worlds, parent })
  if ('problem' in found) {
    const name = basename(folder)
    const reason = found.problem.text
    return { name, title: name, description: describe(''), reason, answers: [], threshold: MODELS_OWN }
  }
  if ('network' in found) {
    const { id, title, threshold } = found.network
    const description = describe(message('proposals.network'))
    return { name: id, title, description, reason: null, answers: ['threshold'], threshold }
  }
  const { id, title = id, family, worlds, parent } = found.manifest
  const definition = FAMILIES.get(family)
  const summary = definition?.summary ?? ''
  return {
    name: id,
    title,
    description: describe(summary, worlds.join(', '), parent ?? ''),
    reason: whyUnusable(found.manifest, hasDetector),
    answers: [...supportedQuestions(found.manifest)],
    threshold: MODELS_OWN,
  }
}

/** In words that follow "cannot be used:"; null if it can. */
function whyUnusable({ family, without = [] }: ModelManifest, hasDetector: boolean): Message | null {
  const definition = FAMILIES.get(family)
  if (definition === undefined) {
    return message('proposals.unknownFamily', { family })
  }
  return !hasDetector && definition.readsDetector?.(without) === true
    ? message('proposals.needsDetector')
    : null
}

const interval = z.object({ low: z.number(), high: z.number() })
/** Scores as fine-tuning writes them: of the parent and of the model, on the same held-out pairs. */
const comparedSchema = z.object({
  before: z.number(),
  after: z.number(),
  afterInterval: interval.optional(),
})
const scoresSchema = z.record(z.string(), z.unknown()).catch({})

/** Scores in a package: for each metric a number, or a comparison with its parent. Others are skipped. */
export function readScores(scores: unknown): ModelScore[] {
  const given = scoresSchema.parse(scores)
  return trainingMetricSchema.options.flatMap((name) => readScore(name, given[name]))
}

function readScore(name: string, given: unknown): ModelScore[] {
  if (typeof given === 'number') {
    return [{ name, value: given, low: null, high: null, parent: null }]
  }
  const { data } = comparedSchema.safeParse(given)
  if (data === undefined) {
    return []
  }
  const { after, before, afterInterval } = data
  return [
    {
      name,
      value: after,
      low: afterInterval?.low ?? null,
      high: afterInterval?.high ?? null,
      parent: before,
    },
  ]
}

/** The entry of a built-in proposer, which has no package. */
export function builtIn({ name, title, description, reason }: Proposer): Model {
  return {
    id: name,
    title,
    description,
    origin: 'built-in',
    family: null,
    version: '',
    licence: null,
    parent: null,
    createdAt: null,
    data: [],
    pairCount: null,
    scores: [],
    bytes: null,
    folder: null,
    problem: reason,
  }
}

const trainingSchema = z.object({ pairs: z.number() }).catch({ pairs: Number.NaN })

/** @param proposer the same package as a proposer */
export async function fromPackage(listed: ListedPackage, proposer: Proposer): Promise<Model> {
  const { folder, found } = listed
  const manifest = 'manifest' in found ? found.manifest : null
  const network = 'network' in found ? found.network : null
  const { pairs } = trainingSchema.parse(manifest?.training)
  return {
    ...builtIn(proposer),
    origin: await originOf(listed),
    family: network === null ? familyOf(manifest) : NETWORK_FAMILY,
    version: manifest?.version ?? network?.version ?? '',
    licence: network?.licence ?? null,
    parent: manifest?.parent ?? null,
    createdAt: manifest === null ? null : Date.parse(manifest.created),
    data: manifest?.worlds ?? [],
    pairCount: Number.isInteger(pairs) ? pairs : null,
    scores: readScores(manifest?.scores),
    bytes: await sizeOf(folder),
    folder,
  }
}

function familyOf(manifest: ModelManifest | null): string | null {
  return manifest === null ? null : (FAMILIES.get(manifest.family)?.network.title ?? manifest.family)
}

async function originOf({ folder, origin }: ListedPackage): Promise<ModelOrigin> {
  if (origin === 'shipped') {
    return 'shipped'
  }
  return (await isImported(folder)) ? 'imported' : 'trained'
}

/** Bytes of the files that lie directly in a folder. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch((): string[] => [])
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name)).catch(() => null))?.size ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Facts of a proposer that do not depend on the open folder. */
export type FixedFacts = Omit<Proposer, 'isInUse' | 'isAutomatic'>

export const DIFFERENCE: FixedFacts = {
  name: DIFFERENCE_PROPOSER,
  title: 'Measured difference',
  description: message('proposals.difference'),
  isModel: false,
  answers: [],
  isAvailable: true,
  reason: null,
  threshold: MODELS_OWN,
}

export const OUTLINES = {
  name: OUTLINES_PROPOSER,
  title: 'Measured difference with outlines',
  description: message('proposals.outlines'),
  isModel: false,
  answers: [],
  threshold: MODELS_OWN,
}

/** Questions that proposers without a model answer if names are available. */
export const ANSWERS_BY_NAMES: readonly ModelQuestion[] = ['recaption', 'remask', 'agree']

/** Whether the model came with the program and fits such images, and is not for manual choice only. */
export function isAutomaticFor({ origin, found }: ListedPackage, kind: SceneKind): boolean {
  if (origin !== 'shipped' || !('manifest' in found)) {
    return origin === 'shipped'
  }
  const { isAutomatic = true, worlds } = found.manifest
  return isAutomatic && worlds.includes('photographs') === (kind === 'photographs')
}

/** The same for images of any kind. */
export function isAutomaticForAny(found: ListedPackage): boolean {
  return sceneKindSchema.options.some((kind) => isAutomaticFor(found, kind))
}

/** Notice that measured difference replaces another proposer. */
export function insteadOf(name: string, reason: MessageText): Message {
  return message('proposals.instead', { name, reason, instead: DIFFERENCE.title })
}

/** The proposer at work, and why it is not the chosen one. */
export interface ProposerChoice {
  proposer: ProposerPackage
  title: string
  notice: MessageText | null
}

export function measured(notice: MessageText | null): ProposerChoice {
  return { proposer: { name: DIFFERENCE_PROPOSER, folder: null }, title: DIFFERENCE.title, notice }
}
