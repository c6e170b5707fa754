import { basename } from 'node:path'
import type { ModelQuestion } from '../contract/proposal'
import type { ListedPackage } from '../packages/list-packages'
import { FAMILIES, supportedQuestions } from '../models/registry'

interface PackageDescription {
  name: string
  title: string
  description: string
  /** Why it cannot be used; null where it can. */
  reason: string | null
  answers: ModelQuestion[]
}

/** What the user reads of a model package. */
export function describePackage({ folder, origin, found }: ListedPackage): PackageDescription {
  const location = origin === 'shipped' ? 'Comes with Deltascribe' : `Lies in ${folder}`
  if ('problem' in found) {
    const name = basename(folder)
    const reason = found.problem.message.replace(/\.$/, '')
    return { name, title: name, description: `${location}.`, reason, answers: [] }
  }
  const { id, title = id, family, worlds, parent } = found.manifest
  const definition = FAMILIES.get(family)
  const summary = definition?.summary ?? ''
  const trained = worlds.length === 0 ? '' : `, taught on ${worlds.join(', ')}`
  const from = parent === null ? '' : `, fine-tuned from ${parent}`
  return {
    name: id,
    title,
    description: `${summary} ${location}${trained}${from}.`.trim(),
    reason:
      definition === undefined ? `it is of the family ${family}, which this Deltascribe does not know` : null,
    answers: [...supportedQuestions(found.manifest)],
  }
}
