import { setTimeout } from 'node:timers/promises'
import { ContractError } from '../contract/errors'
import type { FactsItem } from '../dataset/export/export-pair'
import { splitsOf } from '../dataset/export/known-splits'
import { ListedFolder } from '../dataset/inside'
import { reviewStates } from '../domain/pair'
import type { PairProblem } from '../domain/pair'
import { estimatedFacts } from '../store/pair-facts'
import type { CountedRow, KnownRows } from '../store/pair-facts'
import { StoreError } from '../store/store-error'
import type { MessageText } from '../messages/message'
import type { OpenProject } from './project/open-project'
import { splitRulesOf } from './project-splits'
import { readMissingFacts } from './project/read-facts'

export type Item = FactsItem & { pairId: number; afterPath: string }

/** What is read of a project: a worker does not open it. */
export type CountedProject = Pick<OpenProject, 'folder' | 'store'>

/** Pairs that are counted without reading their documents. */
export interface CountedItems {
  items: Item[]
  /** Parts that were not read, each a sentence. */
  notices: MessageText[]
  /** Pairs that were counted by the data of the list. */
  estimatedCount: number
}

/** Pairs of a project of which something is kept: some 2 kB each. Of a larger one all is read for each count. */
const MOST_KEPT = 200_000

/** Of a project, for the next count of it. */
export interface Kept {
  readonly listed: ListedFolder
  readonly rows: KnownRows
  /** By pair, for the very row that each was made of, and files as `listed` knows them. */
  readonly items: Map<number, { readonly row: CountedRow; readonly item: Item }>
  /** The last count: another format needs the same. */
  last: { readonly key: string; readonly counted: CountedItems } | null
  /** Of the last count, complete or not. */
  lastItems: readonly Item[]
  /** Somebody has counted: what is not kept then is read by the next count. */
  isAsked: boolean
}

const keptOfProjects = new WeakMap<CountedProject, Kept>()

export function keptOf(project: CountedProject): Kept {
  const kept = keptOfProjects.get(project) ?? {
    listed: new ListedFolder(project.folder),
    rows: new Map(),
    items: new Map(),
    last: null,
    lastItems: [],
    isAsked: false,
  }
  keptOfProjects.set(project, kept)
  return kept
}

/** To be called after a count. */
export function forgetTooMany({ rows, items }: Kept, most = MOST_KEPT): void {
  if (rows.size > most) {
    rows.clear()
    items.clear()
  }
}

/** What counts of pairs need. For the command line, which seldom counts, the rest is read when it does. */
export async function readAhead(
  { project, closing }: { project: OpenProject; closing: AbortSignal },
  { isHeadless = false }: { isHeadless?: boolean },
): Promise<void> {
  await readMissingFacts(project, closing)
  if (!isHeadless && !closing.aborted) {
    await countAhead(project, closing)
  }
}

/** Of the time of the engine, counting ahead takes one part in so many. */
const PARTS = 4

/**
 * Reads what the first count of a project needs, some milliseconds at a time, unless somebody counts meanwhile. Stores
 * nothing.
 */
export async function countAhead(project: CountedProject, closing: AbortSignal): Promise<void> {
  const kept = keptOf(project)
  const items: Item[] = []
  try {
    let begun = performance.now()
    for (const rows of project.store.facts.chunks(reviewStates, '', kept.rows)) {
      await setTimeout((PARTS - 1) * (performance.now() - begun), null, { ref: false })
      for (const { before, after } of rows) {
        if (kept.isAsked || closing.aborted || kept.rows.size > MOST_KEPT) {
          forgetTooMany(kept)
          return
        }
        if (kept.listed.known(before) === null || kept.listed.known(after) === null) {
          await kept.listed.look(before)
          await kept.listed.look(after)
        }
      }
      begun = performance.now()
      items.push(...rows.map((row) => knownItem(row, kept)).filter((item) => item !== null))
    }
    await splitsOf(items, splitRulesOf(project))
    kept.lastItems = items
  } catch (error) {
    // the first count says so
    if (!closing.aborted && !(error instanceof StoreError) && !(error instanceof ContractError)) {
      throw error
    }
  }
}

/** Null if the disk must be read. */
export function knownItem(row: CountedRow, { listed, items }: Kept): Item | null {
  const known = items.get(row.id)
  if (known?.row === row) {
    return known.item
  }
  const [before, after] = [listed.known(row.before), listed.known(row.after)]
  if (before === null || after === null) {
    return null
  }
  const item = itemOf(row, before, after, row.problem)
  items.set(row.id, { row, item })
  return item
}

export function itemOf(
  row: CountedRow,
  beforePath: string,
  afterPath: string,
  problem: PairProblem | null,
): Item {
  const { id: pairId, key, split, width, height, state, isProposed, sequence } = row
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
    sequence: sequence === null ? null : { name: sequence },
    facts: row.facts ?? estimatedFacts(row),
  }
}
