import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../dataset/atomic'
import { serializeModel } from '../graph'
import type { ModelSpec } from '../graph/onnx'
import { TOKENIZER_FILE } from '../packages/files'
import { openPackage, readManifest, readPackageWeights } from '../packages/read-package'
import { CCRC_STAGES, ccrcLayout, ccrcStage } from '../models/ccrc/network/stages'
import { hasOwnPredictor } from '../models/predictor/model-proposer'
import { MAX_ANCHORS, MAX_CONTEXT_REGIONS } from '../models/ccrc/model'
import { loadPackage } from '../models/predictor/load-package'

interface Stages {
  /** What the page says before it lists them. */
  readonly lines: readonly string[]
  readonly names: readonly string[]
  readonly make: (name: string) => ModelSpec
}

const FRAMES = 'Frames are 128 x 128 with values of -0.5 to 0.5, first before, then after.'

/**
 * Writes each stage of a package as a plain `.onnx` file (operator set 21, weights inside), the tokenizer, and a
 * page that lists inputs and outputs. Returns the files' names. @throws PackageError
 */
export async function exportPackage(folder: string, out: string): Promise<string[]> {
  const manifest = await readManifest(folder)
  const { lines, names, make } = await (hasOwnPredictor(manifest.family) ? ccrcStages : familyStages)(folder)
  await mkdir(out, { recursive: true })
  const page = [`# ${manifest.id}, version ${manifest.version}`, '', ...lines]
  const files: string[] = []
  for (const name of names) {
    const model = make(name)
    const file = `${name}.onnx`
    await writeDurably(join(out, file), serializeModel(model))
    page.push('', `## ${file}`, '', ...describeValues(model))
    files.push(file)
  }
  await copyFile(join(folder, manifest.tokenizer.file), join(out, TOKENIZER_FILE))
  await writeDurably(join(out, 'README.md'), new TextEncoder().encode(`${page.join('\n')}\n`))
  return [...files, TOKENIZER_FILE, 'README.md']
}

async function ccrcStages(folder: string): Promise<Stages> {
  const opened = await openPackage(folder, 'ccrc')
  const { manifest, tokenizer } = opened
  const layout = ccrcLayout({ categories: manifest.categories.length, words: tokenizer.size })
  const values = await readPackageWeights(opened, layout.parameters)
  return {
    lines: [
      `${FRAMES} Regions, masks and the rest are logits.`,
      `Categories, after "no region": ${manifest.categories.join(', ')}.`,
    ],
    names: CCRC_STAGES,
    make(name) {
      const stage = CCRC_STAGES.find((each) => each === name) ?? 'see'
      return ccrcStage(layout, stage, values, stage === 'propose' ? MAX_ANCHORS : MAX_CONTEXT_REGIONS)
    },
  }
}

async function familyStages(folder: string): Promise<Stages> {
  const { parts, family } = await loadPackage(folder)
  const { entities, model, values } = parts
  return {
    lines: [
      `${FRAMES} What is "changed" and "anything" are logits.`,
      ...(entities.length === 0 ? [] : [`Entities that are looked for: ${entities.join(', ')}.`]),
    ],
    names: family.stages,
    make: (name) => model.stage(name, values),
  }
}

function describeValues({ inputs, outputs }: ModelSpec): string[] {
  return [
    ...inputs.map((value) => describeValue('in', value)),
    ...outputs.map((value) => describeValue('out', value)),
  ]
}

function describeValue(kind: string, { name, type, shape }: ModelSpec['inputs'][number]): string {
  return `- ${kind} \`${name}\`: ${type} [${shape.join(', ')}]`
}
