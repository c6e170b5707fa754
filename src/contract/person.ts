import { z } from 'zod'

/** What a person of a team may do, from the least on. Each may what those before may. */
export const ROLES = ['viewer', 'reviewer', 'adjudicator', 'owner'] as const
export const roleSchema = z.enum(ROLES)
export type Role = z.infer<typeof roleSchema>

export const personSchema = z.object({
  /** As edits keep it. */
  name: z.string().min(1).max(100),
  role: roleSchema,
})
export type Person = z.infer<typeof personSchema>

/** Who sends a command: a person of a team, or null for the one user of the machine, who may do all. */
export const callerSchema = personSchema.nullable()
export type Caller = z.infer<typeof callerSchema>

/** Name of who asks; null for the one user of the machine. */
export type Asker = string | null
export const askerOf = (caller: Caller): Asker => caller?.name ?? null
