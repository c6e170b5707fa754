import { useEffect, useState } from 'react'
import { engine } from '../../engine'

/** How often the pair got a proposal, or lost one, since it is shown: also one that it does not begin with. */
export function useProposalChanges(pairId: number): number {
  const [count, setCount] = useState(0)
  useEffect(
    () =>
      engine.on('pair.changed', (changed) => {
        if (changed.pairId === pairId && changed.isProposal) {
          setCount((old) => old + 1)
        }
      }),
    [pairId],
  )
  return count
}
