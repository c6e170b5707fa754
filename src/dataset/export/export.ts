import { failWith } from '../../contract/errors'
import { DEFAULT_MAPPING } from '../../domain/value-mapping'
import type { ExportOptions, ExportReport } from '../../contract/work'
import { EXPORT_MARK } from '../scan'
import { dataCard } from './card'
import { formatNamed } from '../formats/list'
import type { PartialExport, DraftFile } from './partial-export'
import { leaveOutAlone, manifestRow, planExport, planPreview, reasonOf, reportOf } from './export-plan'
import { lostValuesOf, valuesToBeLost } from './lost-values'
import { largeListNotice, linkNotice, overlayNotice } from './notices'
import type { Items, Plan } from './export-plan'
import type { FormatWriter } from '../formats/format'
import type { ExportRequest, FactsItem, PlannedPair, WrittenPair } from './export-pair'
import { PairLeftOut } from './export-pair'
import { EventLoopTurns } from '../../process/event-loop-turns'
import { NO_RULES, SPLIT_NAMES } from './assign-splits'
import type { SplitName, SplitRules } from './assign-splits'
import { splitsToKeep } from './split-notices'
import { onThisThread, ThreadHelper } from './thread-helper'
import { OutputFolder } from './output'
import { mapped, writeJsonLines } from './write-pieces'
import { writePartialExport } from './write-partial-export'
import type { ReviewState } from '../../domain/pair'
import { groupBy } from '../../basics/group-by'
import { englishOf, message, joinSentences } from '../../messages/message'
import type { Message, MessageText } from '../../messages/message'

/** The commonest reasons; there may be as many as pairs. */
const SHOWN_REASONS = 3

/** Why an export would have no pair, and what to do. */
function nothingToWrite(
  leftOut: ExportReport['leftOut'],
  title: string,
  states: readonly ReviewState[],
): MessageText {
  const count = leftOut.length
  if (count === 0) {
    return message('exports.noneInStates', { states: states.join(' or ') })
  }
  const groups = [...groupBy(leftOut, ({ reason }) => englishOf(reason)).values()].sort(
    (a, b) => b.length - a.length,
  )
  const reasons = groups
    .slice(0, SHOWN_REASONS)
    .map(([{ key, reason }, ...more]) =>
      more.length === 0
        ? message('exports.onePair', { key, reason })
        : message('exports.manyPairs', { key, reason, count: more.length }),
    )
  const rest = groups.length - reasons.length
  const others = rest > 0 ? [message('exports.otherReasons', { count: rest })] : []
  const which =
    count === 1 ? message('exports.onlyPair', { title }) : message('exports.noPairFits', { count, title })
  return joinSentences([which, ...reasons, ...others]) ?? which
}

export type { ExportItem } from './export-pair'

interface Running {
  /** Pairs processed, and all pairs. */
  progress: (done: number, total: number) => void
  signal: AbortSignal
}

/** Splits of a project. */
interface SplitKeeping {
  readonly rules: SplitRules
  /** Splits by key that the source does not give, for later exports. Returns what the user should know. */
  keep(splits: ReadonlyMap<string, SplitName>): Message[]
}

const NOTHING_KEPT: SplitKeeping = { rules: NO_RULES, keep: () => [] }

/**
 * Pairs processed at a time: one waits for the disk while another is encoded. Their number has so many pixels in all.
 */
const PIXELS_AT_ONCE = 2 ** 24
const FEWEST_AT_ONCE = 2

/** Number of pairs from which on another thread saves more time than its start takes. */
const HELPED_FROM = 1000

/**
 * Writes the chosen pairs as training data. The folder appears whole or not at all; a pair that cannot be written is
 * left out with its reason. A stopped export is continued, and gives the same bytes as one without a stop.
 * @throws ContractError `cannot-write` if the folder is not empty or the disk refuses, `invalid-input` if no pair can
 * be written, `cancelled`
 */
