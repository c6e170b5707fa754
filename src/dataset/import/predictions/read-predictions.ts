import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { failWith } from '../../../contract/errors'
import type { MatchedBy, PredictionReport } from '../../../contract/predictions'
import { readImageSize } from '../../../images/decode'
import { ProjectStore } from '../../../store/project-store'
import type { PairPlace } from '../../../store/pair-places'
import { PathError, resolveInside } from '../../inside'
import { GrowingFile } from '../../new-file'
import { splitOf } from '../../split'
import { formatNames } from '../../formats/list'
import { openSource, orInvalid } from '../import-project'
import { Scratch } from '../item'
import type { RawItem, ReadContext, Size } from '../item'
import { ImportProblem, Problems } from '../problems'
import { captionsOf, manifestRows, requireRoom, usableKey } from '../read'
import type { ManifestRow } from '../read'
import type { Watched } from '../reading'
import { detectPredictionFormat, predictionReader } from './formats'
import { withLeftOutList } from './left-out-list'
import type { AddLeftOut } from './left-out-list'
import { PairIndex } from './pair-index'
import { stagedPrediction } from './staged'
import { shown, Source } from '../source'

export interface ReadOptions {
  source: string
  format: string | null
  imageList: string | null
  listFile: string | null
  /** The project's folder of images. */
  folder: string
  /** Of the project, which another process has open. */
  storePath: string
  /** Name of the proposer, to count the pairs that have a proposal of it. */
  proposer: string
  /** File to write: one prediction a line. */
  staged: string
}

export type PredictionReading = Omit<PredictionReport, 'name' | 'isStored' | 'source'>

interface Running extends Watched {
  /** Items so far. */
  progress: (done: number) => void
  signal: AbortSignal
}

/** Items between two looks at the clock and at what was asked meanwhile. */
const ITEMS_AT_ONCE = 200
const SHOWN_UNMATCHED = 20
const SHOWN_PROBLEMS = 500

/**
 * Reads predictions, finds the pair of each, and writes those that can be stored to `staged`. Nothing of the project
 * is changed.
 * @throws ContractError `invalid-input` where the source cannot be read or has no item, `cancelled`, `cannot-write`
 */
export async function readPredictions(
  options: ReadOptions,
  { progress, signal, reading }: Running,
): Promise<PredictionReading> {
  const source = await orInvalid(Source.open(options.source, null, reading, true))
  const imageList = options.imageList === null ? null : await openSource(options.imageList, null, reading)
  const format = options.format ?? (await orInvalid(detectPredictionFormat(source)))
  const scratch = new Scratch(dirname(options.staged), false)
  // of an attempt before this one
  await rm(options.staged, { force: true })
  const context: ReadContext = { source, problems: new Problems(), scratch, isCheck: false }
  const store = new ProjectStore(options.storePath, true)
  try {
    const matching = new Matching(context, {
      index: new PairIndex(store.pairs.places()),
      earlier: store.proposals.pairsOf(options.proposer),
      folder: options.folder,
      // our own lists name the pairs of data sets, not of predictions
      rows: formatNames.includes(format) ? await manifestRows(source) : new Map(),
      format,
    })
    const { sha256 } = await GrowingFile.write(options.staged, (file) =>
      withLeftOutList(options.listFile, (add) =>
        matching.run(predictionReader(format, imageList), { file, add, progress, signal }),
      ),
    )
    source.reading.end()
    return matching.report(options.source, sha256.slice(0, 16))
  } finally {
    store.close()
    await scratch.dispose()
  }
}

interface Output {
  file: GrowingFile
  add: AddLeftOut
  progress: (done: number) => void
  signal: AbortSignal
}

interface Project {
  index: PairIndex
  /** Ids of the pairs that have a proposal of this name. */
  earlier: ReadonlySet<number>
  folder: string
  rows: ReadonlyMap<string, ManifestRow>
  format: string
}

/** One pass over the items of a source. */
class Matching {
  private itemCount = 0
  private readonly counts = { regionCount: 0, captionCount: 0, earlierCount: 0, unmatchedCount: 0 }
  private readonly matchedBy: MatchedBy = { key: 0, path: 0, name: 0 }
  private readonly unmatched: { item: string; reason: string }[] = []
  /** Names of the items that were taken, by pair. */
  private readonly taken = new Map<number, string>()

