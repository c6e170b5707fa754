import { setTimeout } from 'node:timers/promises'
import { EventLoopTurns } from '../dataset/export/export-plan'
import type { FactsItem } from '../dataset/export/export-pair'
import { ListedFolder } from '../dataset/inside'
import type { PairProblem, ReviewState } from '../domain/pair'
import { estimatedFacts } from '../store/pair-facts'
import type { CountedRow } from '../store/pair-facts'
import { isNotStored } from './not-stored'
import type { OpenProject } from './open-project'
import { problemOfPath, withSize } from './pair-images'
import { StoreError } from '../store/store-error'

type Item = FactsItem & { pairId: number; afterPath: string }

/** Pairs that are counted without reading their documents. */
export interface CountedItems {
  items: Item[]
  /** What was not looked at, each a sentence. */
  notices: string[]
  /** Pairs that were counted by what the list shows of them. */
  estimatedCount: number
}

/** For looking at documents, for measuring images, and for looking for files. */
const LOOK_MILLISECONDS = 60
/** So many are looked at however long it takes. */
const FEWEST_LOOKED_AT = 32
const DOCUMENTS_AT_ONCE = 16

/** Says for a while that there is time. */
class LookTime {
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
 * The pairs in these states as a preview counts them. Documents, images and files of some are looked at; of the others
 * stands what the store knows.
 */
export async function countedItems(
  project: OpenProject,
  { states, search = '' }: { states: readonly ReviewState[]; search?: string },
  milliseconds = LOOK_MILLISECONDS,
): Promise<CountedItems> {
  const last = counts.get(project)
  const listed = last?.listed ?? new ListedFolder(project.folder)
  const isSameFolder = await listed.refresh()
  const key = JSON.stringify([states, search, project.store.changeCount()])
  if (last !== undefined && isSameFolder && last.key === key) {
    return last.counted
  }
  const look: Look = {
    listed,
    documents: new LookTime(milliseconds),
    knownDocuments: new LookTime(milliseconds),
    images: new LookTime(milliseconds),
    files: new LookTime(milliseconds),
    unmeasuredCount: 0,
    unseenCount: 0,
    estimatedCount: 0,
    hasLinks: false,
  }
  const items = await lookedAt(project, { states, search }, look)
  const counted = { items, estimatedCount: look.estimatedCount, notices: noticesOf(look) }
  // what was not looked at, or lies behind links, is looked at again
  counts.set(project, { listed, key: counted.notices.length === 0 && !look.hasLinks ? key : '', counted })
  return counted
}

async function lookedAt(
  project: OpenProject,
  { states, search }: { states: readonly ReviewState[]; search: string },
  look: Look,
): Promise<Item[]> {
  const items: Item[] = []
  const turns = new EventLoopTurns()
  for (const rows of project.store.facts.chunks(states, search)) {
    lookAtDocuments(project, rows, look)
    await measureSome(project, rows, look)
    look.estimatedCount += rows.filter(isUncounted).length
    for (const row of rows) {
      const item = withPaths(row, look)
      items.push(item instanceof Promise ? await item : item)
    }
    await turns.yieldToEventLoop()
  }
  return items
}

/** The last count of each project: another format asks for the same. */
const counts = new WeakMap<OpenProject, { listed: ListedFolder; key: string; counted: CountedItems }>()

interface Look {
  readonly listed: ListedFolder
  readonly documents: LookTime
  /** For those of which a count is known. */
  readonly knownDocuments: LookTime
  readonly images: LookTime
  readonly files: LookTime
  unmeasuredCount: number
  unseenCount: number
  estimatedCount: number
  hasLinks: boolean
}

function say(count: number, words: string): string[] {
  return count === 0 ? [] : [`${words}: ${count.toLocaleString('en')} pairs.`]
}

function noticesOf({ unmeasuredCount, unseenCount, estimatedCount }: Look): string[] {
  return [
    ...say(
      estimatedCount,
      'Estimated from the list of pairs, with their first caption and without their categories, while their work is being read',
    ),
    ...say(unmeasuredCount, 'Images that were never opened are taken to be whole'),
    ...say(unseenCount, 'Files that were not looked for just now are taken to be there'),
  ]
}

function isUncounted({ facts, problem }: CountedRow): boolean {
  return facts === null && problem === null
}

/** Those of which nothing is counted yet, and those that were not read since the project was opened. */
function lookAtDocuments(project: OpenProject, rows: CountedRow[], look: Look): void {
  const { store } = project
  const isUnread = ({ id, version, facts }: CountedRow): boolean =>
    facts !== null && !store.isRead(id, version)
  for (const { isWanted, time } of [
    { isWanted: isUncounted, time: look.documents },
    { isWanted: isUnread, time: look.knownDocuments },
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
 * A project of an older program: what plans count is read from its documents, a few at a time. Three quarters of the time are
 * left to others. Where nothing can be stored, the next opening does it.
 */
export async function readOlderPairs(project: OpenProject, closing: AbortSignal): Promise<void> {
  let last = -1
  try {
    while (!closing.aborted) {
      const pairIds = project.store.facts.missing(last, DOCUMENTS_AT_ONCE)
      const begun = performance.now()
      if (pairIds.length === 0 || !readThrough(project, pairIds)) {
        return
      }
      last = pairIds[pairIds.length - 1]
      await setTimeout(3 * (performance.now() - begun), null, { ref: false })
    }
  } catch (error) {
    // a damaged page of the list itself: whatever asks for it says so
    if (!(error instanceof StoreError)) {
      throw error
    }
  }
}

/** Returns whether it could be stored: if not, the next look does it. */
function readThrough({ store }: OpenProject, pairIds: readonly number[]): boolean {
  try {
    store.readThrough(pairIds)
    return true
  } catch (error) {
    if (!isNotStored(error)) {
      throw error
    }
    return false
  }
}

/** Counts those that have no size for lack of time, of those that would be written. */
async function measureSome(project: OpenProject, rows: CountedRow[], look: Look): Promise<void> {
  for (const [place, { id, width, problem, isProposed, caption, regionCount, facts }] of rows.entries()) {
    if (width > 0 || problem !== null) {
      continue
    }
    if (look.images.hasTimeFor(1)) {
      const pair = await withSize(project, project.store.pair(id))
      rows[place] = { ...rows[place], width: pair.width, height: pair.height, problem: pair.problem }
    } else {
      const hasCaption = caption !== null || (facts?.captions.length ?? 0) > 0
      look.unmeasuredCount += isProposed || hasCaption || regionCount > 0 ? 1 : 0
    }
  }
}

/** A promise only where the disk is asked. */
function withPaths(row: CountedRow, look: Look): Item | Promise<Item> {
  const { listed, files } = look
  const [before, after] = [listed.known(row.before), listed.known(row.after)]
  if (before !== null && after !== null) {
    return itemOf(row, before, after, row.problem)
  }
  if (files.hasTimeFor(1)) {
    return lookedFor(look, row)
  }
  look.unseenCount += 1
  return itemOf(row, row.before, row.after, row.problem)
}

async function lookedFor(look: Look, row: CountedRow): Promise<Item> {
  const { listed } = look
  try {
    const [before, after] = [await listed.resolve(row.before), await listed.resolve(row.after)]
    look.hasLinks ||= listed.known(row.before) === null || listed.known(row.after) === null
    return itemOf(row, before, after, row.problem)
  } catch (error) {
    look.hasLinks = true
    return itemOf(row, '', '', problemOfPath(error))
  }
}

function itemOf(row: CountedRow, beforePath: string, afterPath: string, problem: PairProblem | null): Item {
  const { id: pairId, key, split, width, height, state, isProposed } = row
  const [isMeasured, facts] = [width > 0, row.facts ?? estimatedFacts(row)]
  const own = { pairId, key, split, beforePath, afterPath, width, height }
  return { ...own, problem, state, isProposed, isMeasured, facts }
}
