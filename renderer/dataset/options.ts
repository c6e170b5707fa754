import { create } from 'zustand'
import type { ReviewState } from '../../src/domain/pair'
import type { ExportFormat } from '../../src/contract/work'

/** What the person has chosen to export; kept while the window is open. */
interface ExportChoice {
  format: ExportFormat
  states: ReviewState[]
  out: string
  /** The export whose progress and result are shown. */
  jobId: number | null
}

export const useExportChoice = create<ExportChoice>()(() => ({
  format: 'levir-mci',
  states: ['accepted', 'corrected'],
  out: '',
  jobId: null,
}))
