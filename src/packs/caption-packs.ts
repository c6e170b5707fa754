import type { PackDescriptor } from './catalogue'

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
  dataLicence: string
  limits: string
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

const NOT_MEASURED =
  'Not measured by us: only a made model of the same form was tried. How well it captions, and how long it takes, is not known.'
const SMOL =
  'English alone. It was not trained to compare two pictures, and may describe one of them or invent a change. Each picture is seen as one square of 512 x 512 pixels.'

const LISTED: readonly Listed[] = [
  {
    id: 'smolvlm-256m',
    title: 'SmolVLM 256M Instruct',
    repository: 'HuggingFaceTB/SmolVLM-256M-Instruct',
    commit: 'acc054744d60adea9d88214dab6e2219e6e512a7',
    dataLicence: 'The Cauldron and Docmatix: sets of several licences, named on their pages',
    limits: `${SMOL} ${NOT_MEASURED}`,
    graphs: [94_200_000, 56_800_000, 86_900_000],
  },
  {
    id: 'smolvlm2-256m',
    title: 'SmolVLM2 256M Video Instruct',
    repository: 'HuggingFaceTB/SmolVLM2-256M-Video-Instruct',
    commit: 'eb77138efc07c564480573b859108199a1d66f2c',
    dataLicence: 'twelve sets of pictures and videos of several licences, named on its page',
    limits: `${SMOL} ${NOT_MEASURED}`,
    graphs: [94_200_000, 56_800_000, 86_900_000],
  },
  {
    id: 'smolvlm-500m',
    title: 'SmolVLM 500M Instruct',
    repository: 'HuggingFaceTB/SmolVLM-500M-Instruct',
    commit: 'c4ecf4fd225aee420531f1300962e44fae1974cf',
    dataLicence: 'The Cauldron and Docmatix: sets of several licences, named on their pages',
    limits: `${SMOL} ${NOT_MEASURED}`,
    graphs: [100_000_000, 95_000_000, 250_000_000],
  },
]

export const CAPTION_PACKS: readonly PackDescriptor[] = LISTED.map(
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
