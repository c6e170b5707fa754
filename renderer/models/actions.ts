import type { Model, ModelList } from '../../src/contract/models'
import { actionsOf, bindingsOf, isMac, spellKeys } from '../keys/bindings'
import type { ActionEntry } from '../keys/bindings'
import { useEngineState } from '../state/engine-state'
import { notify } from '../state/notices'
import { promote, remove, restore, rollBack, moveCursor, presentModel, useSelection } from './commands'
import { text } from '../text/chosen'
import { spellMessage } from '../text/message'

const words = text.models

/** Why it cannot be deleted; null where it can. */
export function whyNotDeletable({ id, origin }: Model, list: ModelList): string | null {
  if (origin === 'built-in' || origin === 'shipped') {
    return words.notDeletable[origin]
  }
  const isInUse = [list.inUse, list.project?.present, list.byDefault.present].includes(id)
  return isInUse ? words.notDeletable.inUse : null
}

/** Why it cannot be promoted; null where it can. */
export function whyNotPromoted({ id, title, problem }: Model, list: ModelList): string | null {
  const promoted = list.project === null ? list.byDefault.present : (list.project.present ?? list.inUse)
  if (problem !== null) {
    return `${title}: ${spellMessage(problem)}`
  }
  return promoted === id ? words.promotedAlready(title) : null
}

/** Why it cannot be renamed; null where it can. */
export function whyNotNamed({ origin, problem }: Model): string | null {
  return origin === 'built-in' || origin === 'shipped' || problem !== null ? words.notNamed : null
}

/** Why it cannot be exported; null where it can. */
export function whyNotExported({ origin, problem }: Model): string | null {
  return origin === 'built-in' ? words.noFiles : problem === null ? null : spellMessage(problem)
}

const entries: Record<string, ActionEntry> = {
  'models.down': { keys: 'ArrowDown J', run: () => moveCursor(1), repeats: true },
  'models.up': { keys: 'ArrowUp K', run: () => moveCursor(-1), repeats: true },
  'models.first': { keys: 'Home', run: () => moveCursor(-Infinity) },
  'models.last': { keys: 'End', run: () => moveCursor(Infinity) },
  'models.promote': { keys: 'P', run: () => withModel(promoteIfAllowed) },
  'models.rollBack': { keys: 'B', run: () => void rollBack() },
  'models.rename': {
    keys: 'F2 N',
    run: () => withModel((model) => openUnless(whyNotNamed(model), 'rename')),
  },
  'models.export': {
    keys: 'E',
    run: () => withModel((model) => openUnless(whyNotExported(model), 'export')),
  },
  'models.delete': { keys: 'Delete Backspace', run: () => withModel(removeIfAllowed) },
  'models.restore': { keys: 'Z Ctrl+Z', run: () => void restore(null) },
  'models.import': { keys: 'I', run: () => useSelection.setState({ dialog: 'import' }) },
}

export const modelActions = actionsOf('models', 'models', entries)

function withModel(work: (model: Model, list: ModelList) => void): void {
  const model = presentModel()
  const list = useEngineState.getState().models
  if (model !== null && list !== null) {
    work(model, list)
  }
}

function promoteIfAllowed(model: Model, list: ModelList): void {
  const reason = whyNotPromoted(model, list)
  if (reason === null) {
    void promote(model)
  } else {
    notify('warning', reason)
  }
}

/** As the person has it now; empty for none. */
function restoreKey(): string {
  const { keys } = useEngineState.getState().settings
  const [combination = ''] = bindingsOf(modelActions, keys).get('models.restore') ?? []
  return spellKeys(combination, isMac)
}

export function removeIfAllowed(model: Model, list: ModelList): void {
  const reason = whyNotDeletable(model, list)
  if (reason === null) {
    void remove(model, restoreKey())
  } else {
    notify('warning', reason)
  }
}

function openUnless(reason: string | null, dialog: 'rename' | 'export'): void {
  if (reason === null) {
    useSelection.setState({ dialog })
  } else {
    notify('warning', reason)
  }
}
