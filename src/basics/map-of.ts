import { z } from 'zod'

/**
 * An object whose keys come from users or their files, as a map. As an object, a key such as `__proto__` would be lost
 * and one such as `constructor` be found where it is not.
 */
export function mapOf<T>(value: z.ZodType<T>): z.ZodType<Map<string, T>> {
  return z.preprocess(
    (given) =>
      typeof given === 'object' && given !== null && !Array.isArray(given)
        ? new Map(Object.entries(given))
        : given,
    z.map(z.string(), value),
  )
}
