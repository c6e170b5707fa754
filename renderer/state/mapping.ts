import { create } from 'zustand'
import { DEFAULT_MAPPING, mappingKey } from '../../src/domain/value-mapping'
import type { PairWindow, ValueMapping } from '../../src/domain/value-mapping'
import { engine } from '../engine'
import { useEngineState } from './engine-state'

/** What a pair is shown by: its own window, else the project's, and the project's bands. */
export function shownMapping(window: PairWindow | null): ValueMapping {
  const { mapping = DEFAULT_MAPPING } = useEngineState.getState().project ?? {}
  return { ...mapping, window: window ?? mapping.window }
}

/** Part of the addresses of a pair's pictures: another mapping makes them other pictures. */
export function shownKey(window: PairWindow | null): string {
  return mappingKey(shownMapping(window))
}

export function useShownKey(window: PairWindow | null): string {
  const mapping = useEngineState((state) => state.project?.mapping) ?? DEFAULT_MAPPING
  return mappingKey({ ...mapping, window: window ?? mapping.window })
}

/** How often any pair got another window since the page was loaded. */
const useChanges = create<{ count: number }>()(() => ({ count: 0 }))

/** For pictures of a pair whose row is not there: grows with each change of any window. */
export function useAnyKey(): string {
  const count = useChanges((changes) => changes.count)
  const key = useShownKey(null)
  return count === 0 ? key : `${key}~${count}`
}

let isFollowing = false

export function followMappings(): void {
  if (!isFollowing) {
    isFollowing = true
    engine.on('pair.windowChanged', () => useChanges.setState(({ count }) => ({ count: count + 1 })))
  }
}
