import { dirname } from 'node:path'
import type { DatasetProblem } from '../../contract/dataset'
import { failWith } from '../../contract/errors'
import { reviewStates } from '../../domain/pair'
import type { ExportOptions, ExportReport } from '../../contract/work'
import { exportPairs } from '../export/export'
import type { ExportItem } from '../export/export-pair'
import { sortNaturally } from '../pair-record'
import { documentOf, Scratch } from './item'
import { detectFormat } from '../formats/list'
import { openSource, orInvalid } from './import-project'
import { leftBehindNotice, removeLeftBehind } from '../left-behind'
import { Problems } from './problems'
import { placedHash } from './place-images'
import { readDataset } from './read'
import type { Watched } from './reading'
import { englishOf } from '../../messages/message'

export interface ConvertOptions extends Omit<ExportOptions, 'states'> {
  source: string
  /** Null to find out. */
  from: string | null
  imageFolder: string | null
}

export interface ConvertReport {
  from: string
  export: ExportReport
  /** Of the source. */
  problems: DatasetProblem[]
}

interface Running extends Watched {
  progress: (done: number, total: number) => void
  signal: AbortSignal
}

/**
 * One format to another, without a project between them.
 * @throws ContractError `invalid-input` where the source cannot be read or holds nothing, `cannot-write`,
 * `cancelled`
 */
export async function convertDataset(
  { source: path, from, imageFolder, ...options }: ConvertOptions,
  running: Running,
): Promise<ConvertReport> {
  const problems = new Problems()
  const left = await removeLeftBehind(options.out)
  const source = await openSource(path, imageFolder, running.reading)
  const format = from ?? (await orInvalid(detectFormat(source)))
  const scratch = new Scratch(dirname(options.out), true)
  const stopIfCancelled = (): void => {
    if (running.signal.aborted) {
      throw failWith('cancelled', 'The conversion was cancelled; nothing was written.')
    }
  }
  try {
    const items: ExportItem[] = []
    const befores = new Map<string, string>()
    const context = { source, problems, scratch, isCheck: false }
    for await (const item of readDataset(format, context, stopIfCancelled)) {
      const hash = await placedHash(item.beforePath)
      // one path for one image, as pairs that share it belong together
      const beforePath = befores.get(hash) ?? item.beforePath
      befores.set(hash, beforePath)
      const { key, split, afterPath, width, height, proposedBy, sequence = null } = item
      // a number that no store has: exports look at its kind only
      const document = documentOf(item, 'accepted', proposedBy === null ? null : 0)
      const facts = { key, split, beforePath, afterPath, width, height, proposedBy, sequence }
      items.push({ ...facts, problem: null, document })
    }
    source.reading.end()
    if (items.length === 0) {
      const reason = problems.list.at(0)?.message ?? ''
      throw failWith(
        'invalid-input',
        `Nothing in ${path} can be taken as ${format}. ${englishOf(reason)}`.trim(),
      )
    }
    const sorted = sortNaturally(items, ({ key }) => key)
    const report = await exportPairs(sorted, { ...options, states: [...reviewStates] }, running)
    const notices = [...left.map(leftBehindNotice), ...report.notices]
    return { from: format, export: { ...report, notices }, problems: problems.list }
  } finally {
    await scratch.dispose()
  }
}
