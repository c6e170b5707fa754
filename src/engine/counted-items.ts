import { EventLoopTurns } from '../process/event-loop-turns'
import type { FactsItem } from '../dataset/export/export-pair'
import { ListedFolder } from '../dataset/inside'
import type { PairProblem, ReviewState } from '../domain/pair'
import { estimatedFacts } from '../store/pair-facts'
import type { CountedRow } from '../store/pair-facts'
import type { OpenProject } from './open-project'
import { problemOfPath, withSize } from './pair-images'
import { DOCUMENTS_AT_ONCE, readThrough } from './read-facts'
import { message } from '../messages/message'
import type { MessageText, Message } from '../messages/message'

type Item = FactsItem & { pairId: number; afterPath: string }

/** What is read of a project: a worker does not open it. */
type CountedProject = Pick<OpenProject, 'folder' | 'store'>

/** Pairs that are counted without reading their documents. */
export interface CountedItems {
  items: Item[]
  /** Parts that were not read, each a sentence. */
  notices: MessageText[]
  /** Pairs that were counted by the data of the list. */
  estimatedCount: number
}

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
  const last = counts.get(project)
  const listed = last?.listed ?? new ListedFolder(project.folder)
  const isSameFolder = await listed.refresh()
  const key = JSON.stringify([states, search, project.store.changeCount()])
  if (last !== undefined && isSameFolder && last.key === key) {
    return last.counted
  }
  const pass: CountingPass = {
    listed,
    documents: new TimeBudget(milliseconds),
    knownDocuments: new TimeBudget(milliseconds),
    images: new TimeBudget(milliseconds),
    files: new TimeBudget(milliseconds),
    unmeasuredCount: 0,
    uncheckedCount: 0,
    estimatedCount: 0,
    hasLinks: false,
  }
  const items = project.store.pairs.sequences.named(await countRows(project, { states, search }, pass))
  const counted = { items, estimatedCount: pass.estimatedCount, notices: noticesOf(pass) }
  // an incomplete count, or one with files behind links, is made again
  counts.set(project, { listed, key: counted.notices.length === 0 && !pass.hasLinks ? key : '', counted })
  return counted
}

async function countRows(
  project: CountedProject,
  { states, search }: { states: readonly ReviewState[]; search: string },
  pass: CountingPass,
): Promise<Item[]> {
  const items: Item[] = []
  const turns = new EventLoopTurns()
  for (const rows of project.store.facts.chunks(states, search)) {
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

/** The last count of each project: another format needs the same. */
const counts = new WeakMap<CountedProject, { listed: ListedFolder; key: string; counted: CountedItems }>()

interface CountingPass {
  readonly listed: ListedFolder
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
      some.forEach((one) => (rows[one] = store.facts.row(rows[one].id)))
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
  const { listed, files } = pass
  const [before, after] = [listed.known(row.before), listed.known(row.after)]
  if (before !== null && after !== null) {
    return itemOf(row, before, after, row.problem)
  }
  if (files.hasTimeFor(1)) {
    return findFiles(pass, row)
  }
  pass.uncheckedCount += 1
  return itemOf(row, row.before, row.after, row.problem)
}

async function findFiles(pass: CountingPass, row: CountedRow): Promise<Item> {
  const { listed } = pass
  try {
    const [before, after] = [await listed.resolve(row.before), await listed.resolve(row.after)]
    pass.hasLinks ||= listed.known(row.before) === null || listed.known(row.after) === null
    return itemOf(row, before, after, row.problem)
  } catch (error) {
    pass.hasLinks = true
    return itemOf(row, '', '', problemOfPath(error))
  }
}

function itemOf(row: CountedRow, beforePath: string, afterPath: string, problem: PairProblem | null): Item {
  const { id: pairId, key, split, width, height, state, isProposed } = row
  // one literal: to add to a spread object is far slower, and there are 100,000
  return {
    pairId,
    key,
    split,
    beforePath,
    afterPath,
    width,
    height,
    problem,
    state,
    isProposed,
    isMeasured: width > 0,
    facts: row.facts ?? estimatedFacts(row),
  }
}
