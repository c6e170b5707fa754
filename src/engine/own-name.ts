import { failWith } from '../contract/errors'
import type { Caller } from '../contract/person'
import type { Diff } from '../domain/diff'
import { message } from '../messages/message'

/**
 * A document names who decided on it. Of a team nobody writes another one's name there.
 * @throws ContractError `forbidden`
 */
export function requireOwnName(diff: Diff, caller: Caller): void {
  const isOther = diff.some(
    (change) =>
      change.type === 'review.set' && change.to.reviewer != null && change.to.reviewer !== caller?.name,
  )
  if (caller !== null && isOther) {
    throw failWith('forbidden', message('team.otherName'))
  }
}
