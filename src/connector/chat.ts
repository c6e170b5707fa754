import { z } from 'zod'
import type { Consent, Endpoint } from './address'
import { captionLine } from './caption-line'
import { ConnectorError } from './connector-error'
import { parseJson, statusFailed, LostConnection, LONGEST_PAUSE, retryAfter } from './explain'
import type { Answered } from './explain'
import { exchange } from './exchange'
import { setTimeout as pause } from 'node:timers/promises'
import { message } from '../messages/message'

/**
 * OpenAI's protocol as local servers follow it: `GET /models`, and `POST /chat/completions` with text and image
 * parts, without streaming.
 */
interface Question {
  model: string
  instruction: string
  /** Data URLs. */
  before: string
  after: string
}

export interface ChatOptions {
  endpoint: Endpoint
  key: string | null
  consent: Consent
  /** Of one attempt. */
  milliseconds: number
  signal: AbortSignal
  /** Milliseconds before each further attempt. */
  pauses?: readonly number[]
}

const ANSWER_BYTES = 2 ** 20
const LIST_BYTES = 4 * 2 ** 20
const LIST_MILLISECONDS = 10_000

/** The body of the question. Each picture is named, as not every server keeps their order in mind. */
export function chatBody({ model, instruction, before, after }: Question): string {
  const content = [
    { type: 'text', text: 'Before:' },
    { type: 'image_url', image_url: { url: before } },
    { type: 'text', text: 'After:' },
    { type: 'image_url', image_url: { url: after } },
    { type: 'text', text: instruction },
  ]
  return JSON.stringify({ model, messages: [{ role: 'user', content }], temperature: 0, stream: false })
}

const partsSchema = z.array(z.object({ text: z.string().optional() }))
const chatSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.union([z.string(), partsSchema]).nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
})

/** The caption in the answer, one line. @throws ConnectorError */
export async function requestCaption(options: ChatOptions, body: string, model: string): Promise<string> {
  const { endpoint } = options
  const answer = await persistently(
    () => exchange({ ...options, path: '/chat/completions', body, atMost: ANSWER_BYTES }),
    (failed) => !['busy', 'refused'].includes(statusFailed(failed, endpoint, model).code),
    { pauses: options.pauses ?? DEFAULT_PAUSES, signal: options.signal },
  )
  if (answer.status !== 200) {
    throw statusFailed(answer, endpoint, model, answer.attempts)
  }
  return captionIn(answer.text, endpoint)
}

function captionIn(text: string, { host }: Endpoint): string {
  const parsed = chatSchema.safeParse(parseJson(text))
  if (!parsed.success) {
    throw new ConnectorError('bad-answer', message('connector.noCompletion', { host }))
  }
  const [{ message: said, finish_reason: reason }] = parsed.data.choices
  const { content } = said
  const whole =
    typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join(' ')
  return captionLine(whole, host, reason === 'length')
}

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The names of the models that the server lists, in its order. @throws ConnectorError */
export async function listModels(options: ChatOptions): Promise<string[]> {
  const { endpoint } = options
  const milliseconds = Math.min(options.milliseconds, LIST_MILLISECONDS)
  const answer = await exchange({ ...options, path: '/models', body: null, atMost: LIST_BYTES, milliseconds })
  if (answer.status !== 200) {
    throw statusFailed(answer, endpoint, '')
  }
  const parsed = modelsSchema.safeParse(parseJson(answer.text))
  if (!parsed.success) {
    throw new ConnectorError('not-the-protocol', message('connector.noList', { host: endpoint.host }))
  }
  return parsed.data.data.map(({ id }) => id)
}

/** Milliseconds before each further attempt. */
const DEFAULT_PAUSES: readonly number[] = [1000, 4000]

/**
 * Asks again after 429, 5xx and broken connections, and only then. `retry-after`, in seconds or as a date, is
 * heeded. The last answer is given back whatever it is, with how often was asked.
 * @throws ConnectorError
 */
async function persistently(
  request: () => Promise<Answered>,
  isHopeless: (answer: Answered) => boolean,
  { pauses, signal }: { pauses: readonly number[]; signal: AbortSignal },
): Promise<Answered & { attempts: number }> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= pauses.length
    let wait = pauses[attempt] ?? 0
    try {
      const answer = await request()
      const isPassing = answer.status === 429 || answer.status >= 500
      const wanted = retryAfter(answer.retryAfter)
      if (!isPassing || isLast || isHopeless(answer) || (wanted ?? 0) > LONGEST_PAUSE) {
        return { ...answer, attempts: attempt + 1 }
      }
      wait = wanted ?? wait
    } catch (error) {
      if (!(error instanceof LostConnection) || isLast) {
        throw error
      }
    }
    await pause(wait, null, { signal }).catch(() => {
      throw new ConnectorError('cancelled', message('engine.cancelled'))
    })
  }
}
