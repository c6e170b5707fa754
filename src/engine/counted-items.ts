import { EventLoopTurns } from '../process/event-loop-turns'
import { bucketOf } from '../buckets/buckets-in-use'
import { keepSplits } from '../dataset/export/known-splits'
import type { ReviewState } from '../domain/pair'
import type { CountedRow } from '../store/pair-facts'
import { forgetTooMany, itemOf, keptOf, knownItem } from './kept-counts'
import type { CountedItems, CountedProject, Item, Kept } from './kept-counts'
import { problemOfPath, withSize } from './pictures/pair-images'
import { DOCUMENTS_AT_ONCE, readThrough } from './project/read-facts'
import { message } from '../messages/message'
import type { Message } from '../messages/message'

/** Budget for each of: documents, measuring images, finding files. */
const COUNTING_MILLISECONDS = 60
/** This many are read, however long it takes. */
const FEWEST_LOOKED_AT = 32

/** Time from its first use on; the first `FEWEST_LOOKED_AT` items always fit. */
class TimeBudget {
  private count = 0
  private begun = 0

  constructor(private readonly milliseconds: number) {}

  hasTimeFor(count: number): boolean {
    this.begun = this.count === 0 ? performance.now() : this.begun
    this.count += count
    return this.count <= FEWEST_LOOKED_AT || performance.now() - this.begun < this.milliseconds
  }
}

/**
 * The pairs in these states as a preview counts them. Documents, images and files of some are read; for the others
 * the store's data is used.
 */
export async function countedItems(
  project: CountedProject,
  { states, search = '' }: { states: readonly ReviewState[]; search?: string },
  milliseconds = COUNTING_MILLISECONDS,
): Promise<CountedItems> {
  const kept = keptOf(project)
  kept.isAsked = true
  const isSameFolder = await kept.listed.refresh()
  const key = JSON.stringify([states, search, project.store.changeCount()])
  if (isSameFolder && kept.last?.key === key) {
    return kept.last.counted
  }
  // copies of images in a bucket may lie elsewhere the next time
  if (!isSameFolder || bucketOf(project.folder) !== null) {
    kept.items.clear()
  }
  const pass: CountingPass = {
    kept,
    documents: new TimeBudget(milliseconds),
    knownDocuments: new TimeBudget(milliseconds),
    images: new TimeBudget(milliseconds),
    files: new TimeBudget(milliseconds),
    unmeasuredCount: 0,
    uncheckedCount: 0,
    estimatedCount: 0,
    hasLinks: false,
  }
  const items = await countRows(project, { states, search }, pass)
  forgetTooMany(kept)
  keepSplits(items, kept.lastItems)
  kept.lastItems = items
  const counted = { items, estimatedCount: pass.estimatedCount, notices: noticesOf(pass) }
  // an incomplete count, or one with files behind links, is made again
  kept.last = counted.notices.length === 0 && !pass.hasLinks ? { key, counted } : null
  return counted
}

async function countRows(
  project: CountedProject,
  { states, search }: { states: readonly ReviewState[]; search: string },
  pass: CountingPass,
): Promise<Item[]> {
  const items: Item[] = []
  const turns = new EventLoopTurns()
  for (const rows of project.store.facts.chunks(states, search, pass.kept.rows)) {
    readDocuments(project, rows, pass)
    await measureSome(project, rows, pass)
    pass.estimatedCount += rows.filter(isUncounted).length
    for (const row of rows) {
      const item = withPaths(row, pass)
      items.push(item instanceof Promise ? await item : item)
    }
    await turns.yieldToEventLoop()
  }
  return items
}

interface CountingPass {
  readonly kept: Kept
  readonly documents: TimeBudget
  /** For pairs that have a count already. */
  readonly knownDocuments: TimeBudget
  readonly images: TimeBudget
  readonly files: TimeBudget
  unmeasuredCount: number
  uncheckedCount: number
  estimatedCount: number
  hasLinks: boolean
}

function notice(
  count: number,
  id: 'engine.estimated' | 'engine.takenWhole' | 'engine.takenThere',
): Message[] {
  return count === 0 ? [] : [message(id, { count })]
}

function noticesOf({ unmeasuredCount, uncheckedCount, estimatedCount }: CountingPass): Message[] {
  return [
    ...notice(estimatedCount, 'engine.estimated'),
    ...notice(unmeasuredCount, 'engine.takenWhole'),
    ...notice(uncheckedCount, 'engine.takenThere'),
  ]
}

function isUncounted({ facts, problem }: CountedRow): boolean {
  return facts === null && problem === null
}

/** Reads pairs without a count, and those not read since the project was opened. */
function readDocuments(project: CountedProject, rows: CountedRow[], pass: CountingPass): void {
  const { store } = project
  const { kept } = pass
  const isUnread = ({ id, version, facts }: CountedRow): boolean =>
    facts !== null && !store.isRead(id, version)
  for (const { isWanted, time } of [
    { isWanted: isUncounted, time: pass.documents },
    { isWanted: isUnread, time: pass.knownDocuments },
  ]) {
    let place = 0
    while (place < rows.length && time.hasTimeFor(0)) {
      const places: number[] = []
      for (; place < rows.length && places.length < DOCUMENTS_AT_ONCE; place += 1) {
        if (isWanted(rows[place])) {
          places.push(place)
        }
      }
      const some = time.hasTimeFor(places.length) ? places : []
      readThrough(
        project,
        some.map((one) => rows[one].id),
      )
      some.forEach((one) => (rows[one] = store.facts.row(rows[one].id, kept.rows)))
    }
  }
}

/**
 * Measures images without a size. Counts those that stay without for lack of time, among the pairs that would be
 * written.
 */
async function measureSome(project: CountedProject, rows: CountedRow[], pass: CountingPass): Promise<void> {
  for (const [place, { id, width, problem, isProposed, caption, regionCount, facts }] of rows.entries()) {
    if (width > 0 || problem !== null) {
      continue
    }
    if (pass.images.hasTimeFor(1)) {
      const pair = await withSize(project, project.store.pair(id))
      rows[place] = { ...rows[place], width: pair.width, height: pair.height, problem: pair.problem }
    } else {
      const hasCaption = caption !== null || (facts?.captions.length ?? 0) > 0
      pass.unmeasuredCount += isProposed || hasCaption || regionCount > 0 ? 1 : 0
    }
  }
}

/** Returns a promise only if the disk must be read. */
function withPaths(row: CountedRow, pass: CountingPass): Item | Promise<Item> {
  const item = knownItem(row, pass.kept)
  if (item !== null) {
    return item
  }
  if (pass.files.hasTimeFor(1)) {
    return findFiles(pass, row)
  }
  pass.uncheckedCount += 1
  return itemOf(row, row.before, row.after, row.problem)
}

async function findFiles(pass: CountingPass, row: CountedRow): Promise<Item> {
  const { listed } = pass.kept
  try {
    const [before, after] = [await listed.resolve(row.before), await listed.resolve(row.after)]
    pass.hasLinks ||= listed.known(row.before) === null || listed.known(row.after) === null
    return itemOf(row, before, after, row.problem)
  } catch (error) {
    pass.hasLinks = true
    return itemOf(row, '', '', problemOfPath(error))
  }
}
