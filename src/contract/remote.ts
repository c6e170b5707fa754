import { z } from 'zod'
import { idempotent, nothing, once } from './define'
import { providerNameSchema, providerReportSchema } from './proposal'
import { messageTextSchema } from '../messages/message'

/**
 * A machine as `ssh` is told it: a name, an address, `user@name`, an entry of its settings, or `ssh://user@name:port`.
 * It can be taken for no option, and for no part of a command where the settings of `ssh` put it into one.
 */
export const machineNameSchema = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\p{L}\p{N}._@:/[\]%~+-]+$/u, 'it may have letters, digits and . _ @ : / [ ] % ~ + -')
  .refine((name) => !/(^|@|\/)-/.test(name), 'no part of it may begin with a dash')

/** Words for the machine's shell, which are the user's own. */
export const machineCommandSchema = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .regex(/^\P{Cc}+$/u, 'it may have no control characters')

const DEFAULT_MACHINE_COMMAND = 'deltascribe worker'

/** Whether another machine makes proposals. */
export const remoteSettingsSchema = z.object({
  isOn: z.boolean(),
  /** Empty until one is named. */
  host: z.union([z.literal(''), machineNameSchema]),
  command: machineCommandSchema,
  /** Whether this machine makes proposals while that one cannot be reached; else they wait. */
  goesOnHere: z.boolean(),
})
export type RemoteSettings = z.infer<typeof remoteSettingsSchema>

export const DEFAULT_REMOTE_SETTINGS: RemoteSettings = {
  isOn: false,
  host: '',
  command: DEFAULT_MACHINE_COMMAND,
  goesOnHere: false,
}

/** What a program says of its machine. */
export const machineFactsSchema = z.object({
  version: z.string().max(100),
  platform: z.string().max(40),
  providers: z.array(providerNameSchema).max(20),
})
export type MachineFacts = z.infer<typeof machineFactsSchema>

export const remoteStatusSchema = z.object({
  /** The other machine that makes proposals; null where this one does. */
  host: z.string().nullable(),
  isAgreed: z.boolean(),
  /** Why it could not be reached the last time. */
  problem: messageTextSchema.nullable(),
})
export type RemoteStatus = z.infer<typeof remoteStatusSchema>

const remoteTrialSchema = z.object({
  /** Null where the person did not agree. */
  found: z
    .object({
      ...machineFactsSchema.shape,
      reports: z.array(providerReportSchema),
      inUse: providerNameSchema,
    })
    .nullable(),
  status: remoteStatusSchema,
})
export type RemoteTrial = z.infer<typeof remoteTrialSchema>

export const remoteCommands = {
  'remote.status': idempotent(nothing, remoteStatusSchema),
  /**
   * Connects to the machine in the settings and tries its providers. Before the first connection the person is asked, in
   * a dialog of the system, whether images and models may go there. Fails with `unreachable`.
   */
  'remote.try': once(nothing, remoteTrialSchema),
}
