import { z } from 'zod'
import { reviewStateSchema } from '../../domain/pair'
import { proposedBySchema } from '../pair-record'
import { ImportProblem } from './problems'
import type { Source } from './source'

/** A row of the `pairs.jsonl` that our exports have. */
const rowSchema = z.object({
  key: z.string().min(1),
  after: z.string().min(1),
  captions: z.array(z.string().max(2000)),
  state: reviewStateSchema,
  proposed_by: proposedBySchema.nullable(),
})
export type ManifestRow = z.output<typeof rowSchema>

const manifestName = 'pairs.jsonl'

/** By path of the after image. Empty where there is no such list: then the format's own files are all there is. */
export async function manifestRows(source: Source): Promise<Map<string, ManifestRow>> {
  const rows = new Map<string, ManifestRow>()
  if (source.onlyFile !== null || !(await source.has(manifestName))) {
    return rows
  }
  try {
    for await (const { value } of source.lines(manifestName)) {
      const row = rowSchema.safeParse(value)
      if (row.success) {
        rows.set(row.data.after, row.data)
      }
    }
  } catch (error) {
    if (!(error instanceof ImportProblem)) {
      throw error
    }
  }
  return rows
}
