import { actionsOf } from '../keys/bindings'
import type { ActionEntry } from '../keys/bindings'
import { reviewPair } from '../review/commands/navigation'
import { readFolder } from '../open/read-folder'
import { decideSelected, stopBulk, undoDecision } from './bulk'
import { openCaptionPairs, selectedIds } from './caption-pairs'
import { filterByName, LAYOUTS, NAME_FIELD, SEARCH_FIELD, usePairList } from './list'
import { moveOnMap } from './map/map-store'
import { focusField } from '../state/fields'
import { positionOf } from './neighbours'
import { useGrid } from './PairListbox'
import { showSimilar } from './similar/similar'
import { openBlindReviews } from './blind-reviews/dialog'
import { openStatistics } from './statistics/dialog'

const entries: Record<string, ActionEntry> = {
  'queue.down': { keys: 'ArrowDown J', run: () => step(0, 1), repeats: true },
  'queue.up': { keys: 'ArrowUp K', run: () => step(0, -1), repeats: true },
  'queue.right': { keys: 'ArrowRight', run: () => step(1, 0), repeats: true },
  'queue.left': { keys: 'ArrowLeft', run: () => step(-1, 0), repeats: true },
  'queue.pageDown': { keys: 'PageDown', run: () => move(page()), repeats: true },
  'queue.pageUp': { keys: 'PageUp', run: () => move(-page()), repeats: true },
  'queue.first': { keys: 'Home', run: () => move(-Infinity) },
  'queue.last': { keys: 'End', run: () => move(Infinity) },
  'queue.extendDown': { keys: 'Shift+ArrowDown', run: () => extendStep(0, 1), repeats: true },
  'queue.extendUp': { keys: 'Shift+ArrowUp', run: () => extendStep(0, -1), repeats: true },
  'queue.extendRight': { keys: 'Shift+ArrowRight', run: () => extendStep(1, 0), repeats: true },
  'queue.extendLeft': { keys: 'Shift+ArrowLeft', run: () => extendStep(-1, 0), repeats: true },
  'queue.extendFirst': { keys: 'Shift+Home', run: () => extend(-Infinity) },
  'queue.extendLast': { keys: 'Shift+End', run: () => extend(Infinity) },
  'queue.open': { keys: 'Enter', run: () => openCursor() },
  'queue.select': { keys: 'Space', run: () => toggleCursor() },
  'queue.selectAll': { keys: 'Ctrl+A', run: () => void usePairList.getState().selectAll() },
  'queue.clear': { keys: 'Escape', run: () => stopOrClear() },
  'queue.accept': { keys: 'A', run: () => void decideSelected('accept') },
  'queue.reject': { keys: 'R', run: () => void decideSelected('reject') },
  'queue.undo': { keys: 'Z Ctrl+Z', run: () => void undoDecision() },
  'queue.ask': { keys: 'Shift+K', run: () => openCaptionPairs(selectedIds()) },
  'queue.search': {
    keys: '/ Ctrl+F',
    run: () => void focusField(SEARCH_FIELD),
  },
  'queue.names': { keys: 'N', run: () => void focusField(NAME_FIELD) },
  'queue.namesClear': { keys: 'Shift+N', run: () => filterByName(null) },
  'queue.layout': { keys: 'G', run: () => nextLayout() },
  'queue.similar': { keys: 'Shift+S', run: () => showSimilarToCursor() },
  'queue.blindReviews': { keys: 'Shift+B', run: () => openBlindReviews() },
  'queue.statistics': { keys: 'Shift+T', run: () => openStatistics() },
  'queue.readFolder': { keys: 'Shift+F', run: () => void readFolder() },
}

export const queueActions = actionsOf('queue', 'queue', entries)

/** Pairs from the one at the cursor to the one so many lines further down, or further up. */
function toLine(down: number): number {
  const { ids, cursorId } = usePairList.getState()
  const position = cursorId === null ? 0 : Math.max(0, positionOf(ids, cursorId))
  const { lines } = useGrid.getState()
  return down === 0 || lines === null ? down : lines.beside(position, down) - position
}

function page(): number {
  const { columns, visibleRows } = useGrid.getState()
  return columns * Math.max(1, visibleRows - 1)
}

const isMap = (): boolean => usePairList.getState().layout === 'map'

/** To the next pair in a direction: 1, 0 or -1 to the right and down. */
function step(right: number, down: number): void {
  if (isMap()) {
    moveOnMap(right, down)
  } else {
    move(right + toLine(down))
  }
}

function extendStep(right: number, down: number): void {
  if (isMap()) {
    moveOnMap(right, down, true)
  } else {
    extend(right + toLine(down))
  }
}

function move(pairs: number): void {
  usePairList.getState().moveBy(pairs)
}

function extend(pairs: number): void {
  const { ids, cursorId, extendTo } = usePairList.getState()
  if (cursorId !== null) {
    const target = positionOf(ids, cursorId) + pairs
    extendTo(ids[Math.min(ids.length - 1, Math.max(0, target))])
  }
}

function openCursor(): void {
  const { cursorId } = usePairList.getState()
  if (cursorId !== null) {
    void reviewPair(cursorId)
  }
}

function toggleCursor(): void {
  const { cursorId, toggle } = usePairList.getState()
  if (cursorId !== null) {
    toggle(cursorId)
  }
}

function stopOrClear(): void {
  if (!stopBulk()) {
    usePairList.getState().clearSelection()
  }
}

function nextLayout(): void {
  const { layout, setLayout } = usePairList.getState()
  setLayout(LAYOUTS[(LAYOUTS.indexOf(layout) + 1) % LAYOUTS.length])
}

function showSimilarToCursor(): void {
  const { cursorId } = usePairList.getState()
  if (cursorId !== null) {
    void showSimilar(cursorId)
  }
}
