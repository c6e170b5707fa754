import { z } from 'zod'
import { nameSettingsSchema } from '../contract/names'
import { sha256Schema, shortDigest } from '../process/sha256'

/** What proposes, so exactly that two machines with the same one propose the same. */
export const wantedProposerSchema = z.object({
  name: z.string().min(1).max(120),
  /** The model's; empty for what is no model. */
  version: z.string().max(40),
  /** SHA-256 of its weights or its network; null for what is no model. */
  content: sha256Schema.nullable(),
  /** Version of Deltascribe: another one may propose otherwise. */
  program: z.string().min(1).max(40),
})
export type WantedProposer = z.infer<typeof wantedProposerSchema>

/** Work for one pair. It names the pair's images and has none of them. */
export const proposalJobSchema = z.object({
  /** The pair's key in the project. */
  pair: z.string().min(1),
  proposer: wantedProposerSchema,
  /** The newest proposal of the pair when this was asked for, 0 for none: a later one by the same proposer is the answer. */
  since: z.int().nonnegative(),
  /** Where the program that asks has the images: a worker without --images looks there too. */
  folder: z.string().min(1),
  options: z.object({ names: nameSettingsSchema }),
})
export type ProposalJob = z.infer<typeof proposalJobSchema>

/** Names of queues begin with the kind of their work. Those of kinds that this version does not know are left alone. */
export const PROPOSAL_QUEUES = 'propose-'

/** One queue for each proposer: a worker takes from those whose proposer it has. */
export function queueOf(proposer: WantedProposer): string {
  return `${PROPOSAL_QUEUES}${digestOf(proposer)}`
}

/** The same for those that do the same. */
export function digestOf({ name, version, content, program }: WantedProposer): string {
  const all = JSON.stringify([name, version, content, program])
  return shortDigest(all, 32)
}
