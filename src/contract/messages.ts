import { z } from 'zod'
import { failureSchema } from './errors'

/** What travels over a port. */
export const requestSchema = z.object({
  kind: z.literal('request'),
  id: z.int(),
  command: z.string(),
  input: z.unknown(),
})
export type Request = z.infer<typeof requestSchema>

export const replySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('result'), id: z.int(), value: z.unknown() }),
  z.object({ kind: z.literal('failure'), id: z.int(), failure: failureSchema }),
  z.object({ kind: z.literal('event'), event: z.string(), payload: z.unknown() }),
])
export type Reply = z.infer<typeof replySchema>
