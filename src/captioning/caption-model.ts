import {
  AutoModelForImageTextToText,
  AutoProcessor,
  LogLevel,
  RawImage,
  Tensor,
  TextStreamer,
  env,
} from '@huggingface/transformers'
import type { PreTrainedModel, Processor } from '@huggingface/transformers'
import { z } from 'zod'
import type { ProviderName } from '../contract/proposal'
import { stretchPicture } from '../images/transform'
import { broken, readModelFiles } from './model-files'
import type { ModelFiles } from './model-files'
import { message, messageTextOf } from '../messages/message'

// The library fetches from the Hugging Face hub unless told otherwise. It reads the folder that it is given, and nothing else.
env.allowRemoteModels = false
env.useFSCache = false
env.useBrowserCache = false
env.useWasmCache = false
env.logLevel = LogLevel.ERROR
env.fetch = () => Promise.reject(new Error('a caption process has no network'))

export interface CaptionQuestion {
  /** Encoded pictures. */
  before: Buffer
  after: Buffer
  instruction: string
  mostTokens: number
}

export interface CaptionAnswer {
  text: string
  tokens: number
  isCut: boolean
}

interface OpenOptions {
  provider: ProviderName
  /** Of the CPU provider, for one operator. */
  threads: number
}

/** The tensors of a question; `input_ids` is [1, tokens]. */
const inputsSchema = z.looseObject({ input_ids: z.instanceof(Tensor), pixel_values: z.instanceof(Tensor) })

/** A vision language model in a folder of its own, in the layout of transformers.js, all files side by side. */
export class CaptionModel {
  private constructor(
    private readonly model: PreTrainedModel,
    private readonly processor: Processor,
    private readonly files: ModelFiles,
  ) {}

  /** @throws ContractError `unavailable` for a folder that is not whole; Error in ONNX Runtime's words */
  static async open(folder: string, { provider, threads }: OpenOptions): Promise<CaptionModel> {
    const files = await readModelFiles(folder)
    const processor = await AutoProcessor.from_pretrained(folder, { local_files_only: true }).catch(
      (error: unknown) => {
        throw broken(message('joining.about', { what: folder, text: messageTextOf(error) }))
      },
    )
    const model = await AutoModelForImageTextToText.from_pretrained(folder, {
      local_files_only: true,
      subfolder: '',
      device: 'cpu',
      dtype: files.formats,
      session_options: {
        // the caches stay in memory that the library can read; what a provider lacks runs on the CPU
        executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
        extra: { session: { intra_op: { allow_spinning: '0' } } },
      },
    })
    return new CaptionModel(model, processor, files)
  }

  /**
   * The answer with the greatest probability of each next token. A picture is one square of the encoder's size.
   * @param onText gets all that was said so far, word by word
   */
  async answer(question: CaptionQuestion, onText: (text: string) => void): Promise<CaptionAnswer> {
    const { processor, model, files } = this
    const { tokenizer, image_processor: imageProcessor } = processor
    if (tokenizer === undefined || imageProcessor === undefined) {
      throw broken(message('connector.takesNoPictures'))
    }
    // the pictures have their size already: the library would resize them with a package that is not here
    imageProcessor.do_resize = false
    const pictures = [await this.picture(question.before), await this.picture(question.after)]
    const prompt: unknown = processor.apply_chat_template(messagesOf(question.instruction), {
      add_generation_prompt: true,
      ...(files.template === null ? {} : { chat_template: files.template }),
    })
    const inputs: unknown = await processor(prompt, pictures, { do_image_splitting: false })
    const tensors = inputsSchema.parse(inputs)
    let text = ''
    let tokens = 0
    const streamer = new TextStreamer(tokenizer, {
      skip_prompt: true,
      skip_special_tokens: true,
      callback_function(piece) {
        text += piece
        onText(text)
      },
      token_callback_function: () => (tokens += 1),
    })
    await model.generate({
      ...tensors,
      max_new_tokens: question.mostTokens,
      do_sample: false,
      num_beams: 1,
      streamer,
    })
    return { text, tokens, isCut: tokens >= question.mostTokens }
  }

  async close(): Promise<void> {
    await this.model.dispose()
  }

  private async picture(bytes: Buffer): Promise<RawImage> {
    const { side } = this.files
    return new RawImage(await stretchPicture(bytes, side, side), side, side, 4).rgb()
  }
}

/** Words as the connector asks a server; the two pictures lie between them. */
function messagesOf(instruction: string): { role: string; content: { type: string; text?: string }[] }[] {
  // what stands for a picture or ends a turn is written in angle brackets
  const text = instruction.replaceAll('<', '< ')
  return [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Before:' },
        { type: 'image' },
        { type: 'text', text: 'After:' },
        { type: 'image' },
        { type: 'text', text },
      ],
    },
  ]
}
