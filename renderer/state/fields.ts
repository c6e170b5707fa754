import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

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
