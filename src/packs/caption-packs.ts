import type { PackDescriptor } from './catalogue'
import { message } from '../messages/message'
import type { Message } from '../messages/message'

/**
 * Vision language models that caption on this machine. Commits and file names are those of the hub's pages; lengths are
 * rounded as there, or estimated from the number of weights. The digests are the hub's, as of the first install.
 */
interface Listed {
  id: string
  title: string
  /** `OWNER/NAME` on the Hugging Face hub. */
  repository: string
  commit: string
  dataLicence: Message
  limits: Message
  /** Bytes of the three graphs: vision encoder, word embeddings, decoder. */
  graphs: readonly [number, number, number]
}

/** What the process reads, with generous lengths. The program takes no file of more than twice as many bytes. */
const SMALL_FILES: readonly (readonly [string, number])[] = [
  ['config.json', 8_000],
  ['generation_config.json', 1_000],
  ['preprocessor_config.json', 1_000],
  ['processor_config.json', 200],
  ['chat_template.json', 1_000],
  ['tokenizer.json', 3_600_000],
  ['tokenizer_config.json', 30_000],
]

/** Weights of 8 bits for what sees, of 16 for the table of words, of 4 for what writes. */
const GRAPHS = ['vision_encoder_quantized.onnx', 'embed_tokens_fp16.onnx', 'decoder_model_merged_q4.onnx']

const limits = message('joining.sentences', {
  first: message('packs.captionLimits'),
  second: message('packs.notMeasured'),
})

const listedModels: readonly Listed[] = [
  {
    id: 'smolvlm-256m',
    title: 'SmolVLM 256M Instruct',
    repository: 'HuggingFaceTB/SmolVLM-256M-Instruct',
    commit: 'acc054744d60adea9d88214dab6e2219e6e512a7',
    dataLicence: message('packs.cauldronData'),
    limits,
    graphs: [94_200_000, 56_800_000, 86_900_000],
  },
  {
    id: 'smolvlm2-256m',
    title: 'SmolVLM2 256M Video Instruct',
    repository: 'HuggingFaceTB/SmolVLM2-256M-Video-Instruct',
    commit: 'eb77138efc07c564480573b859108199a1d66f2c',
    dataLicence: message('packs.videoData'),
    limits,
    graphs: [94_200_000, 56_800_000, 86_900_000],
  },
  {
    id: 'smolvlm-500m',
    title: 'SmolVLM 500M Instruct',
    repository: 'HuggingFaceTB/SmolVLM-500M-Instruct',
    commit: 'c4ecf4fd225aee420531f1300962e44fae1974cf',
    dataLicence: message('packs.cauldronData'),
    limits,
    graphs: [100_000_000, 95_000_000, 250_000_000],
  },
]

export const CAPTION_PACKS: readonly PackDescriptor[] = listedModels.map(
  ({ graphs, repository, commit, ...card }) => ({
    ...card,
    use: 'caption',
    version: commit.slice(0, 12),
    licence: 'Apache-2.0',
    homepage: `https://huggingface.co/${repository}`,
    archive: null,
    files: [
      ...SMALL_FILES.map(([name, bytes]) => fileOf(name, name, bytes)),
      ...GRAPHS.map((name, at) => fileOf(name, `onnx/${name}`, graphs[at])),
    ].map(({ path, ...file }) => ({
      ...file,
      from: { kind: 'hub' as const, repository, commit, path },
      sha256: null,
    })),
  }),
)

function fileOf(name: string, path: string, bytes: number): { name: string; path: string; bytes: number } {
  return { name, path, bytes }
}
