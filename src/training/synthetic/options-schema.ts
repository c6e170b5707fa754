import { z } from 'zod'
import { providerNameSchema } from '../../contract/proposal'
import type { SyntheticRunOptions } from './run-setup'

/** The options of a run, as another process gives them. */
export const syntheticOptionsSchema: z.ZodType<SyntheticRunOptions> = z.object({
  family: z.string(),
  without: z.array(z.string()),
  data: z.array(z.string()),
  dev: z.string().nullable(),
  out: z.string(),
  from: z.string().nullable(),
  encoder: z.string().nullable(),
  detector: z.string().nullable(),
  minutes: z.number().positive(),
  steps: z.number().positive().nullable(),
  batch: z.int().positive(),
  mirror: z.array(z.enum(['blocks', 'aerial', 'photographs'])),
  rate: z.number().positive(),
  seed: z.int(),
  words: z.int().positive(),
  provider: providerNameSchema,
  threads: z.int().positive().or(z.undefined()),
  replicas: z.int().positive(),
  logEvery: z.int().positive(),
})