  constructor(
    private readonly context: ReadContext,
    private readonly project: Project,
  ) {}

  async run(reader: { read(context: ReadContext): AsyncIterable<RawItem> }, output: Output): Promise<void> {
    const { problems } = this.context
    try {
      for await (const raw of reader.read(this.context)) {
        await this.step(output)
        try {
          await this.take(raw, output)
        } catch (error) {
          problems.leaveOut(error, raw.location, raw.key)
        }
      }
    } catch (error) {
      problems.leaveOut(error, { file: '.', line: null }, null)
    }
    output.progress(this.itemCount)
    for (const { level, item, message, file, line } of problems.list) {
      if (level === 'error') {
        await output.add(item ?? file, message, { file, line })
      }
    }
  }

  private async step({ progress, signal }: Output): Promise<void> {
    if (this.itemCount % ITEMS_AT_ONCE === 0) {
      progress(this.itemCount)
      // readers of lists never wait: without it nobody could stop this
      await setImmediate()
      if (signal.aborted) {
        throw failWith('cancelled', 'The import was cancelled; nothing was written.')
      }
    }
    this.itemCount += 1
  }

  /** @throws ImportProblem, ImageError, RleError: the item is left out */
  private async take(raw: RawItem, { file, add }: Output): Promise<void> {
    const row = this.project.rows.get(raw.after.path) ?? null
    const match = this.project.index.find(namesOf(raw, row))
    if ('reason' in match) {
      this.counts.unmatchedCount += 1
      if (this.unmatched.length < SHOWN_UNMATCHED) {
        this.unmatched.push({ item: shown(raw.key), reason: match.reason })
      }
      await add(shown(raw.key), match.reason, raw.location)
      return
    }
    const { pair, by } = match
    const first = this.taken.get(pair.id)
    if (first !== undefined) {
      throw new ImportProblem(`It is for ${pair.key}, as ${first} is: only the first one is taken.`)
    }
    const { source } = this.context
    const line = await source.reading.during(raw.after.path, () => this.lineOf(raw, row, pair))
    await file.add(Buffer.from(`${line}\n`))
    this.taken.set(pair.id, raw.key)
    this.matchedBy[by] += 1
    this.counts.earlierCount += this.project.earlier.has(pair.id) ? 1 : 0
  }

  private async lineOf(raw: RawItem, row: ManifestRow | null, pair: PairPlace): Promise<string> {
    const regions = await raw.regions(await this.sizeOf(pair))
    const captions = captionsOf(raw, row, regions, this.project.format, this.context).map(({ text }) => text)
    requireRoom(regions, captions)
    this.counts.regionCount += regions.length
    this.counts.captionCount += captions.length
    return JSON.stringify(stagedPrediction(pair.id, raw, regions, captions))
  }

  private async sizeOf({ width, height, after }: PairPlace): Promise<Size> {
    if (width > 0) {
      return { width, height }
    }
    try {
      return await readImageSize(await resolveInside(this.project.folder, after))
    } catch (error) {
      throw error instanceof PathError ? new ImportProblem(`${error.message}.`) : error
    }
  }

  /** @throws ContractError `invalid-input` where there was no item */
  report(path: string, version: string): PredictionReading {
    const { list, errorCount } = this.context.problems
    const { format } = this.project
    if (this.itemCount === 0) {
      const reason = list.at(0)?.message ?? ''
      throw failWith('invalid-input', `Nothing in ${path} can be taken as ${format}. ${reason}`.trim())
    }
    return {
      format,
      version,
      itemCount: this.itemCount,
      pairCount: this.taken.size,
      matchedBy: this.matchedBy,
      ...this.counts,
      unmatched: this.unmatched,
      leftOutCount: errorCount,
      warningCount: list.length - errorCount,
      problems: list.slice(0, SHOWN_PROBLEMS),
    }
  }
}

function namesOf(raw: RawItem, row: ManifestRow | null): Parameters<PairIndex['find']>[0] {
  const keys = new Set([...(row === null ? [] : [row.key]), raw.key, usableKey(raw.key)])
  return {
    keys: [...keys],
    before: raw.before.path,
    after: raw.after.path,
    split: raw.split === null ? null : splitOf(raw.split),
  }
}
