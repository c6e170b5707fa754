import { create } from 'zustand'
import type { ReviewState } from '../../src/domain/pair'
import type { ImageMode, MaskStyle } from '../../src/contract/work'
import { useEffect } from 'react'
import type { DatasetFormatSummary } from '../../src/contract/dataset'
import { engine } from '../engine'
import { notifyError } from '../state/notices'

/** Export options that the user has chosen; kept while the window is open. */
interface ExportChoice {
  format: string
  states: ReviewState[]
  images: ImageMode
  /** COCO only. */
  masks: MaskStyle
  licence: string
  out: string
  /** The export whose progress and result are shown. */
  jobId: number | null
}

/** The data set to import. */
interface ImportChoice {
  isOpen: boolean
  /** It becomes proposals for the open project instead of a project. */
  isAsProposals: boolean
  source: string
  /** Null: the format is detected. */
  format: string | null
  /** Empty if the data set contains its images. */
  imageFolder: string
  into: string
  jobId: number | null
}

export const useImportChoice = create<ImportChoice>()(() => ({
  isOpen: false,
  isAsProposals: false,
  source: '',
  format: null,
  imageFolder: '',
  into: '',
  jobId: null,
}))

export const useExportChoice = create<ExportChoice>()(() => ({
  format: 'levir-mci',
  states: ['accepted', 'corrected'],
  images: 'copy',
  masks: 'rle',
  licence: '',
  out: '',
  jobId: null,
}))

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
