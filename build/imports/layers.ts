/**
 * The layers of `src/`, from the bottom to the top, as ARCHITECTURE.md lists them: a file imports from its own layer
 * and from those before it. Each path is a folder, with `/` at its end, or a file; `*` is any folder. The longest that
 * fits a file decides. Tests import what they like.
 */
export const layers: readonly (readonly string[])[] = [
  // what knows neither masks nor pairs
  ['src/basics/'],
  ['src/messages/'],
  ['src/mask/'],
  ['src/domain/'],
  ['src/contract/'],
  ['src/text/'],
  ['src/metrics/'],
  ['src/names/'],
  ['src/similar/'],
  ['src/graph/'],
  // what a family is made of, as graphs; its predictor lies further up
  [
    'src/models/layers/',
    'src/models/*/network/',
    ...['decode-captions', 'network', 'pair-data'].map((name) => `src/models/${name}.ts`),
  ],
  ['src/synth/'],
  ['src/process/'],
  ['src/network/'],
  // objects of a bucket, as files of this disk
  ['src/buckets/'],
  ['src/images/'],
  ['src/georeference/'],
  // both frames of a pair on one grid
  ['src/frames/'],
  // images that are read part by part
  ['src/tiles/'],
  ['src/store/'],
  // people who sign in at a server
  ['src/team/'],
  // work that waits in a project's database
  ['src/queue/'],
  ['src/dataset/'],
  ['src/scoring/'],
  ['src/packages/'],
  ['src/packs/'],
  ['src/views/'],
  ['src/inference/sessions/'],
  // what proposers are, and models that are no family
  ['src/models/model-proposer.ts', 'src/models/difference/', 'src/models/nanodet/', 'src/models/sam2/'],
  // the trainer and what it works on; it knows no family
  ['src/training/'],
  // predictor and trainer of each family, and the list of them
  ['src/models/'],
  ['src/inference/'],
  // proposals by another machine
  ['src/remote/'],
  ['src/captioning/'],
  ['src/connector/'],
  // runs: which family is trained, on which pairs, and what becomes of it
  [
    ...['synthetic', 'fine-tuning', 'comparison'].map((folder) => `src/training/${folder}/`),
    'src/training/process.ts',
  ],
  ['src/engine/'],
  ['src/cli/'],
]

/** Everything up to the worlds is pure: no Node, no DOM, no ONNX Runtime. */
const PURE =
  /^src\/((basics|messages|mask|domain|contract|text|metrics|names|similar|graph|synth)\/|models\/(layers\/|(decode-captions|network|pair-data)\.ts$|[^/]+\/network\/))/

/** Forbidden imports: importing files by path; imported files by path and packages by name. */
export const BANS: readonly { by: RegExp; what: RegExp; why: string }[] = [
  {
    by: PURE,
    what: /^(node:.*|electron|onnxruntime-.*|react|konva|ws)$/,
    why: 'a pure folder has no Node, no DOM and no ONNX Runtime: pass the value in',
  },
  {
    by: /^src\//,
    what: /^(electron$|electron\/|renderer\/|react|konva|@mantine\/)/,
    why: 'src/ runs under plain Node: Electron stays in electron/, the screen in renderer/',
  },
  {
    by: /^renderer\//,
    what: /^(node:|electron|onnxruntime-|src\/(?!basics\/|contract\/|domain\/|mask\/|messages\/|metrics\/))/,
    why: 'the page is sandboxed: it has the contract and what the contract is made of',
  },
  {
    by: /^renderer\/(components|state)\//,
    what: /^renderer\/(open|queue|review|dataset|training|models|connector|settings|shell)\//,
    why: 'what several places share knows none of them',
  },
  {
    by: /^electron\//,
    what: /^(renderer\/|react|konva|onnxruntime-)/,
    why: 'electron/ is the shell: no screen code and no heavy work in the main process',
  },
]

/** Tests, and what only tests use. */
export const TESTS = /\.test\.tsx?$|\.node\.ts$|\/testing(\/|\.)/
