import type { OpenPair } from '../../../src/contract/pairs'
import { notify } from '../../state/notices'
import { text } from '../../text/chosen'
import { useReviewDocument } from '../document'
import { useCurrentPair, useReviewSession } from '../session'
import { doesEdit } from '../tools/tools'
import type { Tool } from '../tools/tools'

function whyNotDrawnOn(open: OpenPair | null, pairId: number | null): string | null {
  const hasProblem = open !== null && open.pair.id === pairId && open.pair.problem !== null
  return hasProblem ? text.review.problem.notDrawable : null
}

/** Why the pair on the screen cannot be drawn on: it has no images to show. Null where it can. */
export function useWhyNotDrawnOn(): string | null {
  const pairId = useCurrentPair((current) => current.pairId)
  return useReviewDocument(({ open }) => whyNotDrawnOn(open, pairId))
}

/**
 * Takes a tool in hand. One that draws is not taken where there is nothing to draw on: a notice says why.
 * Returns whether it was taken.
 */
export function takeTool(tool: Tool): boolean {
  const { open } = useReviewDocument.getState()
  const reason = doesEdit(tool) ? whyNotDrawnOn(open, useCurrentPair.getState().pairId) : null
  if (reason === null) {
    useReviewSession.getState().setTool(tool)
  } else {
    notify('info', reason)
  }
  return reason === null
}
