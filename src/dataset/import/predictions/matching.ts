import { setImmediate } from 'node:timers/promises'
import { failWith } from '../../../contract/errors'
import type { MatchedBy, PredictionReport } from '../../../contract/dataset'
import { overlayOrNull } from '../../../frames/common-grid'
import { readImageSize } from '../../../images/decode'
import type { PairPlace } from '../../../store/pair-queries'
import { PathError, resolveInside } from '../../inside'
import type { GrowingFile } from '../../files'
import { splitOf } from '../../split-names'
import type { FramePaths, RawItem, ReadContext } from '../item'
import type { Size } from '../../../mask/bitmap'
import { ImportProblem } from '../problems'
import type { SourceLocation } from '../problems'
import { captionsOf, requireRoom } from '../read'
import { usableKey } from '../../usable-key'
import type { ManifestRow } from '../read'
import { shown } from '../source'
import type { AddLeftOut, StagedPrediction } from './output'
import { stagedPrediction } from './output'
import type { ListedNames } from './listed-names'
import type { PairIndex } from './pair-index'
import { englishOf, message, joinSentences } from '../../../messages/message'
import type { MessageText } from '../../../messages/message'

/** All but what the engine adds. */
export type PredictionReading = Omit<PredictionReport, 'name' | 'isStored' | 'source'>

/** Items between two looks at the clock and at what was asked meanwhile. */
const ITEMS_AT_ONCE = 200
const SHOWN_UNMATCHED = 20
const SHOWN_PROBLEMS = 500

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
  /** Null where no list tells what files an export gave to the pairs. */
  listed: ListedNames | null
  format: string
}

const NOTHING = {
  pairCount: 0,
  matchedBy: { key: 0, path: 0, name: 0 },
  regionCount: 0,
  captionCount: 0,
  earlierCount: 0,
}

/** One pass over the items of a source. */
export class Matching {
  private itemCount = 0
  private unmatchedCount = 0
  private readonly unmatched: { item: string; reason: MessageText }[] = []
  /** The items that were taken, by pair. */
  private readonly taken = new Map<number, Taken>()

  constructor(
    private readonly context: ReadContext,
    private readonly project: Project,
  ) {}

