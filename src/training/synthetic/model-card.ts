import { cpus } from 'node:os'
import { basename } from 'node:path'
import { z } from 'zod'
import { familyNamed } from '../../models/registry'
import { readTrainingLog, readScoreLog } from './run-log'
import { readRunSetup } from './run-setup'

/** The model card of a run as Markdown, from its log: options, time, machine, curve. */
export function modelCard(out: string, id: string): string {
  const { family, without, pairs, options = {} } = readRunSetup(out)
  const { title, marks } = familyNamed(family).network
  const log = readTrainingLog(out)
  const scores = readScoreLog(out)
  const last = log.at(-1)
  const batch = Number(options['batch'] ?? 0)
  const flippedWorlds = z.array(z.string()).default([]).parse(options['mirror']).join(' and ')
  return [
    `# ${id}`,
    '',
    `A ${title} model: ${marks} of what changed between two pictures, and captions that say so.`,
    '',
    '## How it was made',
    '',
    `- ${pairs} synthetic pairs in ${count(options['data'])} sets; ${Math.round((last?.step ?? 0) * batch)} pairs were used in ${last?.step ?? 0} steps of ${batch}.`,
    `- ${(last?.minutes ?? 0).toFixed(0)} minutes on ${cpus().length} x ${cpus()[0]?.model.trim() ?? 'an unknown processor'}, ONNX Runtime's CPU provider.`,
    `- Seed ${Number(options['seed'])}, highest rate ${Number(options['rate'])}, Muon for matrices and AdamW for the rest, cosine to 1 %.`,
    ...(flippedWorlds === '' ? [] : [`- Pairs of ${flippedWorlds} were flipped at random.`]),
    ...(without.length > 0 ? [`- Left out: ${without.join(', ')}.`] : []),
    `- Begun with ${typeof options['from'] === 'string' ? basename(options['from']) : 'nothing'}.`,
    '',
    '## Curve on held-out pairs',
    '',
    '| minutes | mask IoU | changed or not |',
    '|---:|---:|---:|',
    ...thinned(scores).map(
      ({ minutes, maskIou, accuracy }) =>
        `| ${minutes.toFixed(0)} | ${maskIou.toFixed(3)} | ${accuracy.toFixed(3)} |`,
    ),
    '',
  ].join('\n')
}

function count(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}

/** At most about 20 rows, the last among them. */
function thinned<T>(rows: readonly T[]): T[] {
  const step = Math.ceil(rows.length / 20)
  return rows.filter((_, index) => index % step === 0 || index === rows.length - 1)
}
