import { flushSync } from 'react-dom'
import { focusField } from '../../state/fields'
import { useRoute } from '../../state/route'

/** Names of the fields that the keys of Review lead to. */
export const NOTES_FIELD = 'notes'
export const CATEGORY_FIELD = 'category'

export function captionField(captionId: string): string {
  return `caption ${captionId}`
}

/** After the text, so that writing goes on. */
export function continueWriting(name: string): void {
  const field = editField(name)
  field?.setSelectionRange(field.value.length, field.value.length)
}

/** Unfolds the panels and selects the text of a field. */
export function editField(name: string): ReturnType<typeof focusField> {
  showPanels()
  // The field may only be drawn by what was just changed, and a key typed before it has the focus would
  // be taken for a command.
  flushSync(() => undefined)
  const field = focusField(name)
  field?.scrollIntoView({ block: 'nearest' })
  field?.select()
  return field
}

export function showPanels(): void {
  const { arePanelsFolded, isCanvasMaximized, togglePanels, toggleCanvasMaximized } = useRoute.getState()
  if (isCanvasMaximized) {
    toggleCanvasMaximized()
  }
  if (arePanelsFolded) {
    togglePanels()
  }
}
