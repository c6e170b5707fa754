import { toFailure } from '../contract/errors'

/**
 * Nothing can be stored now: the disk is full, or another program writes or has the project open for editing. What is
 * found anew can do without.
 */
export function isNotStored(error: unknown): boolean {
  return ['cannot-write', 'unavailable', 'held'].includes(toFailure(error).code)
}
