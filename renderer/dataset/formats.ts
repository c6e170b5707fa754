import { useEffect } from 'react'
import { create } from 'zustand'
import type { DatasetFormatSummary } from '../../src/contract/dataset'
import { engine } from '../engine'
import { notifyError } from '../state/notices'

const useStore = create<{ formats: DatasetFormatSummary[]; isFetched: boolean }>()(() => ({
  formats: [],
  isFetched: false,
}))

/** The formats of data sets, which never change; empty until they are fetched. */
export function useFormats(): DatasetFormatSummary[] {
  useEffect(() => {
    if (!useStore.getState().isFetched) {
      useStore.setState({ isFetched: true })
      engine.call('formats.list', {}).then(
        (formats) => useStore.setState({ formats }),
        (error: unknown) => {
          useStore.setState({ isFetched: false })
          notifyError(error)
        },
      )
    }
  }, [])
  return useStore((store) => store.formats)
}

/** The name itself until the formats are fetched. */
export function useFormatTitle(name: string): string {
  return useFormats().find((format) => format.name === name)?.title ?? name
}
