import { z } from 'zod'
import { once } from '../contract/define'
import { providerNameSchema } from '../contract/proposal'
import { messageTextSchema } from '../messages/message'

/**
 * Requests of the engine to a caption process, which holds one vision language model. Paths are absolute. A process
 * that ends loses its current request.
 */
const folder = z.string().min(1)
/** A JPEG as a data URL. It was encoded by an inference process. */
const picture = z
  .string()
  .max(64 * 2 ** 20)
  .regex(/^data:image\/jpeg;base64,/)

export const MOST_TOKENS = 2048

const captionCommands = {
  /** Opens a model for the first time and describes a made pair; run in a process that is discarded. */
  check: once(z.object({ folder }), z.null()),
  ask: once(
    z.object({
      /** Names the answer in `text` events. */
      id: z.string().min(1).max(64),
      folder,
      provider: providerNameSchema,
      before: picture,
      after: picture,
      instruction: z.string().min(1).max(20_000),
      /** Longest answer. */
      mostTokens: z.int().min(1).max(MOST_TOKENS),
    }),
    z.object({
      text: z.string(),
      tokens: z.int().nonnegative(),
      /** Whether the answer was cut at `mostTokens`. */
      isCut: z.boolean(),
      /** To open the model; 0 where it was open. */
      openMilliseconds: z.number(),
      /** Of the answer, without the opening. */
      milliseconds: z.number(),
      /** The provider that answered. */
      provider: providerNameSchema,
      /** Why it is not the wanted one, a sentence; null where it is. */
      remark: messageTextSchema.nullable(),
    }),
  ),
}

export const captionContract = {
  commands: captionCommands,
  /** All that was said so far; it begins anew where another provider takes over. */
  events: { text: z.object({ id: z.string(), text: z.string() }) },
}
export type CaptionCommands = typeof captionCommands
export type CaptionEvents = (typeof captionContract)['events']
