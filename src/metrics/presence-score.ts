import type { CaptionMaskScore } from '../domain/document'
import { message } from '../messages/message'
import { statesNoChange } from './no-change'

/** Score by whether there are regions, and whether the caption states a change; null where both are there. */
export function presenceScore(regions: number, caption: string): CaptionMaskScore | null {
  const isEmpty = caption.trim() === ''
  const isSilent = isEmpty || statesNoChange(caption)
  if (isSilent && regions === 0) {
    return { score: 1, remark: null }
  }
  if (isEmpty) {
    return { score: 0, remark: message('contradictions.nothingSaid') }
  }
  if (isSilent) {
    return { score: 0, remark: message('contradictions.saysNoChange', { count: regions }) }
  }
  return regions === 0 ? { score: 0, remark: message('contradictions.nothingMarked') } : null
}
