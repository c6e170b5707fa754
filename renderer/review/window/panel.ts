import { flushSync } from 'react-dom'
import { useWindowState } from './window-store'

export const PANEL_ID = 'window-panel'

/** By a key: the focus goes to its first control. */
export function toggleWindowPanel(): void {
  flushSync(() => useWindowState.setState(({ isPanelShown }) => ({ isPanelShown: !isPanelShown })))
  if (useWindowState.getState().isPanelShown) {
    document.getElementById(PANEL_ID)?.querySelector<HTMLElement>('[role=slider], select')?.focus()
  }
}
