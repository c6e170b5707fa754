import { join } from 'node:path'
import type { OpenPair } from '../src/contract/pairs'
import { ProjectStore } from '../src/store/project-store'
import type { StoreAddress } from '../src/store/store-address'

/** Pairs of the project that lies there, in the order of the list. */
export function pairsStoredAt(place: StoreAddress): OpenPair[] {
  const store = new ProjectStore(place)
  try {
    const ids = store.pairs.find({ states: null, search: '', hasProblem: null }, 'key')
    return ids.map((id) => store.open(id))
  } finally {
    store.close()
  }
}

/** Where the work on a folder lies if it lies in no database. */
export function storeFileOf(folder: string): StoreAddress {
  return join(folder, '.deltascribe', 'project.db')
}
