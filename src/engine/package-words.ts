import { basename } from 'node:path'
import type { ListedPackage } from '../packages/list-packages'

interface PackageWords {
  name: string
  title: string
  description: string
  /** Why it cannot be used; null where it can. */
  reason: string | null
}

const families: Readonly<Record<string, string>> = {
  ccrc: 'Finds regions, says what changed from them, and refines both (CCRC).',
}

/** What the user reads of a model package. */
export function describePackage({ folder, origin, found }: ListedPackage): PackageWords {
  const place = origin === 'shipped' ? 'Comes with Deltascribe' : `Lies in ${folder}`
  if ('problem' in found) {
    const name = basename(folder)
    return { name, title: name, description: `${place}.`, reason: found.problem.message.replace(/\.$/, '') }
  }
  const { id, title = id, family, worlds, parent } = found.manifest
  const known: string | undefined = families[family]
  const taught = worlds.length === 0 ? '' : `, taught on ${worlds.join(', ')}`
  const from = parent === null ? '' : `, fine-tuned from ${parent}`
  return {
    name: id,
    title,
    description: `${known ?? ''} ${place}${taught}${from}.`.trim(),
    reason:
      known === undefined ? `it is of the family ${family}, which this Deltascribe does not know` : null,
  }
}
