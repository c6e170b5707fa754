import { create } from 'zustand'
import type { ReviewState } from '../../src/domain/pair'
import type { Job } from '../../src/contract/work'
import type { CaptionChoice, ImageMode, MaskStyle } from '../../src/contract/export-choices'
import type { JobPlace } from '../../src/contract/training'
import { useEffect } from 'react'
import type { DatasetFormatSummary, PredictionOptions } from '../../src/contract/dataset'
import { engine } from '../engine'
import { notifyError, attempt, reasonOf } from '../state/notices'
import { addJob, inProject, useEngineState } from '../state/engine-state'

/** Export options that the user has chosen; kept while the window is open. */
interface ExportChoice {
  format: string
  states: ReviewState[]
  images: ImageMode
  captions: CaptionChoice
  /** COCO only. */
  masks: MaskStyle
  /** DICOM segmentations only. */
  isPatientCopied: boolean
  licence: string
  out: string
  /** With `workers`, `out` is a place of theirs. */
  on: JobPlace
  /** The export whose progress and result are shown. */
  jobId: number | null
  /** The export that was over when another folder was named: its result is not of that one. */
  pastId: number | null
  /** Why the last export did not begin, until another folder is named. */
  refusal: string | null
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
  captions: 'all',
  masks: 'rle',
  isPatientCopied: false,
  licence: '',
  out: '',
  on: 'here',
  jobId: null,
  pastId: null,
  refusal: null,
}))

/** Where it is written. What came of an export to another folder is put away. */
export function chooseOut(out: string): void {
  const before = useExportChoice.getState()
  const { jobs } = useEngineState.getState()
  const shown = jobs.find(({ id }) => id === (before.jobId ?? lastExport({ jobs })))
  const isPast = shown !== undefined && shown.state !== 'running' && out.trim() !== before.out.trim()
  useExportChoice.setState({ out, refusal: null, pastId: isPast ? shown.id : before.pastId })
}

/** The export that was begun here; else the last one, as one that a worker goes on with while the app was closed. */
export function useShownExport(): number | null {
  const last = useEngineState(lastExport)
  const { jobId, pastId } = useExportChoice()
  const shown = jobId ?? last
  return shown === pastId ? null : shown
}

function lastExport({ jobs }: { jobs: readonly Job[] }): number | null {
  return jobs.findLast(({ kind }) => kind === 'export')?.id ?? null
}

/** Absent for all captions, as in exports that older programs began. */
export function captionOption(captions: CaptionChoice): { captions?: CaptionChoice } {
  return captions === 'all' ? {} : { captions }
}

/** Begins the export that was chosen. Why it is refused is kept. */
export async function beginExport(): Promise<void> {
  const { format, states, images, captions, masks, licence, out, on, isPatientCopied } =
    useExportChoice.getState()
  const card = licence.trim() === '' ? {} : { licence: licence.trim() }
  const isCopied = format === 'dicom-seg' && isPatientCopied
  const patient = isCopied ? ({ patientData: 'copied' } as const) : {}
  const options = {
    format,
    states,
    images,
    ...captionOption(captions),
    masks,
    ...patient,
    ...card,
    out: out.trim(),
  }
  try {
    const job = await engine.call(on === 'here' ? 'export.start' : 'export.ask', options)
    addJob(job)
    useExportChoice.setState({ jobId: job.id, refusal: null })
  } catch (error) {
    useExportChoice.setState({ refusal: reasonOf(error) })
  }
}

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

/** The predictions to import into the open project. */
interface PredictionChoice {
  source: string
  /** Null: the format is detected. */
  format: string | null
  name: string
  replaces: boolean
  /** The job whose progress and result are shown, the choice that it was begun with, and its project. */
  begun: { jobId: number; choice: string; storePath: string | undefined } | null
}

export const usePredictionChoice = create<PredictionChoice>()(() => ({
  source: '',
  format: null,
  name: '',
  replaces: false,
  begun: null,
}))

type Chosen = Pick<PredictionChoice, 'source' | 'format' | 'name'>

/** What decides which proposals are made. */
export function spellChoice({ source, format, name }: Chosen): string {
  return JSON.stringify([source.trim(), format, name.trim()])
}

/** Begins a job that looks the predictions over, or stores them. */
export async function importPredictions(command: 'predictions.plan' | 'predictions.start'): Promise<void> {
  const choice = usePredictionChoice.getState()
  const options: PredictionOptions = {
    source: choice.source.trim(),
    format: choice.format,
    name: choice.name.trim(),
    replaces: choice.replaces,
  }
  const { storePath } = inProject()
  const job: Job | null = await attempt(engine.call(command, options))
  if (job === null) {
    return
  }
  addJob(job)
  usePredictionChoice.setState({ begun: { jobId: job.id, choice: spellChoice(choice), storePath } })
}
