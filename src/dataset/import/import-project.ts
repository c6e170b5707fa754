import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImportOptions, ImportReport } from '../../contract/dataset'
import type { ContractError } from '../../contract/errors'
import { failWith } from '../../contract/errors'
import { PROJECT_FOLDER, ProjectStore, STORE_NAME } from '../../store/project-store'
import type { ImportedPair } from '../../store/imported-pair'
import { nameMaker } from '../export/file-names'
import { writeFolder } from '../export/target'
import { leftBehindNotice, removeLeftBehind } from '../left-behind'
import { sortNaturally } from '../pair-record'
import { sequenceFields } from '../sequence-fields'
import { documentOf, Scratch } from './item'
import { detectFormat } from '../formats/list'
import type { ImportItem } from './item'
import { ImportedImages } from './place-images'
import { ImportProblem, Problems } from './problems'
import { readDataset } from './read'
import type { Reading, Watched } from './reading'
import { Source } from './source'
import { message, joinSentences } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/** Written together: each batch waits once for the disk. */
const PAIRS_AT_ONCE = 200
const SHOWN_PROBLEMS = 500

interface Running extends Watched {
  /** Items so far. */
  progress: (done: number) => void
  signal: AbortSignal
}

/**
 * Makes a project folder of a data set: images, `pairs.jsonl`, and a store in which the pairs have their
 * captions, masks and splits. It appears whole or not at all.
 * @throws ContractError `invalid-input` where the source cannot be read or nothing in it can be taken,
 * `cannot-write`, `cancelled`
 */
export async function importDataset(
  options: ImportOptions,
  { progress, signal, reading }: Running,
): Promise<ImportReport> {
  const problems = new Problems()
  for (const folder of await removeLeftBehind(options.into)) {
    problems.warn({ file: '.', line: null }, leftBehindNotice(folder))
  }
  const source = await openSource(options.source, options.imageFolder ?? null, reading)
  const format = options.format ?? (await orInvalid(detectFormat(source)))
  const scratch = new Scratch(dirname(options.into), false)
  const stopIfCancelled = (): void => {
    if (signal.aborted) {
      throw failWith('cancelled', message('imports.cancelled'))
    }
  }
  try {
    return await writeFolder(options.into, async (folder) => {
      const project = new ProjectWriter(folder, options)
      try {
        const items = readDataset(format, { source, problems, scratch, isCheck: false }, stopIfCancelled)
        for await (const item of items) {
          await project.add(item)
          progress(project.counts.pairCount)
        }
        source.reading.end()
        if (project.counts.pairCount === 0) {
          throw nothingTaken(options.source, format, problems)
        }
        await project.finish()
      } finally {
        project.close()
      }
      stopIfCancelled()
      return reportOf(options, format, project, problems)
    })
  } finally {
    await scratch.dispose()
  }
}

/** @throws ContractError `invalid-input` */
export function openSource(path: string, imageFolder: string | null, reading?: Reading): Promise<Source> {
  return orInvalid(Source.open(path, imageFolder, reading))
}

export async function orInvalid<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ImportProblem ? failWith('invalid-input', error.text) : error
  }
}

type Counts = Pick<ImportReport, 'pairCount' | 'regionCount' | 'captionCount'>

/** A project folder that is being filled. */
class ProjectWriter {
  readonly counts: Counts = { pairCount: 0, regionCount: 0, captionCount: 0 }
  readonly splits = new Map<string, number>()
  private readonly folder: string
  private readonly state: NonNullable<ImportOptions['state']>
  private readonly images: ImportedImages
  private readonly nameOf = nameMaker()
  private readonly rows: { key: string; split: string | null; before: string; after: string }[] = []
  private batch: ImportedPair[] = []
  private store: ProjectStore | null = null

  constructor(folder: string, { images, state }: ImportOptions) {
    this.folder = folder
    this.state = state ?? 'accepted'
    this.images = new ImportedImages(folder, images ?? 'copy')
  }

  async add(item: ImportItem): Promise<void> {
    const name = this.nameOf(item.key)
    const before = await this.images.before(item.beforePath, name)
    const after = await this.images.after(item.afterPath, name)
    const { key, split, width, height, proposedBy, sequence } = item
    this.rows.push({ key, split, before, after, ...sequenceFields(sequence) })
    this.batch.push({
      found: { key, split, before, after, label: null, caption: null, ...(sequence && { sequence }) },
      width,
      height,
      proposedBy,
      documentOf: (proposalId) => documentOf(item, this.state, proposalId),
    })
    this.counts.pairCount += 1
    this.counts.regionCount += item.regions.length
    this.counts.captionCount += item.captions.length
    const splitName = split ?? 'none'
    this.splits.set(splitName, (this.splits.get(splitName) ?? 0) + 1)
    if (this.batch.length >= PAIRS_AT_ONCE) {
      await this.writeBatch()
    }
  }

  async finish(): Promise<void> {
    await this.writeBatch()
    await this.images.flush()
    const rows = sortNaturally(this.rows, ({ key }) => key)
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    await writeFile(join(this.folder, 'pairs.jsonl'), text, { flag: 'wx', flush: true })
  }

  /** The store must be closed before its folder gets its name. */
  close(): void {
    this.store?.close()
    this.store = null
  }

  private async writeBatch(): Promise<void> {
    if (this.store === null) {
      const beside = join(this.folder, PROJECT_FOLDER)
      await mkdir(beside, { recursive: true })
      this.store = new ProjectStore(join(beside, STORE_NAME))
    }
    this.store.addImported(this.batch)
    this.batch = []
  }
}

function nothingTaken(source: string, format: string, { list }: Problems): ContractError {
  const [first, ...others] = list
  const texts: MessageText[] = [message('imports.nothingTaken', { path: source, format })]
  if (first !== undefined) {
    const what = first.line === null ? first.file : `${first.file}:${first.line}`
    texts.push(message('joining.about', { what, text: first.message }))
  }
  if (others.length > 0) {
    texts.push(message('imports.moreProblems', { count: others.length }))
  }
  return failWith('invalid-input', joinSentences(texts) ?? '')
}

function reportOf(
  { source, into }: ImportOptions,
  format: string,
  { counts, splits }: Pick<ProjectWriter, 'counts' | 'splits'>,
  problems: Problems,
): ImportReport {
  const { list, errorCount } = problems
  return {
    source,
    into,
    format,
    ...counts,
    splits: Object.fromEntries(splits),
    leftOutCount: errorCount,
    warningCount: list.length - errorCount,
    problems: list.slice(0, SHOWN_PROBLEMS),
  }
}
