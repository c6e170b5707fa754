import type { Model, ModelList } from '../../src/contract/models'
import { text } from '../text/en'

const words = text.models

/** Why it cannot be deleted; null where it can. */
export function whyNotDeletable({ id, origin }: Model, list: ModelList): string | null {
  if (origin === 'built-in' || origin === 'shipped') {
    return words.notDeletable[origin]
  }
  const isInUse = [list.inUse, list.project?.present, list.byDefault.present].includes(id)
  return isInUse ? words.notDeletable.inUse : null
}

/** Why it cannot be renamed; null where it can. */
export function whyNotNamed({ origin, problem }: Model): string | null {
  return origin === 'built-in' || origin === 'shipped' || problem !== null ? words.notNamed : null
}

/** Why it cannot be exported; null where it can. */
export function whyNotExported({ origin, problem }: Model): string | null {
  return origin === 'built-in' ? words.noFiles : problem
}