  async run(reader: { read(context: ReadContext): AsyncIterable<RawItem> }, output: Output): Promise<void> {
    const { problems } = this.context
    try {
      const addWithoutPair: ReadContext['addWithoutPair'] = async (name, reason, location) => {
        await this.step(output)
        await this.leaveUnmatched(name, reason, location, output)
      }
      for await (const raw of reader.read({ ...this.context, addWithoutPair })) {
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
    this.warnOfNoRegion()
    for (const { level, item, message, file, line } of problems.list) {
      if (level === 'error') {
        await output.add(item ?? file, englishOf(message), { file, line })
      }
    }
  }

  private async step({ progress, signal }: Output): Promise<void> {
    if (this.itemCount % ITEMS_AT_ONCE === 0) {
      progress(this.itemCount)
      // readers of lists never wait: without it nobody could stop this
      await setImmediate()
      if (signal.aborted) {
        throw failWith('cancelled', message('imports.cancelled'))
      }
    }
    this.itemCount += 1
  }

  /** @throws ImportProblem, ImageError, RleError: the item is left out */
  private async take(raw: RawItem, output: Output): Promise<void> {
    const row = this.project.rows.get(raw.after.path) ?? null
    const listedKey = this.project.listed?.keyOf(raw) ?? null
    const match = this.project.index.find(namesOf(raw, row?.key ?? listedKey))
    if ('reason' in match) {
      await this.leaveUnmatched(shown(raw.key), match.reason, raw.location, output)
      return
    }
    const { pair, by } = match
    const first = this.taken.get(pair.id)
    if (first !== undefined && (first.by !== 'name' || by === 'name')) {
      throw new ImportProblem(`It is for ${pair.key}, as ${first.item} is: only the first one is taken.`)
    }
    const { reading } = this.context.source
    const staged = await reading.during(raw.after.path, () => this.stage(raw, row, pair))
    await output.file.add(Buffer.from(`${JSON.stringify(staged)}\n`))
    const { location, key: item } = raw
    const [regionCount, captionCount] = [staged.regions.length, staged.captions.length]
    this.taken.set(pair.id, { item, by, location, regionCount, captionCount })
    if (first !== undefined) {
      const message = `It has a file name of ${pair.key}, and ${item} names that pair itself, so that one is taken.`
      this.context.problems.error(first.location, message, first.item)
    }
  }

  private async leaveUnmatched(
    item: string,
    reason: MessageText,
    location: SourceLocation,
    { add }: Pick<Output, 'add'>,
  ): Promise<void> {
    this.unmatchedCount += 1
    if (this.unmatched.length < SHOWN_UNMATCHED) {
      this.unmatched.push({ item, reason })
    }
    await add(item, englishOf(reason), location)
  }

  private async stage(raw: RawItem, row: ManifestRow | null, pair: PairPlace): Promise<StagedPrediction> {
    const images = await this.imagesOf(pair)
    const regions = await raw.regions(await this.sizeOf(pair, images), images)
    const captions = captionsOf(raw, row, regions, this.project.format, this.context).map(({ text }) => text)
    requireRoom(regions, captions)
    return stagedPrediction(pair.id, raw, regions, captions)
  }

  /** Absolute paths; undefined where an image is not there, which few forms of predictions need. */
  private async imagesOf({ before, after }: PairPlace): Promise<FramePaths | undefined> {
    const { folder } = this.project
    try {
      return { before: await resolveInside(folder, before), after: await resolveInside(folder, after) }
    } catch (error) {
      if (error instanceof PathError) {
        return undefined
      }
      throw error
    }
  }

  /** As the pair is shown: also where its frames are laid over each other. */
  private async sizeOf({ width, height, after }: PairPlace, images: FramePaths | undefined): Promise<Size> {
    if (width > 0) {
      return { width, height }
    }
    const overlay = images === undefined ? null : await overlayOrNull(images)
    if (overlay !== null) {
      return overlay.grid
    }
    try {
      return await readImageSize(await resolveInside(this.project.folder, after))
    } catch (error) {
      throw error instanceof PathError ? new ImportProblem(`${error.message}.`) : error
    }
  }

  /** A wrong reading of masks gives none. Records by name are often captions alone. */
  private warnOfNoRegion(): void {
    const { pairCount, regionCount } = this.countTaken()
    const { format } = this.project
    if (pairCount > 1 && regionCount === 0 && format !== 'captions') {
      const text = message('imports.noRegion', { count: pairCount, format })
      this.context.problems.warn({ file: '.', line: null }, text)
    }
  }

  private countTaken(): Pick<PredictionReading, keyof typeof NOTHING> {
    const counts = { ...NOTHING, matchedBy: { ...NOTHING.matchedBy }, pairCount: this.taken.size }
    for (const [pairId, { by, regionCount, captionCount }] of this.taken) {
      counts.matchedBy[by] += 1
      counts.regionCount += regionCount
      counts.captionCount += captionCount
      counts.earlierCount += this.project.earlier.has(pairId) ? 1 : 0
    }
    return counts
  }

  /** @throws ContractError `invalid-input` where there was no item */
  report(path: string, version: string): PredictionReading {
    const { list, errorCount } = this.context.problems
    const { format } = this.project
    if (this.itemCount === 0) {
      const nothing = message('imports.nothingTaken', { path, format })
      const reasons = list.slice(0, 1).map((problem) => problem.message)
      throw failWith('invalid-input', joinSentences([nothing, ...reasons]) ?? nothing)
    }
    return {
      format,
      version,
      itemCount: this.itemCount,
      ...this.countTaken(),
      unmatchedCount: this.unmatchedCount,
      unmatched: this.unmatched,
      leftOutCount: errorCount,
      warningCount: list.length - errorCount,
      problems: list.slice(0, SHOWN_PROBLEMS),
    }
  }
}

/** An item that was taken. A later one that is more certain supersedes it: the last line of a pair counts. */
interface Taken {
  item: string
  by: keyof MatchedBy
  location: SourceLocation
  regionCount: number
  captionCount: number
}

/** @param listedKey that a list of the export has for it */
function namesOf(raw: RawItem, listedKey: string | null): Parameters<PairIndex['find']>[0] {
  const keys = new Set([...(listedKey === null ? [] : [listedKey]), raw.key, usableKey(raw.key)])
  return {
    keys: [...keys],
    before: raw.before.path,
    after: raw.after.path,
    split: raw.split === null ? null : splitOf(raw.split),
  }
}
