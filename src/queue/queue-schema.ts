import { postgresLocation } from '../store/postgres/location'
import type { StoreAddress } from '../store/store-address'
import { shortDigest } from '../process/sha256'

/** pg-boss takes no longer name. */
const MOST_CHARACTERS = 50

export interface QueueLocation {
  url: string
  /** Of the queue's tables, beside the project's. */
  schema: string
}

/**
 * A project's name begins with a letter, so no project has the queue's. Of a name that is too long the rest stands as a
 * digest. @throws ContractError `invalid-input`
 */
export function queueLocation(place: StoreAddress): QueueLocation {
  const { url, schema } = postgresLocation(place)
  const name = `_${schema}_queue`
  const digest = shortDigest(schema, 12)
  return {
    url,
    schema: name.length <= MOST_CHARACTERS ? name : `_${schema.slice(0, 30)}_${digest}`,
  }
}
