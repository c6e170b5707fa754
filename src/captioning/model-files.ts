import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { failWith, messageOf } from '../contract/errors'
import type { ContractError } from '../contract/errors'
import { checkModelFile } from '../graph'
import { message, messageTextOf } from '../messages/message'
import type { MessageText } from '../messages/message'

/** The graphs of a vision language model, as transformers.js names them. */
const GRAPHS = ['vision_encoder', 'embed_tokens', 'decoder_model_merged'] as const
type GraphName = (typeof GRAPHS)[number]

/** How the end of a graph's file name says its number format (transformers.js, `DEFAULT_DTYPE_SUFFIX_MAPPING`). */
const FORMATS = {
  '': 'fp32',
  _fp16: 'fp16',
  _int8: 'int8',
  _uint8: 'uint8',
  _quantized: 'q8',
  _q4: 'q4',
  _q4f16: 'q4f16',
  _bnb4: 'bnb4',
} as const
export type NumberFormat = (typeof FORMATS)[keyof typeof FORMATS]

/** SmolVLM's kinds. Their processor takes several pictures in one question. */
const configSchema = z.object({ model_type: z.enum(['idefics3', 'smolvlm']) })
const preprocessorSchema = z.object({
  max_image_size: z.object({ longest_edge: z.int().min(16).max(4096) }),
})
/** Of older models. Newer ones have it in `tokenizer_config.json`. */
const templateSchema = z.object({ chat_template: z.string().max(100_000) })
const TEMPLATE_FILE = 'chat_template.json'
const OTHER_FILES = ['processor_config.json', 'tokenizer.json', 'tokenizer_config.json']

/** A model folder as it was checked. */
export interface ModelFiles {
  /** Number format of each graph. */
  formats: Record<GraphName, NumberFormat>
  /** Pixels of the square that the encoder takes. */
  side: number
  /** The form of a question, in Jinja; null where the tokenizer has it. */
  template: string | null
}

/**
 * Reads what the folder holds. Each graph must be complete in its file, so that it can name no other one.
 * @throws ContractError `unavailable` that names the file
 */
export async function readModelFiles(folder: string): Promise<ModelFiles> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw broken(message('connector.cannotBeRead', { path: folder, reason: messageTextOf(error) }))
  })
  await readJson(join(folder, 'config.json'), configSchema)
  const { max_image_size: size } = await readJson(
    join(folder, 'preprocessor_config.json'),
    preprocessorSchema,
  )
  const missing = OTHER_FILES.find((name) => !names.includes(name))
  if (missing !== undefined) {
    throw broken(message('connector.isMissing', { path: join(folder, missing) }))
  }
  const entries = await Promise.all(
    GRAPHS.map(async (graph) => [graph, await formatOf(graph, folder, names)] as const),
  )
  return {
    formats: Object.fromEntries(entries) as ModelFiles['formats'],
    side: size.longest_edge,
    template: names.includes(TEMPLATE_FILE)
      ? (await readJson(join(folder, TEMPLATE_FILE), templateSchema)).chat_template
      : null,
  }
}

async function formatOf(graph: GraphName, folder: string, names: readonly string[]): Promise<NumberFormat> {
  const found = Object.entries(FORMATS).find(([end]) => names.includes(`${graph}${end}.onnx`))
  if (found === undefined) {
    throw broken(message('connector.noFileOf', { folder, graph }))
  }
  const path = join(folder, `${graph}${found[0]}.onnx`)
  try {
    checkModelFile(await readFile(path), path)
  } catch (error) {
    throw broken(messageTextOf(error))
  }
  return found[1]
}

async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw broken(message('connector.cannotBeRead', { path, reason: messageTextOf(error) }))
  })
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error)
    throw broken(message('connector.notUsable', { path, reason }))
  }
}

export function broken(reason: MessageText): ContractError {
  return failWith('unavailable', message('connector.modelBroken', { reason }))
}
