import type { Handlers } from '../contract/define'
import { ContractError } from '../contract/errors'
import type { Raster } from '../images/raster'
import { PackageError, TOKENIZER_FILE } from '../packages/files'
import { families, withModelErrors } from './proposer-cache'
import type { InferenceCommands } from './inference-contract'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../dataset/atomic'
import { serializeModel } from '../graph'
import type { ModelSpec } from '../graph/onnx'
import { readAnyManifest, readNetwork } from '../packages/any-package'
import type { ModelManifest } from '../packages/manifest'
import { networkCard } from '../packages/network-card'
import type { NetworkManifest } from '../packages/network-manifest'
import { openPackage, readPackageWeights } from '../packages/read-package'
import type { Family } from '../models/family'
import { asMarkdown } from '../text/markdown'
import { message, messageFields } from '../messages/message'
import type { MessageText } from '../messages/message'

/** Commands about the files of model packages. */
export function modelPackageHandlers({
  threads,
}: {
  threads: number
}): Pick<Handlers<InferenceCommands>, 'checkModel' | 'exportModel'> {
  return {
    async checkModel({ folder, detector }) {
      const model = await withModelErrors(folder, 'cpu', async () => {
        const { openProposer } = await families()
        return openProposer(folder, { provider: 'cpu', threads, detector })
      })
      try {
        const { score } = await withModelErrors(folder, 'cpu', async () => {
          await model.tryOut?.()
          return model.propose(syntheticFrame(0), syntheticFrame(1), 'made')
        })
        if (!Number.isFinite(score)) {
          throw badModel(folder, message('models.notANumber', { path: folder }))
        }
        return null
      } finally {
        await model.release()
      }
    },
    async exportModel({ folder, out }) {
      try {
        return { files: await exportPackage(folder, out) }
      } catch (error) {
        throw error instanceof PackageError ? badModel(error.path, error.text) : error
      }
    },
  }
}

function badModel(path: string, text: MessageText): ContractError {
  return new ContractError({ code: 'bad-model', path, ...messageFields(text) })
}

/** A ramp; with `square` 1 there is a bright square in it. */
function syntheticFrame(square: 0 | 1): Raster {
  const side = 128
  const data = new Uint8Array(side * side * 3)
  for (let at = 0; at < data.length; at += 1) {
    const pixel = Math.floor(at / 3)
    const [x, y] = [pixel % side, Math.floor(pixel / side)]
    const isInside = square === 1 && x > 40 && x < 80 && y > 40 && y < 80
    data[at] = isInside ? 230 : 60 + ((x + y) >> 1)
  }
  return { width: side, height: side, data }
}

const FEATURES =
  'The inputs with a number are what the laterals of NanoDet-g give for that frame, at that stride.'
const FRAMES = 'Frames have values of -0.5 to 0.5, first before, then after.'

/**
 * Writes each stage of a package as a plain `.onnx` file (operator set 21, weights inside), the tokenizer, and a
 * page that lists inputs and outputs. Returns the files' names. @throws PackageError
 */
async function exportPackage(folder: string, out: string): Promise<string[]> {
  const kind = await readAnyManifest(folder)
  return 'network' in kind ? exportNetwork(folder, out, kind.network) : exportStages(folder, out)
}

/** The network's own files with a page on it. @throws PackageError */
async function exportNetwork(folder: string, out: string, manifest: NetworkManifest): Promise<string[]> {
  const { bytes, data } = await readNetwork(folder, manifest)
  const { file, data: dataFile = '' } = manifest.network
  await mkdir(out, { recursive: true })
  await writeDurably(join(out, file), bytes)
  if (data !== null) {
    await writeDurably(join(out, dataFile), data)
  }
  await writeDurably(join(out, 'README.md'), networkCard(manifest))
  return [file, ...(data === null ? [] : [dataFile]), 'README.md']
}

async function exportStages(folder: string, out: string): Promise<string[]> {
  const opened = await openPackage(folder)
  const { manifest, tokenizer } = opened
  const { familyOfPackage } = await families()
  const family = familyOfPackage(manifest, folder)
  const { network } = family
  const sizes = { words: tokenizer.size, categories: manifest.categories.length }
  const model = network.build(sizes, manifest.without)
  const values = await readPackageWeights(opened, model.parameters)
  await mkdir(out, { recursive: true })
  const page = [
    `# ${asMarkdown(manifest.id)}, version ${asMarkdown(manifest.version)}`,
    '',
    ...introduction(manifest, family),
  ]
  const files: string[] = []
  for (const name of network.stages) {
    const stage = model.stage(name, values)
    const file = `${name}.onnx`
    await writeDurably(join(out, file), serializeModel(stage))
    page.push('', `## ${file}`, '', ...describeValues(stage))
    files.push(file)
  }
  await copyFile(join(folder, manifest.tokenizer.file), join(out, TOKENIZER_FILE))
  await writeDurably(join(out, 'README.md'), new TextEncoder().encode(`${page.join('\n')}\n`))
  return [...files, TOKENIZER_FILE, 'README.md']
}

/** The introduction of the page, before the list of stages. */
function introduction(
  { categories, entities = [], without = [] }: ModelManifest,
  { network, readsDetector }: Family,
): string[] {
  return network.marks === 'regions'
    ? [
        `${FRAMES} Regions, masks and the rest are logits.`,
        `Categories, after "no region": ${categories.map(asMarkdown).join(', ')}.`,
      ]
    : [
        `${FRAMES} What is "changed" and "changedLogit" are logits.`,
        ...(readsDetector?.(without) === true ? [FEATURES] : []),
        ...(entities.length === 0
          ? []
          : [`Entities that are looked for: ${entities.map(asMarkdown).join(', ')}.`]),
      ]
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
