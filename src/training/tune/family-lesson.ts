import { FamilyNetwork } from '../../inference/family/network'
import { readNetwork } from '../../inference/family/read-network'
import type { ModelPackage } from '../../packages/read-package'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { EntityFinder } from '../made/entity-finder'
import { FamilyBatches } from '../made/family-batch'
import { shareOfBatch } from '../made/shared-step'
import { FamilyTuneBatches } from './family-batch'
import { FamilyHeldOut } from './family-held-out'
import { growWordTables } from './grow'
import type { LessonOptions, TuneLesson } from './lesson'

/**
 * A family beside CCRC, all of it in its last phase: a model that is fine-tuned sees and speaks already. What that phase
 * leaves as it is (likeness of phrases and pictures, codes of cells) stays, so each cut is searched for entities once.
 * @throws PackageError for a family or a part that is not known
 */
export async function familyLesson(
  parent: ModelPackage,
  tokenizer: Tokenizer,
  { batch, replicas, threads }: LessonOptions,
): Promise<TuneLesson> {
  const { parts: first, manifest, family } = await readNetwork(parent.folder)
  const { without, entities } = manifest
  const sizes = { words: tokenizer.size, categories: manifest.categories.length }
  const model = family.build(sizes, without)
  const { use } = first
  const parts = { model, use, tokenizer, entities: first.entities }
  const phase = family.phases[family.phases.length - 1].name
  const stage = { graph: model.training(shareOfBatch({ batch, replicas }), phase, replicas) }
  const wanted = new Set(stage.graph.step.inputs.map(({ name }) => name))
  const values = growWordTables(
    first.values,
    { tokenizer: first.tokenizer, parameters: first.model.parameters },
    { tokenizer, parameters: model.parameters },
  )
  const search = wanted.has('entities') ? use.entities : undefined
  const finder =
    search === undefined
      ? null
      : new EntityFinder(new FamilyNetwork({ ...parts, values }, { provider: 'cpu', threads }), search)
  const corrected = new FamilyTuneBatches(tokenizer, model.inputs, use.fill)
  const replayed = new FamilyBatches(tokenizer, model.inputs, use.fill)
  return {
    parameters: model.parameters,
    at: () => stage,
    firstValues: () => Promise.resolve(values),
    corrected: (shown, seed, options) => corrected.make(shown, seed, options, { wanted, finder }),
    replayed: (pairs, seed) => replayed.make(pairs, seed, { wanted, finder }),
    heldOut: (pairs, options) => Promise.resolve(new FamilyHeldOut(parts, corrected, pairs, options)),
    kept: { ...(without !== undefined && { without }), ...(entities !== undefined && { entities }) },
    remarks: remarksOf(family.title, first.entities.length),
    release: async () => finder?.release(),
  }
}

function remarksOf(title: string, entities: number): string[] {
  return [
    `${title} marks what changed and tells no kinds of change apart, so categories were not learned.`,
    ...(entities === 0 ? [] : [`It looks for the same ${entities} phrases as before.`]),
  ]
}
