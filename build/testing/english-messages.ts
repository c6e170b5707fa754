import { expect } from 'vitest'
import { englishOf, messageTextSchema } from '../../src/messages/message'

/** In tests a message of the catalogue equals its English text, and a failure or problem equals one without entry. */
expect.addEqualityTesters([
  /** Else each byte is compared by all of these: 20 s for a quarter of a megabyte. */
  function equalsByBytes(a: unknown, b: unknown) {
    return isView(a) && isView(b) && a.constructor === b.constructor && bytesOf(a).equals(bytesOf(b))
      ? true
      : undefined
  },
  function equalsInEnglish(this: { equals(a: unknown, b: unknown): boolean }, a: unknown, b: unknown) {
    if (typeof a === 'string' || typeof b === 'string') {
      const [first, second] = [a, b].map((one) => messageTextSchema.safeParse(one).data)
      const isOfMessage = typeof a === 'object' || typeof b === 'object'
      return isOfMessage && first !== undefined && second !== undefined
        ? englishOf(first) === englishOf(second)
        : undefined
    }
    const [bare, other] = [withoutEntry(a, b), withoutEntry(b, a)]
    const isSame = (bare === a && other === b) || keysOf(bare) !== keysOf(other)
    return isSame ? undefined : this.equals(bare, other)
  },
])

/** Where the other one has no entry. */
function withoutEntry(value: unknown, other: unknown): unknown {
  if (!isTold(value) || !isTold(other) || 'entry' in other || !('entry' in value)) {
    return value
  }
  const { entry: _, ...rest } = value
  return rest
}

function keysOf(value: unknown): string {
  return Object.keys(value as object)
    .sort()
    .join()
}

function isTold(value: unknown): value is { message: unknown } {
  return typeof value === 'object' && value !== null && 'message' in value && !(value instanceof Error)
}

function isView(value: unknown): value is ArrayBufferView {
  return ArrayBuffer.isView(value)
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
