import { z } from 'zod'
import { exportOptionsSchema } from '../contract/work'

/** One data set. Pairs, documents and images are read by who writes it. */
export const exportJobSchema = z.object({
  id: z.uuid(),
  /** `out` is `s3://BUCKET/FOLDER`, or a path below the folder that a worker has for exports. */
  options: exportOptionsSchema,
  /** Where the program that asks has the images: a worker without --images looks there too. */
  folder: z.string().min(1),
})
export type ExportJob = z.infer<typeof exportJobSchema>

/** One queue for each version of the program: another one may write other bytes. */
export function exportQueueOf(program: string): string {
  return `export-${program.replaceAll(/[^\w.-]/g, '-')}`
}
