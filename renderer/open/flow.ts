import { create } from 'zustand'
import { isBucketAddress } from '../../src/contract/buckets'
import { hasRival } from '../../src/contract/project'
import type { Reading, SampleName } from '../../src/contract/project'
import { engine, shell } from '../engine'
import { text } from '../text/chosen'
import { storeWork } from '../review/commands/unsaved-work'
import { useEngineState } from '../state/engine-state'
import { isViewOnly } from '../state/view-only'
import { notify, notifyError, attempt } from '../state/notices'
import { useRoute } from '../state/route'
import { usePairList } from '../queue/list'
import { useReviewDocument } from '../review/document'
import { messageOf } from '../text/message'

/** What is opened. */
export interface OpenedPlace {
  folder: string
  /** What people call it: the folder's path, or the address of a bucket. */
  shown: string
}

/** How far the opening of a folder has come. */
export type Step =
  | { name: 'start' }
  | ({ name: 'looking' } & OpenedPlace)
  | ({ name: 'choosing'; readings: Reading[]; isChange: boolean } & OpenedPlace)
  | ({ name: 'nothing'; leftOutCount: number } & OpenedPlace)
  | ({ name: 'opening' } & OpenedPlace)

interface OpenFlow {
  step: Step
  problem: string | null
  /** The folder that the problem is about; null for none. */
  problemFolder: string | null
  isChooserOpen: boolean
  /** Whether the line with the recognised layout is still shown. */
  isRecognitionShown: boolean
}

const START: Step = { name: 'start' }

export const useOpenFlow = create<OpenFlow>()(() => ({
  step: START,
  problem: null,
  problemFolder: null,
  isChooserOpen: false,
  isRecognitionShown: false,
}))

/** An answer about a folder counts only while nothing else was requested since. */
let latest = 0

export function backToStart(): void {
  latest += 1
  useOpenFlow.setState({ step: START, problem: null, problemFolder: null })
}

/** The system's dialog where there is one, else our own. */
export async function pickFolder(): Promise<void> {
  if (shell === null) {
    useOpenFlow.setState({ isChooserOpen: true })
    return
  }
  try {
    const folder = await shell.pickFolder(text.open.openFolder)
    if (folder !== null) {
      await inspect(folder)
    }
  } catch (error) {
    notifyError(error)
  }
}

/** Inspects a folder that may be new: opens it, or asks the user how to read it. */
export async function inspect(folder: string): Promise<void> {
  useRoute.getState().go('open')
  latest += 1
  const request = latest
  useOpenFlow.setState({
    step: { name: 'looking', folder, shown: folder },
    problem: null,
    problemFolder: null,
    isChooserOpen: false,
  })
  try {
    const { readings } = await engine.call('project.inspect', { folder })
    if (request === latest) {
      await openByReadings({ folder, shown: folder }, readings)
    }
  } catch (error) {
    if (request === latest) {
      useOpenFlow.setState({ step: START, problem: messageOf(error) })
    }
  }
}

let isFollowing = false

/** Asks how the folder is to be read that the program was started with, where the engine leaves that to a person. */
export function followStart(): void {
  if (isFollowing) {
    return
  }
  isFollowing = true
  useEngineState.subscribe(({ startChoice }, before) => {
    if (startChoice !== null && startChoice !== before.startChoice) {
      void inspect(startChoice)
    }
  })
}

/** Opens what was looked at, or asks the user how to read it. */
export async function openByReadings(place: OpenedPlace, readings: readonly Reading[]): Promise<void> {
  // a user who left this place does not wait for another folder
  if (useRoute.getState().route !== 'open') {
    backToStart()
    return
  }
  const fitting = readings.filter(({ pairCount }) => pairCount > 0)
  if (fitting.length === 0) {
    const leftOutCount = Math.max(0, ...readings.map((reading) => reading.leftOutCount))
    useOpenFlow.setState({ step: { name: 'nothing', ...place, leftOutCount } })
  } else if (isAmbiguous(fitting)) {
    useOpenFlow.setState({ step: { name: 'choosing', ...place, readings: fitting, isChange: false } })
  } else {
    await openProject(place.folder, null, place.shown)
  }
}

/** Gives up what is being opened. The engine stops listing a bucket; a folder is not waited for. */
export async function cancelOpening({ shown }: OpenedPlace): Promise<void> {
  backToStart()
  if (isBucketAddress(shown)) {
    await attempt(engine.call('buckets.cancel', {}))
  }
}

/**
 * `reading` null takes the one used last, or the best.
 * @param shown what people call the folder
 */
export async function openProject(folder: string, reading: string | null, shown = folder): Promise<void> {
  useRoute.getState().go('open')
  latest += 1
  const request = latest
  useOpenFlow.setState({ step: { name: 'opening', folder, shown }, problem: null, problemFolder: null })
  try {
    const project = await engine.call('project.open', { folder, reading })
    if (request !== latest) {
      return
    }
    useEngineState.setState({ project })
    useOpenFlow.setState({ step: START, isRecognitionShown: true })
    if (useRoute.getState().route === 'open') {
      useRoute.getState().go('queue')
    }
  } catch (error) {
    if (request === latest) {
      useOpenFlow.setState({ step: START, problem: messageOf(error), problemFolder: folder })
    }
  }
}

export async function openSample(sample: SampleName): Promise<void> {
  backToStart()
  const request = latest
  try {
    const { folder } = await engine.call('project.sample', { sample })
    if (request === latest && useRoute.getState().route === 'open') {
      await openProject(folder, null)
    }
  } catch (error) {
    if (request === latest) {
      useOpenFlow.setState({ problem: messageOf(error) })
    }
  }
}

/** The readings of the open project, to choose another. */
export function changeReading(): void {
  const { project } = useEngineState.getState()
  if (project !== null) {
    const { folder, name, readings } = project
    const shown = isBucketAddress(name) ? name : folder
    latest += 1
    useOpenFlow.setState({
      step: { name: 'choosing', folder, shown, readings, isChange: true },
      problem: null,
      problemFolder: null,
    })
    useRoute.getState().go('open')
  }
}

/** Stores typed text and clicks first. */
export async function closeProject(): Promise<void> {
  const storePath = useEngineState.getState().project?.storePath
  await storeWork()
  if (useEngineState.getState().project?.storePath !== storePath) {
    return
  }
  try {
    await engine.call('project.close', {})
    useEngineState.setState({ project: null })
    useRoute.getState().go('open')
  } catch (error) {
    notifyError(error)
  }
}

/** Of the files of a folder: from more that are left out on, the user is asked. */
const LEFT_OUT_SHARE = 0.2

/** Whether the user should choose among the readings before one is opened; best reading first. */
export function isAmbiguous(readings: readonly Reading[]): boolean {
  const best = readings.at(0)
  if (best === undefined) {
    return false
  }
  const files = 2 * best.pairCount + best.leftOutCount
  return hasRival(readings) || best.leftOutCount > LEFT_OUT_SHARE * files
}

/** Takes the shown project over for editing; a notice says who has it still. */
export async function openForEditing(): Promise<void> {
  if (!isViewOnly()) {
    return
  }
  const project = await attempt(engine.call('project.openForEditing', {}))
  if (project === null) {
    return
  }
  useEngineState.setState({ project })
  notify('info', text.shell.viewOnly.taken)
  // the folder may have been read anew
  await usePairList.getState().find()
  const { open, openPair } = useReviewDocument.getState()
  if (open !== null) {
    await attempt(openPair(open.pair.id))
  }
}