export async function exportPairs(
  items: Items,
  options: ExportRequest,
  running: Running,
  { rules, keep }: SplitKeeping = NOTHING_KEPT,
): Promise<ExportReport> {
  const format = formatNamed(options.format)
  const { writer } = format
  const planned = await planExport(items, options, rules)
  const stopIfCancelled = (): void => stopIfAborted(running.signal)
  const { out, ...choice } = options
  const helper = planned.pairs.length < HELPED_FROM ? onThisThread : new ThreadHelper()
  try {
    return await writePartialExport(out, choice, async (partial) => {
      const plan = { ...planned, leftOut: [...planned.leftOut] }
      stopIfEmpty(plan, options)
      await partial.begin(plan.pairs)
      const output = new OutputFolder(partial, options.images ?? 'copy', helper)
      const loose = await writePairs(plan, writer, partial, output, running)
      stopIfEmpty(plan, options)
      const written = (await writer.settle?.(output, loose, stopIfCancelled)) ?? loose
      await writer.writeLists(output, written, options)
      if (writer.isPacked !== true) {
        await writeJsonLines(output, 'pairs.jsonl', mapped(written, manifestRow))
      }
      const convertedImages = written.reduce((sum, pair) => sum + pair.convertedImages, 0)
      const onGrid = overlayNotice(written)
      const lost = await lostValuesOf(written)
      const plain = withLost(reportOf(plan, options, null), lost) // no path in the card: it may be given away
      const report = { ...plain, notices: [...plain.notices, ...onGrid] }
      await output.write(
        'README.md',
        dataCard({ report, format, pairs: plan.pairs, convertedImages, project: projectFacts(options) }),
      )
      const splits = SPLIT_NAMES.filter((split) => report.splits[split] !== undefined)
      if (format.trainer !== undefined) {
        await output.write('TRAINING.md', `${format.trainer.readme(splits).join('\n\n')}\n`)
      }
      await output.write(EXPORT_MARK, `${options.format}\n`)
      await output.writeHashes()
      await output.flush(stopIfCancelled)
      const kept = keep(splitsToKeep(plan.pairs))
      const full = { ...withLost(reportOf(plan, options, options.out), lost), out: options.out }
      return {
        ...full,
        notices: [
          ...partial.notices(),
          ...full.notices,
          ...onGrid,
          ...kept,
          ...linkNotice(output, options.images),
          ...largeListNotice(output),
        ],
      }
    })
  } finally {
    await helper.close()
  }
}

/** Report of an export from the cached facts of the documents. Reads headers of a few images, and no pixels. */
export async function previewExport(
  items: readonly FactsItem[],
  options: Omit<ExportOptions, 'out'>,
  rules = NO_RULES,
): Promise<Omit<ExportReport, 'out'>> {
  const plan = await planPreview(items, options, rules)
  return withLost(reportOf(plan, options, null), await valuesToBeLost(plan.pairs))
}

function withLost<R extends Pick<ExportReport, 'unsupportedFields'>>(report: R, lost: readonly Message[]): R {
  return { ...report, unsupportedFields: [...report.unsupportedFields, ...lost] }
}

/** Writes the pairs. Those that turn out not to be writable are removed from the plan. */
async function writePairs(
  plan: Plan,
  writer: FormatWriter,
  partial: PartialExport,
  output: OutputFolder,
  { progress, signal }: Running,
): Promise<WrittenPair[]> {
  const written = new Map<PlannedPair, WrittenPair>()
  const queue = plan.pairs.values()
  let done = 0
  let isStopped = false
  const turns = new EventLoopTurns()
  const work = async (): Promise<void> => {
    for (const pair of queue) {
      if (isStopped) {
        return
      }
      try {
        stopIfAborted(signal)
        written.set(pair, await takeUpOrWrite(pair, writer, partial, output))
      } catch (error) {
        isStopped = !(error instanceof PairLeftOut)
        plan.leftOut.push({ key: pair.item.key, reason: reasonOf(error, pair.item) })
      }
      done += 1
      progress(done, plan.pairs.length)
      await turns.yieldToEventLoop()
    }
  }
  const results = await Promise.allSettled(
    Array.from({ length: pairsAtOnce(plan.pairs, output.helper.room) }, work),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) {
    throw failed.reason
  }
  plan.pairs = plan.pairs.filter((pair) => written.has(pair))
  leaveOutAlone(plan, writer)
  return plan.pairs.map((pair) => written.get(pair)!)
}

function pairsAtOnce(pairs: readonly PlannedPair[], most: number): number {
  const largest = pairs.reduce((pixels, { item }) => Math.max(pixels, item.width * item.height), 1)
  return Math.min(most, Math.max(FEWEST_AT_ONCE, Math.floor(PIXELS_AT_ONCE / largest)))
}

async function takeUpOrWrite(
  pair: PlannedPair,
  writer: FormatWriter,
  partial: PartialExport,
  output: OutputFolder,
): Promise<WrittenPair> {
  const done = await partial.takeUp(pair)
  if (done !== null) {
    done.files.forEach((file) => output.record(file))
    return done.written
  }
  const files: DraftFile[] = []
  const written = await writer.writePair(output.recordingTo(files), pair)
  partial.add(written, files)
  return written
}

function projectFacts(options: ExportRequest): Parameters<typeof dataCard>[0]['project'] {
  const { licence = null, changeDefinition = '', captionLanguage = 'en', mapping = DEFAULT_MAPPING } = options
  return { licence, changeDefinition, captionLanguage, mapping }
}

function stopIfEmpty({ pairs, leftOut }: Plan, { format, states }: ExportOptions): void {
  if (pairs.length === 0) {
    throw failWith('invalid-input', nothingToWrite(leftOut, formatNamed(format).title, states))
  }
}

function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) {
    throw failWith('cancelled', message('exports.cancelled'))
  }
}
