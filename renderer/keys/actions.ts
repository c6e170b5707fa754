import { modelActions } from '../models/actions'
import { openForEditing } from '../open/flow'
import { queueActions } from '../queue/actions'
import { reviewActions } from '../review/commands/actions'
import { actions as stageActions } from '../review/stage/actions'
import type { CanvasAction } from '../review/stage/actions'
import type { text } from '../text/chosen'
import { trainingActions } from '../training/actions'
import { useEngineState } from '../state/engine-state'
import { focusNextPane, isInLayer, keepFocus, ownsKey } from './focus'
import { useNotices } from '../state/notices'
import { goTo } from '../state/places'
import { useRoute } from '../state/route'
import { actionsOf, bindingsOf, isMac, spellKeys, actionFor, combinationsOf, keyPressOf } from './bindings'
import type { Action, ActionEntry, Bindings } from './bindings'

const { togglePanels, toggleCanvasMaximized, showKeys } = useRoute.getState()

const appEntries: Record<string, ActionEntry> = {
  'app.keys': { keys: '? F1', run: () => showKeys(!useRoute.getState().areKeysShown) },
  'app.open': { keys: 'Ctrl+O', run: () => goTo('open'), whileTyping: true },
  'app.queue': { keys: 'Ctrl+1', run: () => goTo('queue'), whileTyping: true },
  'app.review': { keys: 'Ctrl+2', run: () => goTo('review'), whileTyping: true },
  'app.dataset': { keys: 'Ctrl+3', run: () => goTo('dataset'), whileTyping: true },
  'app.training': { keys: 'Ctrl+4', run: () => goTo('training'), whileTyping: true },
  'app.models': { keys: 'Ctrl+5', run: () => goTo('models'), whileTyping: true },
  'app.settings': { keys: 'Ctrl+,', run: () => goTo('settings'), whileTyping: true },
  'app.openForEditing': { keys: 'Ctrl+Shift+E', run: () => void openForEditing(), whileTyping: true },
  'app.fold': { keys: '\\', run: () => togglePanels() },
  'app.whole': { keys: 'Shift+W', run: () => maximizeCanvas() },
  'app.pane': { keys: 'F6', run: () => focusNextPane(), whileTyping: true },
}

function maximizeCanvas(): void {
  if (useRoute.getState().route === 'review') {
    toggleCanvasMaximized()
  }
}

const appActions = actionsOf('everywhere', null, appEntries)

function canvasAction(action: CanvasAction): Action {
  return { ...action, group: 'canvas', route: 'review', whileTyping: false }
}

const canvasActions = stageActions.map(canvasAction)

/** Everything that a key can do, in the order in which it is listed. */
export const actions: readonly Action[] = [
  ...appActions,
  ...queueActions,
  ...reviewActions,
  ...canvasActions,
  ...trainingActions,
  ...modelActions,
]

let bindings: Bindings | null = null
let bindingsFor: object | null = null

/** The keys as the person has them now. */
export function presentBindings(): Bindings {
  const { keys } = useEngineState.getState().settings
  if (bindings === null || bindingsFor !== keys) {
    bindings = bindingsOf(actions, keys)
    bindingsFor = keys
  }
  return bindings
}

export type ActionId = keyof typeof text.keys.actions | keyof typeof text.stage.actions

/** `B` or `Ctrl+Z / Z`, or empty: for tooltips and buttons. */
export function keysFor(actionId: ActionId): string {
  return spellKeys((presentBindings().get(actionId) ?? []).join(' '), isMac)
}

/** A label with its key behind it. */
export function withKeys(label: string, actionId: ActionId): string {
  const keys = keysFor(actionId)
  return keys === '' ? label : `${label} (${keys})`
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || !useEngineState.getState().isLoaded) {
    return
  }
  const combinations = combinationsOf(keyPressOf(event))
  const { route } = useRoute.getState()
  const action = actionFor(combinations, route, actions, presentBindings())
  if (action === null && combinations[0] === 'Escape') {
    dismissStanding(event)
  }
  if (action === null || ownsKey(event.target, combinations[0], action.whileTyping)) {
    return
  }
  event.preventDefault()
  if (!event.repeat || action.repeats) {
    action.run()
  }
}

/** Where Escape does nothing else, it closes the newest notice that stays, which could lie over a form. */
function dismissStanding(event: KeyboardEvent): void {
  const { notices, dismiss } = useNotices.getState()
  const standing = notices.findLast(({ level }) => level === 'error')
  if (standing !== undefined && !isInLayer(event.target)) {
    event.preventDefault()
    dismiss(standing.id)
  }
}

/** The one listener for keys, and what keeps them going to the page. Returns the function that ends both. */
export function listenForKeys(): () => void {
  window.addEventListener('keydown', onKeyDown)
  window.addEventListener('mousedown', keepFocus)
  return () => {
    window.removeEventListener('keydown', onKeyDown)
    window.removeEventListener('mousedown', keepFocus)
  }
}
