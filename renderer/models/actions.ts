import type { Model, ModelList } from '../../src/contract/models'
import { actionsOf } from '../keys/action'
import type { ActionEntry } from '../keys/action'
import { useEngineState } from '../state/engine-state'
import { notify } from '../state/notices'
import { promote, remove, restore, rollBack } from './commands'
import { whyNotDeletable, whyNotExported, whyNotNamed } from './permitted'
import { moveCursor, presentModel, useSelection } from './selection'

/** Also said where a model was deleted. */
export const restoreKeys = 'Z Ctrl+Z'

const entries: Record<string, ActionEntry> = {
  'models.down': { keys: 'ArrowDown J', run: () => moveCursor(1), repeats: true },
  'models.up': { keys: 'ArrowUp K', run: () => moveCursor(-1), repeats: true },
  'models.first': { keys: 'Home', run: () => moveCursor(-Infinity) },
  'models.last': { keys: 'End', run: () => moveCursor(Infinity) },
  'models.promote': { keys: 'P', run: () => withModel((model) => promoteIfUsable(model)) },
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
  'models.restore': { keys: restoreKeys, run: () => void restore(null) },
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

function promoteIfUsable(model: Model): void {
  if (model.problem === null) {
    void promote(model)
  } else {
    notify('warning', `${model.title}: ${model.problem}`)
  }
}

export function removeIfAllowed(model: Model, list: ModelList): void {
  const reason = whyNotDeletable(model, list)
  if (reason === null) {
    void remove(model, restoreKeys.split(' ')[0])
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
