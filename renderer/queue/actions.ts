import { actionsOf } from '../keys/bindings'
import type { ActionEntry } from '../keys/bindings'
import { reviewPair } from '../review/commands/navigation'
import { openCaptionPairs, selectedIds, decideSelected, stopBulk, undoDecision } from './bulk'
import { filterByName, NAME_FIELD, SEARCH_FIELD, usePairList } from './list'
import { focusField } from '../state/fields'
import { positionOf } from './neighbours'
import { useGrid } from './PairListbox'

const entries: Record<string, ActionEntry> = {
  'queue.down': { keys: 'ArrowDown J', run: () => move(columns()), repeats: true },
  'queue.up': { keys: 'ArrowUp K', run: () => move(-columns()), repeats: true },
  'queue.right': { keys: 'ArrowRight', run: () => move(1), repeats: true },
  'queue.left': { keys: 'ArrowLeft', run: () => move(-1), repeats: true },
  'queue.pageDown': { keys: 'PageDown', run: () => move(page()), repeats: true },
  'queue.pageUp': { keys: 'PageUp', run: () => move(-page()), repeats: true },
  'queue.first': { keys: 'Home', run: () => move(-Infinity) },
  'queue.last': { keys: 'End', run: () => move(Infinity) },
  'queue.extendDown': { keys: 'Shift+ArrowDown', run: () => extend(columns()), repeats: true },
  'queue.extendUp': { keys: 'Shift+ArrowUp', run: () => extend(-columns()), repeats: true },
  'queue.extendRight': { keys: 'Shift+ArrowRight', run: () => extend(1), repeats: true },
  'queue.extendLeft': { keys: 'Shift+ArrowLeft', run: () => extend(-1), repeats: true },
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
  'queue.layout': { keys: 'G', run: () => toggleLayout() },
}

export const queueActions = actionsOf('queue', 'queue', entries)

function columns(): number {
  return useGrid.getState().columns
}

function page(): number {
  const { columns, visibleRows } = useGrid.getState()
  return columns * Math.max(1, visibleRows - 1)
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

function toggleLayout(): void {
  const { layout, setLayout } = usePairList.getState()
  setLayout(layout === 'list' ? 'sheet' : 'list')
}
