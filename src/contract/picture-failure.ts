import { z } from 'zod'
import { asSentence, messageEntrySchema, messageFields, messageTextOf } from '../messages/message'

/** Why a picture cannot be had: a sentence in English, and its entry in the catalogue for other languages. */
export const pictureFailureSchema = z.object({
  message: z.string(),
  entry: messageEntrySchema.exactOptional(),
})
export type PictureFailure = z.infer<typeof pictureFailureSchema>

/** Of an answer that is no picture but the reason why there is none. */
export const PICTURE_FAILURE_TYPE = 'application/json; charset=utf-8'

/** Body of such an answer, of any thrown value. */
export function pictureFailureBody(error: unknown): string {
  return JSON.stringify(messageFields(asSentence(messageTextOf(error))) satisfies PictureFailure)
}
