import { flushSync } from 'react-dom'
import { usePlace } from '../../ui/place'

/** Fields that keys lead to: `caption-1`, `notes`, `category`. */
export function focusField(name: string): void {
  const { arePanelsFolded, isWhole, togglePanels, toggleWhole } = usePlace.getState()
  if (isWhole) {
    toggleWhole()
  }
  if (arePanelsFolded) {
    togglePanels()
  }
  // The field may only be drawn by what was just changed, and a key typed before it has the focus would
  // be taken for a command.
  flushSync(() => undefined)
  const field = document.querySelector<HTMLElement>(`[data-field="${name}"]`)
  field?.focus()
  field?.scrollIntoView({ block: 'nearest' })
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
    field.select()
  }
}
