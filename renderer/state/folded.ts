import { create } from 'zustand'

/** Sections of the panels of Review. */
export type SectionId = 'captions' | 'change-definition' | 'history' | 'notes' | 'proposal' | 'regions'

/** Which sections are folded, while the window is open. */
export const useFolded = create<Partial<Record<SectionId, boolean>>>()(() => ({}))

export function setFolded(id: SectionId, isFolded: boolean): void {
  useFolded.setState({ [id]: isFolded })
}
