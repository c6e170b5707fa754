import { captionSchema } from '../domain/document'
import { message } from '../messages/message'
import { ConnectorError } from './connector-error'

const MOST_CHARACTERS = captionSchema.shape.text.maxLength ?? 2000

/** What models that think aloud put around their thoughts. Sources: templates of DeepSeek-R1, Qwen3, GLM-4.1V, Kimi-VL. */
const OPENED = /(?:<(?:think|thinking)>|◁think▷)/i
const CLOSED = /^.*(?:<\/(?:think|thinking)>|◁\/think▷)/is
const ANSWER_MARKS = /<\/?answer>|<\|(?:begin|end)_of_box\|>/gi
const FENCE = '```'
/** What stands behind an opening fence. */
const FENCE_KIND = /^(?:\w*\n|json\b)/

/**
 * The caption in an answer, in one line: without thoughts, a code fence, or JSON around a single text.
 * @param who for the message
 * @param isCut the model came to the end of its length
 * @throws ConnectorError `bad-answer` for an empty one, one that was cut, data, and one that is longer than a caption
 */
export function captionLine(text: string, who: string, isCut: boolean): string {
  // a template may have opened the thoughts already: only their end is in the answer then
  const said = text.replace(CLOSED, '')
  const [spoken] = said.split(OPENED)
  const isThinking = spoken !== said
  const plain = spoken.replaceAll(ANSWER_MARKS, '')
  const found = withoutJson(withoutFence(plain.trim()))
  if (found === null && !isCut) {
    throw new ConnectorError('bad-answer', message('connector.noSentence', { who }))
  }
  const line = (found ?? '').replaceAll(/\s+/g, ' ').trim()
  if (isCut && line !== '') {
    throw new ConnectorError('bad-answer', message('connector.cut', { who }))
  }
  if (line === '') {
    const id = isCut || isThinking ? 'connector.emptyCut' : 'connector.empty'
    throw new ConnectorError('bad-answer', message(id, { who }))
  }
  if (line.length > MOST_CHARACTERS) {
    throw new ConnectorError('bad-answer', message('connector.tooLong', { who, most: MOST_CHARACTERS }))
  }
  return line
}

/** Of an answer that is one fenced block alone, what is in it. */
function withoutFence(text: string): string {
  const isFenced = text.length >= 2 * FENCE.length && text.startsWith(FENCE) && text.endsWith(FENCE)
  return isFenced ? text.slice(FENCE.length, -FENCE.length).replace(FENCE_KIND, '') : text
}

/** JSON with one text in it is that text; null for other JSON. */
function withoutJson(text: string): string | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  const values: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [value]
  const [only] = values
  return values.length === 1 && typeof only === 'string' ? only : null
}
