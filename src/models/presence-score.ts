import type { Agreement } from '../domain/document'
import { statesNoChange } from '../metrics/no-change'

/** Score by whether there are regions, and whether the caption states a change; null where both are there. */
export function presenceScore(regions: number, caption: string): Agreement | null {
  const isEmpty = caption.trim() === ''
  const isSilent = isEmpty || statesNoChange(caption)
  if (isSilent && regions === 0) {
    return { score: 1, remark: null }
  }
  if (isEmpty) {
    return { score: 0, remark: 'No caption tells of what is marked.' }
  }
  if (isSilent) {
    const marked = regions === 1 ? 'a region is' : `${regions} regions are`
    return { score: 0, remark: `The caption says that nothing changed, and ${marked} marked.` }
  }
  if (regions === 0) {
    return { score: 0, remark: 'The caption tells of a change, and no region is marked.' }
  }
  return null
}
