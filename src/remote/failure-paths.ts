import { messageFields, messageIn, withReplaced } from '../messages/message'
import type { Failure } from '../contract/errors'

/** A failure with other texts in the place of some: in its path, in its message, and in what the message is made from. */
export function replacedInFailure(
  failure: Failure,
  replacements: readonly (readonly [from: string, to: string])[],
): Failure {
  const text = replacements.reduce((result, [from, to]) => withReplaced(result, from, to), messageIn(failure))
  const fields = { ...failure, ...messageFields(text) }
  return 'path' in fields
    ? {
        ...fields,
        path: replacements.reduce((result, [from, to]) => result.replaceAll(from, () => to), fields.path),
      }
    : fields
}
