import type { ReactElement } from 'react'
import type { ReviewState } from '../../src/domain/pair'
import { engine } from '../engine'
import { useEngineState } from '../state/engine-state'
import { useQuery } from '../state/use-query'
import shared from './shared.module.css'

interface TotalsProps {
  states: readonly ReviewState[]
  search?: string
  sentence: (pairs: number, regions: number, captions: number) => string
}

/** Counts of the chosen pairs, shown at once while an exact count is made. */
export function Totals({ states, search = '', sentence }: TotalsProps): ReactElement | null {
  const counts = useEngineState(({ project }) => project?.counts)
  const key = states.length === 0 ? null : JSON.stringify([states, search, counts])
  const { value } = useQuery(key, () => engine.call('pairs.totals', { states: [...states], search }))
  return value === null ? null : (
    <p className={shared.dim}>{sentence(value.pairCount, value.regionCount, value.captionCount)}</p>
  )
}
