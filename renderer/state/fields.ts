import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { setFolded } from './folded'
import type { SectionId } from './folded'
import { useRoute } from './route'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Fields that commands lead to, by name, for as long as they are on the page. */
const fields = new Map<string, Readonly<RefObject<TextField | null>>>()

/** A ref for the field of this name. */
export function useField<T extends TextField>(name: string): RefObject<T | null> {
  const ref = useRef<T>(null)
  useLayoutEffect(() => registerField(name, ref), [name])
  return ref
}

/** Returns the function that takes it out again. */
export function registerField(name: string, field: Readonly<RefObject<TextField | null>>): () => void {
  fields.set(name, field)
  return () => {
    if (fields.get(name) === field) {
      fields.delete(name)
    }
  }
}

/** @returns the field; null where it is not on the page */
export function focusField(name: string): TextField | null {
  const field = fields.get(name)?.current ?? null
  field?.focus()
  return field
}

/** Null where the field is not on the page. */
export function textBeforeCursor(name: string): string | null {
  const field = fields.get(name)?.current ?? null
  return field === null ? null : field.value.slice(0, field.selectionStart ?? 0)
}

/** Names of the fields that the keys of Review lead to. */
export const NOTES_FIELD = 'notes'
export const CATEGORY_FIELD = 'category'

export function captionField(captionId: string): string {
  return `caption ${captionId}`
}

/** After the text, so that writing goes on. */
export function continueWriting(name: string): void {
  const field = editField(name, 'captions')
  field?.setSelectionRange(field.value.length, field.value.length)
}

/** Unfolds the panels and the section of a field, and selects its text. */
export function editField(name: string, section: SectionId): ReturnType<typeof focusField> {
  showSection(section)
  // The field may only be drawn by what was just changed, and a key typed before it has the focus would
  // be taken for a command.
  flushSync(() => undefined)
  const field = focusField(name)
  field?.scrollIntoView({ block: 'nearest' })
  field?.select()
  return field
}

/** Unfolds the panels and a section of them. */
export function showSection(section: SectionId): void {
  const { arePanelsFolded, isCanvasMaximized, togglePanels, toggleCanvasMaximized } = useRoute.getState()
  if (isCanvasMaximized) {
    toggleCanvasMaximized()
  }
  if (arePanelsFolded) {
    togglePanels()
  }
  setFolded(section, false)
}
