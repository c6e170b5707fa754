import type { ModelQuestion } from '../contract/proposal'
import type { ModelManifest } from '../packages/manifest'
import { PackageError } from '../packages/files'
import { ccrc } from './ccrc/family'
import { cheers } from './cheers/family'
import { davir } from './davir/family'
import type { Family, ModelOptions } from './family'
import { oneOf } from './network'
import { photo } from './photo/family'
import { procap } from './procap/family'
import { rdd } from './rdd/family'
import { readAnyManifest } from '../packages/any-package'
import type { ModelProposer } from './model-proposer'
import { message } from '../messages/message'

/** Every model family that can be trained and used, by name: one is removed with its folder and its name here. */
export const FAMILIES: ReadonlyMap<string, Family> = new Map(
  [ccrc, cheers, davir, photo, procap, rdd].map((family) => [family.network.name, family]),
)

/** @throws RangeError that names the families there are */
export function familyNamed(name: string): Family {
  return FAMILIES.get(oneOf([...FAMILIES.keys()], name, 'family')) as Family
}

/** The family of the package in `folder`. @throws PackageError for one that is not known */
export function familyOfPackage({ family }: Pick<ModelManifest, 'family'>, folder: string): Family {
  const match = FAMILIES.get(family)
  if (match === undefined) {
    throw new PackageError('wrong-family', folder, message('models.unknownFamily', { path: folder, family }))
  }
  return match
}

/** The questions that a package's proposer supports; none where its family is not known. */
export function supportedQuestions({
  family,
  without = [],
  entities = [],
}: Pick<ModelManifest, 'family' | 'without' | 'entities'>): readonly ModelQuestion[] {
  return FAMILIES.get(family)?.questions({ without, entities }) ?? []
}

/** The proposer of a package, by its family. @throws PackageError; Error where the provider cannot be used */
export async function openProposer(folder: string, options: ModelOptions): Promise<ModelProposer> {
  const kind = await readAnyManifest(folder)
  if ('network' in kind) {
    const { openNetworkProposer } = await import('./own-network/proposer')
    return openNetworkProposer(folder, kind.network, options)
  }
  const family = familyOfPackage(kind.manifest, folder)
  const predictor = await family.predictor()
  return predictor.openProposer(folder, options)
}
