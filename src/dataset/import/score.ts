import { z } from 'zod'

/** A probability. Numbers that Python writes and JSON does not have come as texts: the message names them. */
export const scoreSchema = z
  .number({
    error: ({ input }) => `a score is a number from 0 to 1, and this is ${String(input).slice(0, 40)}`,
  })
  .min(0, 'a score is at least 0')
  .max(1, 'a score is at most 1')
