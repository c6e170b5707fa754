import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../../dataset/atomic'
import { serializeModel } from '../../graph'
import type { ModelSpec } from '../../graph/onnx'
import { tokenizerFile } from '../../packages/files'
import { openPackage, readPackageWeights } from '../../packages/read-package'
import { CCRC_STAGES, ccrcLayout, ccrcStage } from '../../systems/ccrc/inference'
import { ANCHORS, TOLD_REGIONS } from './model'

/**
 * Writes each stage of a package as a plain `.onnx` file (operator set 21, weights inside), the tokenizer, and a
 * page that lists inputs and outputs. Returns the files' names. @throws PackageError
 */
export async function exportCcrc(folder: string, out: string): Promise<string[]> {
  const opened = await openPackage(folder, 'ccrc')
  const { manifest, tokenizer } = opened
  const layout = ccrcLayout({ categories: manifest.categories.length, words: tokenizer.size })
  const values = await readPackageWeights(opened, layout.parameters)
  await mkdir(out, { recursive: true })
  const lines = [
    `# ${manifest.id}, version ${manifest.version}`,
    '',
    'Frames are 128 x 128 with values of -0.5 to 0.5, first before, then after. Regions, masks and the rest are logits.',
    `Categories, after "no region": ${manifest.categories.join(', ')}.`,
  ]
  const files: string[] = []
  for (const stage of CCRC_STAGES) {
    const model = ccrcStage(layout, stage, values, stage === 'propose' ? ANCHORS : TOLD_REGIONS)
    const file = `${stage}.onnx`
    await writeDurably(join(out, file), serializeModel(model))
    lines.push('', `## ${file}`, '', ...describeValues(model))
    files.push(file)
  }
  await copyFile(join(folder, manifest.tokenizer.file), join(out, tokenizerFile))
  await writeDurably(join(out, 'README.md'), new TextEncoder().encode(`${lines.join('\n')}\n`))
  return [...files, tokenizerFile, 'README.md']
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
