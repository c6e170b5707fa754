import type { Place } from '../ui/place'

export type ActionGroup = 'everywhere' | 'queue' | 'review' | 'canvas' | 'training' | 'models'

/** Something a key, a menu or a button can do. */
export interface Action {
  id: string
  label: string
  group: ActionGroup
  /** Combinations separated by spaces; empty for none. */
  defaultKey: string
  /** Where it acts; null everywhere. */
  place: Place | null
  /** Whether a key that is held down does it again and again. */
  repeats: boolean
  /** Whether it also acts while a text field has the focus. */
  whileTyping: boolean
  /** Where given, the action takes its key before all others, and only while this holds. */
  isEnabled?(): boolean
  run(): void
}
