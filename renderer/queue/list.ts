import { create } from 'zustand'
import type { PairFilter, PairOrder, StateCounts } from '../../src/contract/project'
import { engine } from '../engine'
import { idsBetween, nearestLeft, positionOf } from './neighbours'
import { messageOf } from '../text/message'
import type { PairGroup } from './sequences/lines'

export const LAYOUTS = ['list', 'sheet', 'map'] as const
export type Layout = (typeof LAYOUTS)[number]

/** Name of the field that searches the pairs. */
export const SEARCH_FIELD = 'search'

/** Name of the field that filters the pairs by a name. */
export const NAME_FIELD = 'name filter'

/** The pairs that the present filter and order give. Review walks along the same list. */
interface PairList {
  filter: PairFilter
  order: PairOrder
  layout: Layout
  ids: readonly number[]
  /** In the order by sequence. */
  groups: readonly PairGroup[]
  counts: StateCounts | null
  /** Of any pair, as `ids` was found. */
  hasAgreement: boolean
  isFinding: boolean
  /** Something changed since `ids` was found, so the filter or order may give another list. */
  isStale: boolean
  problem: string | null
  /** Row that the keys act on. */
  cursorId: number | null
  /** Where a selection with Shift begins. */
  anchorId: number | null
  selected: ReadonlySet<number>
  /** All pairs of the list that is being found are to be selected. */
  isSelectingAll: boolean
  find(): Promise<void>
  setFilter(change: Partial<PairFilter>): void
  /** The cursor goes to the first pair of the new order. */
  setOrder(order: PairOrder): void
  /** Puts the list in the order of similarity to this pair; null goes back to the order of the folder. */
  showLike(likeId: number | null): void
  setLayout(layout: Layout): void
  markStale(): void
  /** Begins anew, for another project. */
  reset(): void
  moveTo(id: number): void
  moveBy(rows: number): void
  extendTo(id: number): void
  toggle(id: number): void
  /** Of the list that is being found, where one is. */
  selectAll(): Promise<void>
  deselect(ids: readonly number[]): void
  /** These of the list. @param isMore beside those that are selected; else in place of them */
  select(ids: readonly number[], isMore?: boolean): void
  clearSelection(): void
}

export const EVERYTHING: PairFilter = {
  states: null,
  search: '',
  hasProblem: null,
  category: null,
  proposers: null,
  sequence: null,
  isToAdjudicate: false,
  likeId: null,
}
const nothingSelected: ReadonlySet<number> = new Set()
const start = {
  filter: EVERYTHING,
  order: 'key' as PairOrder,
  ids: [] as readonly number[],
  groups: [] as readonly PairGroup[],
  counts: null,
  hasAgreement: false,
  isFinding: false,
  isStale: false,
  problem: null,
  cursorId: null,
  anchorId: null,
  selected: nothingSelected,
  isSelectingAll: false,
}

/** Answers to questions that were changed meanwhile are dropped. */
let latest = 0

/** The last question. */
let finding: Promise<void> = Promise.resolve()

/** Until the list is the one that was asked for last. */
export async function settled(): Promise<void> {
  while (usePairList.getState().isFinding) {
    await finding
  }
}

type Selecting = Pick<
  PairList,
  'extendTo' | 'toggle' | 'selectAll' | 'deselect' | 'select' | 'clearSelection'
>

function selecting(set: (change: Partial<PairList>) => void, get: () => PairList): Selecting {
  return {
    extendTo(id) {
      const { ids, anchorId, cursorId } = get()
      const from = anchorId ?? cursorId ?? id
      const between = idsBetween(ids, positionOf(ids, from), positionOf(ids, id))
      set({ cursorId: id, anchorId: from, selected: new Set(between) })
    },
    toggle(id) {
      const selected = new Set(get().selected)
      if (!selected.delete(id)) {
        selected.add(id)
      }
      set({ selected, cursorId: id, anchorId: id })
    },
    async selectAll() {
      set({ isSelectingAll: true })
      await settled()
      // not where the selection was cleared meanwhile, or another folder opened
      set(get().isSelectingAll ? { selected: new Set(get().ids), isSelectingAll: false } : {})
    },
    deselect(ids) {
      const left = new Set(get().selected)
      ids.forEach((id) => left.delete(id))
      set({ selected: left })
    },
    select(chosen, isMore = true) {
      const { ids, selected } = get()
      const listed = chosen.filter((id) => positionOf(ids, id) !== -1)
      set({ selected: new Set(isMore ? [...selected, ...listed] : listed) })
    },
    clearSelection: () => set({ selected: nothingSelected, isSelectingAll: false }),
  }
}

