import { useEngineState } from '../state/engine-state'
import { useRoute } from '../state/route'
import { actions, presentBindings } from './actions'
import { actionFor } from './bindings'
import { combinationsOf } from './combination'
import { keepFocus, ownsKey } from './focus'

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || !useEngineState.getState().isLoaded) {
    return
  }
  const press = {
    key: event.key,
    code: event.code,
    ctrlKey: event.ctrlKey,
    metaKey: event.metaKey,
    altKey: event.altKey,
    shiftKey: event.shiftKey,
    isAltGraph: event.getModifierState('AltGraph'),
  }
  const combinations = combinationsOf(press)
  const { route } = useRoute.getState()
  const action = actionFor(combinations, route, actions, presentBindings())
  if (action === null || ownsKey(event.target, combinations[0], action.whileTyping)) {
    return
  }
  event.preventDefault()
  if (!event.repeat || action.repeats) {
    action.run()
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
