import { useEffect, useMemo, useState } from 'react'
import type { PairDocument } from '../../../src/domain/document'
import { engine } from '../../engine'
import { sayError } from '../../ui/notices'

/** The project's categories with those of the open pair, in alphabetical order. */
export function useCategories(document: PairDocument): string[] {
  const [known, setKnown] = useState<string[]>([])
  const present = document.regions.map(({ category }) => category).join('\n')
  useEffect(() => {
    engine.call('categories.list', {}).then(setKnown, sayError)
  }, [present])
  return useMemo(
    () => [...new Set([...known, ...present.split('\n'), 'change'])].filter((name) => name !== '').sort(),
    [known, present],
  )
}
