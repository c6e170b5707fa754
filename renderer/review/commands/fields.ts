import { flushSync } from 'react-dom'
import { useRoute } from '../../state/route'

/** The caption field that is being written in. */
export function captionField(): HTMLTextAreaElement | null {
  const { activeElement } = document
  return activeElement instanceof HTMLTextAreaElement ? activeElement : null
}

/** After the text, so that writing goes on. */
export function continueWriting(name: string): void {
  focusField(name)
  const field = captionField()
  field?.setSelectionRange(field.value.length, field.value.length)
}

/** Fields that keys lead to: `caption-1`, `notes`, `category`. */
export function focusField(name: string): void {
  const { arePanelsFolded, isCanvasMaximized, togglePanels, toggleCanvasMaximized } = useRoute.getState()
  if (isCanvasMaximized) {
    toggleCanvasMaximized()
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
