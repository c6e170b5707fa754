import { useMemo } from 'react'
import type { SequenceSummary } from '../../../src/contract/sequences'
import { engine } from '../../engine'
import { useEngineState } from '../../state/engine-state'
import { useQuery } from '../../state/use-query'

/** Milliseconds after the last decision. */
const PAUSE = 200

/** The sequences of the open folder, with how many of their pairs are reviewed. */
export function useSequences(): readonly SequenceSummary[] {
  const storePath = useEngineState(({ project }) => project?.storePath)
  const reading = useEngineState(({ project }) => project?.reading.id)
  const counts = useEngineState(({ project }) => project?.counts)
  const key = `${storePath} ${reading} ${counts === undefined ? '' : Object.values(counts).join(' ')}`
  const { value } = useQuery(
    storePath === undefined ? null : key,
    () => engine.call('sequences.list', {}),
    PAUSE,
  )
  return value ?? []
}

/** By the name of the sequence. */
export function useSummaries(): ReadonlyMap<string | null, SequenceSummary> {
  const sequences = useSequences()
  return useMemo(() => new Map(sequences.map((one) => [one.name, one])), [sequences])
}
