import { join } from 'node:path'
import type { OpenPair } from '../src/contract/pairs'
import { ProjectStore } from '../src/store/project-store'

/** Pairs stored in the project in that folder, in the order of the list. */
export function storedPairs(folder: string): OpenPair[] {
  const store = new ProjectStore(join(folder, '.deltascribe', 'project.db'))
  try {
    const ids = store.pairs.find({ states: null, search: '', hasProblem: null }, 'key')
    return ids.map((id) => store.open(id))
  } finally {
    store.close()
  }
}
