import { z } from 'zod'
import { path } from './picture-commands'

/** Paths of the files of a Segment Anything 2 pack and of its embeddings. */
export const modelPlace = z.object({ folder: path, id: z.string().min(1), cacheFolder: path })

/** Package of the detector, for the models that read its features; null where there is none. */
export const detector = path.nullable()

/** `folder` is a model package's; null for the proposers that have none. `outlines` is a model pack's place. */
export const proposer = z.object({
  name: z.string(),
  folder: path.nullable(),
  outlines: modelPlace.optional(),
  detector: detector.optional(),
})
export type ProposerPackage = z.infer<typeof proposer>
