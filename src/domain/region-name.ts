import { z } from 'zod'

/** How a thing came to differ. `no longer visible`: it is gone, or something stands before it. */
export const changeKindSchema = z.enum([
  'appeared',
  'vanished',
  'no longer visible',
  'moved',
  'replaced',
  'changed colour',
])
export type ChangeKind = z.infer<typeof changeKindSchema>

export const frameSchema = z.enum(['before', 'after'])
export type Frame = z.infer<typeof frameSchema>

/** Pixels of a frame, with fractions. */
const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
const wordSchema = z.string().min(1).max(120)

/** What a region was named by the program, and what that rests on. A person's own name is the category alone. */
export const regionNameSchema = z.object({
  /** In the project's words. */
  word: wordSchema,
  /** 0 to 1. */
  score: z.number().min(0).max(1),
  kind: changeKindSchema,
  /** Of `replaced`: the word for what was there before. */
  former: wordSchema.optional(),
  /** Where it was seen; null for a name that people taught by examples. */
  seen: z.object({ frame: frameSchema, box: boxSchema }).nullable(),
  /** A sentence for a person. */
  why: z.string().max(500),
  /** The next best names, best first. */
  others: z.array(z.object({ word: wordSchema, score: z.number().min(0).max(1) })).max(8),
})
export type RegionName = z.infer<typeof regionNameSchema>
