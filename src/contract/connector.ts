import { z } from 'zod'
import { captionSchema } from '../domain/document'
import { messageTextSchema } from '../messages/message'
import { CAPTION_LANGUAGE_NAMES } from './project'
import type { CaptionLanguage } from './project'

/** Placeholder in an instruction for the changed regions in words. */
export const ENTITIES_MARK = '{entities}'

/** What the default instruction asks to answer if nothing changed; `statesNoChange` knows each. */
const NO_CHANGE_ANSWERS: Readonly<Record<CaptionLanguage, string>> = {
  en: 'there is no difference.',
  'zh-Hans': '未发现变化。',
  de: 'Es wurde keine Veränderung gefunden.',
}

/** The default instruction, for captions in a language. */
export function defaultInstruction(language: CaptionLanguage): string {
  return `The first picture is before, the second is after: the same scene at two times. Say in one short ${CAPTION_LANGUAGE_NAMES[language]} sentence what changed in the scene from before to after. Numbered outlines mark where to look. They were drawn on both pictures and are no part of the scene: speak neither of outlines nor of numbers. Answer with that sentence alone. If nothing changed, answer: ${NO_CHANGE_ANSWERS[language]}

${ENTITIES_MARK}`
}

export const DEFAULT_INSTRUCTION = defaultInstruction('en')

/** The instruction as it is asked for captions in a language: a person's own stays as it is. */
export function instructionIn(instruction: string, language: CaptionLanguage): string {
  return instruction === DEFAULT_INSTRUCTION ? defaultInstruction(language) : instruction
}

/** Host of captions by a model pack. */
export const THIS_MACHINE = 'this machine'

/** What is asked for captions: an OpenAI-compatible server on the user's machine or network, or a model pack. */
export const connectorSettingsSchema = z.object({
  /** Off until the user turns it on; nothing is sent before. */
  isOn: z.boolean(),
  /** Id of the model pack that answers, on this machine and without a server; null for the server. */
  pack: z.string().min(1).max(80).nullable(),
  /** `http://127.0.0.1:8080/v1` */
  address: z.string().max(2000),
  /** As the server names it. */
  model: z.string().max(300),
  /** Seconds for one answer. */
  seconds: z.int().min(5).max(3600),
  /** Long side of the pictures that are sent, pixels. */
  side: z.int().min(224).max(2048),
  /** Empty for `defaultInstruction`. */
  instruction: z.string().max(4000),
  /**
   * The origin beyond this machine that the user agreed to send pictures to; null for none. It comes from a dialog of
   * the program: a page cannot set it.
   */
  agreedTo: z.string().max(2000).nullable(),
})
export type ConnectorSettings = z.infer<typeof connectorSettingsSchema>

const { agreedTo: _agreedTo, pack, ...changeable } = connectorSettingsSchema.shape

/** What a page may change; without a pack, a server is asked. One that sends an agreement is refused as `invalid-input`. */
export const connectorChangeSchema = z.strictObject({ ...changeable, pack: pack.default(null) })
export type ConnectorChange = z.infer<typeof connectorChangeSchema>

/** An agreement is for the address that it was given for: another address has none. */
export function changedConnector(stored: ConnectorSettings, change: ConnectorChange): ConnectorSettings {
  return { ...change, agreedTo: change.address === stored.address ? stored.agreedTo : null }
}

export const DEFAULT_CONNECTOR_SETTINGS: ConnectorSettings = {
  isOn: false,
  pack: null,
  address: 'http://127.0.0.1:8080/v1',
  model: '',
  seconds: 120,
  side: 768,
  instruction: '',
  agreedTo: null,
}

/** `machine`: this one. `network`: a private one. `unknown`: the name resolves to no address now. */
export const connectorReachSchema = z.enum(['machine', 'network', 'public', 'unknown'])
export type ConnectorReach = z.infer<typeof connectorReachSchema>

/** An address as it was parsed. */
export const connectorEndpointSchema = z.object({
  /** `http://127.0.0.1:8080/v1` */
  address: z.string(),
  /** `http://127.0.0.1:8080` */
  origin: z.string(),
  /** `127.0.0.1:8080` */
  host: z.string(),
  reach: connectorReachSchema,
  /** Why nothing can be sent there, agreed or not; null where it can. */
  problem: messageTextSchema.nullable(),
  /** Whether pictures may be sent there: to this machine always, farther where the user agreed to this origin. */
  isAgreed: z.boolean(),
  /** How to agree where the program shows no dialog, a sentence; null where `connector.agree` asks. */
  howToAgree: messageTextSchema.nullable(),
})
export type ConnectorEndpoint = z.infer<typeof connectorEndpointSchema>

/** State of the API key. The key itself never comes back. */
export const connectorKeySchema = z.object({
  /** The only origin that the key is sent to; null if there is no key. */
  origin: z.string().nullable(),
  /** Kept for the next run, encrypted by the system; else for this run alone. */
  isPersisted: z.boolean(),
})
export type ConnectorKey = z.infer<typeof connectorKeySchema>

export const connectorAnswerSchema = z.object({
  /** Its source names the model and the host. */
  caption: captionSchema,
  /** Whether the caption states that nothing changed. */
  statesNoChange: z.boolean(),
  /** Address of the request, `http://127.0.0.1:8080/v1/chat/completions`; null for a model on this machine. */
  url: z.string().nullable(),
  model: z.string(),
  milliseconds: z.number(),
})
export type ConnectorAnswer = z.infer<typeof connectorAnswerSchema>

/** The answer with the data that was sent, for the user to see. */
export const connectorTrialSchema = connectorAnswerSchema.extend({
  sent: z.object({
    text: z.string(),
    /** Data URLs of the bytes that were sent. */
    before: z.string(),
    after: z.string(),
    /** Size of the whole request. */
    bytes: z.int(),
  }),
})
export type ConnectorTrial = z.infer<typeof connectorTrialSchema>

/** Result of requests for captions of many pairs. */
export const captionReportSchema = z.object({
  added: z.array(z.object({ key: z.string(), text: z.string() })),
  /** Number of added captions which say that nothing changed. */
  noChange: z.int(),
  /** Not asked: reviewed already, with a problem, or with a caption from this model and host. */
  leftOut: z.int(),
  failed: z.array(z.object({ key: z.string(), message: messageTextSchema })),
  /** Why the pairs after those were not asked for; null if all were. */
  stopped: messageTextSchema.nullable(),
})
export type CaptionReport = z.infer<typeof captionReportSchema>