export const usePairList = create<PairList>()((set, get) => ({
  ...start,
  layout: 'list',
  find: () => (finding = fetchList()),
  setFilter(change) {
    set(filtered(get(), change))
    void get().find()
  },
  setOrder(order) {
    set({ order, cursorId: null, anchorId: null })
    void get().find()
  },
  showLike(likeId) {
    set({ filter: { ...get().filter, likeId }, order: likeId === null ? 'key' : 'similarity' })
    void get().find()
  },
  setLayout: (layout) => set({ layout }),
  markStale() {
    if (!get().isStale && !get().isFinding) {
      set({ isStale: true })
    }
  },
  reset() {
    latest += 1
    set(start)
  },
  moveTo: (id) => set({ cursorId: id, anchorId: id }),
  moveBy(rows) {
    const { ids, cursorId } = get()
    if (ids.length > 0) {
      const from = cursorId === null ? 0 : Math.max(0, positionOf(ids, cursorId))
      const id = ids[Math.min(ids.length - 1, Math.max(0, from + rows))]
      set({ cursorId: id, anchorId: id })
    }
  },
  ...selecting(set, get),
}))

/** Null takes all names. */
export function filterByName(category: string | null): void {
  if ((usePairList.getState().filter.category ?? null) !== category) {
    usePairList.getState().setFilter({ category })
  }
}

/** An order that has lost its proposers, or its pair, becomes that of the folder. */
function filtered(
  { filter: present, order }: Pick<PairList, 'filter' | 'order'>,
  change: Partial<PairFilter>,
): Pick<PairList, 'filter' | 'order'> {
  const filter = { ...present, ...change }
  return { filter, order: isOrderPossible(order, filter) ? order : 'key' }
}

/** Null takes the pairs of all proposers. */
export function filterByProposers(proposers: PairFilter['proposers']): void {
  usePairList.getState().setFilter({ proposers })
}

/** Whether the filter names the proposers, or the pair, that the order is about. */
export function isOrderPossible(
  order: PairOrder,
  { proposers, likeId, isToAdjudicate }: Pick<PairFilter, 'proposers' | 'likeId' | 'isToAdjudicate'>,
): boolean {
  switch (order) {
    case 'similarity':
      return likeId != null
    case 'proposer-score-descending':
    case 'proposer-score-ascending':
      return proposers != null
    case 'review-disagreement':
      return isToAdjudicate === true
    case 'proposer-distance':
      return proposers?.against != null
    default:
      return true
  }
}

async function fetchList(): Promise<void> {
  const { getState: get, setState: set } = usePairList
  latest += 1
  const request = latest
  const { filter, order } = get()
  set({ isFinding: true, isStale: false })
  try {
    const { ids, counts, hasAgreement, groups } = await engine.call('pairs.find', { filter, order })
    if (request !== latest) {
      return
    }
    const { cursorId, anchorId, selected } = get()
    const cursor = nearestLeft(get().ids, cursorId, ids)
    const isAnchorLeft = anchorId !== null && positionOf(ids, anchorId) !== -1
    set({
      ids,
      groups,
      counts,
      hasAgreement,
      isFinding: false,
      problem: null,
      cursorId: cursor,
      anchorId: isAnchorLeft ? anchorId : cursor,
      selected: new Set([...selected].filter((id) => positionOf(ids, id) !== -1)),
    })
  } catch (error) {
    if (request === latest) {
      set({ isFinding: false, problem: messageOf(error), ids: [], groups: [], counts: null })
    }
  }
}
