import { HINTS } from '../../../src/contract/work'
import type { Hint, Settings } from '../../../src/contract/work'
import type { PairDocument } from '../../../src/domain/document'
import { changeSettings, useEngineState } from '../../state/engine-state'
import { useIsLooking } from '../commands/claims'
import { useWhyNotDrawnOn } from '../commands/take-tool'
import { useReviewDocument } from '../document'
import { useOutline } from '../stage/outline'

/** Pairs that are reviewed with hints. */
const GUIDED_PAIRS = 3

const decidedPairs = new Set<number>()

/** The next hint that fits the open pair; null where there is none. */
export function useShownHint(): Hint | null {
  const settings = useEngineState((state) => state.settings)
  const hasRegions = useReviewDocument(({ open }) => (open?.document.regions.length ?? 0) > 0)
  const isLooking = useIsLooking()
  const canBeDrawnOn = useWhyNotDrawnOn() === null
  // it would lie over the canvas and take the next corner
  const isDrawing = useOutline(({ isBegun }) => isBegun)
  return isLooking || !canBeDrawnOn || isDrawing ? null : nextHint(settings, hasRegions)
}

function nextHint({ hints, hintsSeen }: Settings, hasRegions: boolean): Hint | null {
  if (hints === 'done') {
    return null
  }
  return HINTS.find((hint) => !hintsSeen.includes(hint) && (hint !== 'remove' || hasRegions)) ?? null
}

/** It was followed, or put away. */
export function finishHint(hint: Hint): void {
  const { hints, hintsSeen } = useEngineState.getState().settings
  if (hints === 'on' && !hintsSeen.includes(hint)) {
    const seen = [...hintsSeen, hint]
    changeSettings(seen.length === HINTS.length ? { hints: 'done', hintsSeen: seen } : { hintsSeen: seen })
  }
}

export function endHints(): void {
  if (useEngineState.getState().settings.hints === 'on') {
    changeSettings({ hints: 'done' })
  }
}

/** After a decision about a pair: with the third one, the hints end. */
export function countDecision(pairId: number | null): void {
  if (pairId === null || useEngineState.getState().settings.hints === 'done') {
    return
  }
  decidedPairs.add(pairId)
  finishHint('accept')
  if (decidedPairs.size >= GUIDED_PAIRS) {
    endHints()
  }
}

export function forgetDecisions(): void {
  decidedPairs.clear()
}

/** Finishes hints whose action the person does in the open pair. Returns the function that ends this. */
export function followEdits(): () => void {
  return useReviewDocument.subscribe((present, former) => {
    const { open } = present
    if (open === null || former.open === null || open.pair.id !== former.open.pair.id) {
      return
    }
    // a proposal that arrives is no edit: there is nothing to undo
    if (open.undoLabel !== null && open.document !== former.open.document) {
      changedBy(former.open.document, open.document).forEach(finishHint)
    }
  })
}

function changedBy(from: PairDocument, to: PairDocument): Hint[] {
  const former = new Map(from.regions.map((region) => [region.id, region]))
  const isPainted = to.regions.some((region) => former.get(region.id)?.mask !== region.mask)
  const kept = new Set(to.regions.filter(({ status }) => status !== 'rejected').map(({ id }) => id))
  const isRemoved = from.regions.some(({ id, status }) => status !== 'rejected' && !kept.has(id))
  const isWritten = to.captions.some(
    ({ id, text }) => text !== '' && from.captions.find((caption) => caption.id === id)?.text !== text,
  )
  return [
    ...(isPainted ? (['paint'] as const) : []),
    ...(isRemoved ? (['remove'] as const) : []),
    ...(isWritten ? (['caption'] as const) : []),
  ]
}
