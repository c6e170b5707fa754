import { useMemo } from 'react'
import type { PairDocument } from '../../../src/domain/document'
import { engine } from '../../engine'
import { useQuery } from '../../state/use-query'

/** The project's categories with those of the open pair, in alphabetical order. */
export function useCategories(document: PairDocument): string[] {
  const present = document.regions.map(({ category }) => category).join('\n')
  const { value } = useQuery(present, () => engine.call('categories.list', {}))
  return useMemo(
    () =>
      [...new Set([...(value ?? []), ...present.split('\n'), 'change'])].filter((name) => name !== '').sort(),
    [value, present],
  )
}
