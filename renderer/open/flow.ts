import { create } from 'zustand'
import type { Reading } from '../../src/contract/project'
import { engine, shell } from '../engine'
import { text } from '../text/en'
import { keepWork } from '../review/panels/leaving'
import { useLive } from '../ui/live'
import { messageOf, say, sayError } from '../ui/notices'
import { usePlace } from '../ui/place'
import { isDoubtful } from './doubt'

/** How far the opening of a folder has come. */
export type Step =
  | { name: 'start' }
  | { name: 'looking'; folder: string }
  | { name: 'choosing'; folder: string; readings: Reading[]; isChange: boolean }
  | { name: 'nothing'; folder: string; leftOutCount: number }
  | { name: 'opening'; folder: string }

interface OpenFlow {
  step: Step
  problem: string | null
  isChooserOpen: boolean
  /** Whether the line that says what was recognised is still to be seen. */
  isRecognitionShown: boolean
}

const start: Step = { name: 'start' }

export const useOpenFlow = create<OpenFlow>()(() => ({
  step: start,
  problem: null,
  isChooserOpen: false,
  isRecognitionShown: false,
}))

/** What is asked about a folder counts only while nothing else was asked for since. */
let latest = 0

export function backToStart(): void {
  latest += 1
  useOpenFlow.setState({ step: start, problem: null })
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
    sayError(error)
  }
}

/** Looks at a folder that may be new: opens it, or asks how to read it. */
export async function inspect(folder: string): Promise<void> {
  usePlace.getState().go('open')
  latest += 1
  const asked = latest
  useOpenFlow.setState({ step: { name: 'looking', folder }, problem: null, isChooserOpen: false })
  try {
    const { readings } = await engine.call('project.inspect', { folder })
    if (asked !== latest) {
      return
    }
    // who has gone on does not wait for another folder
    if (usePlace.getState().place !== 'open') {
      backToStart()
      return
    }
    const fitting = readings.filter(({ pairCount }) => pairCount > 0)
    if (fitting.length === 0) {
      const leftOutCount = Math.max(0, ...readings.map((reading) => reading.leftOutCount))
      useOpenFlow.setState({ step: { name: 'nothing', folder, leftOutCount } })
    } else if (isDoubtful(fitting)) {
      useOpenFlow.setState({ step: { name: 'choosing', folder, readings: fitting, isChange: false } })
    } else {
      await openProject(folder, null)
    }
  } catch (error) {
    if (asked === latest) {
      useOpenFlow.setState({ step: start, problem: messageOf(error) })
    }
  }
}

/** `reading` null takes the one used last, or the best. */
export async function openProject(folder: string, reading: string | null): Promise<void> {
  usePlace.getState().go('open')
  latest += 1
  const asked = latest
  useOpenFlow.setState({ step: { name: 'opening', folder }, problem: null })
  try {
    const project = await engine.call('project.open', { folder, reading })
    if (asked !== latest) {
      return
    }
    useLive.setState({ project })
    useOpenFlow.setState({ step: start, isRecognitionShown: true })
    if (project.storeNotice !== null) {
      say('warning', project.storeNotice)
    }
    if (usePlace.getState().place === 'open') {
      usePlace.getState().go('queue')
    }
  } catch (error) {
    if (asked === latest) {
      useOpenFlow.setState({ step: start, problem: messageOf(error) })
    }
  }
}

export async function openSample(): Promise<void> {
  backToStart()
  const asked = latest
  try {
    const { folder } = await engine.call('project.sample', {})
    if (asked === latest && usePlace.getState().place === 'open') {
      await openProject(folder, null)
    }
  } catch (error) {
    if (asked === latest) {
      useOpenFlow.setState({ problem: messageOf(error) })
    }
  }
}

/** The readings of the open project, to choose another. */
export function changeReading(): void {
  const { project } = useLive.getState()
  if (project !== null) {
    const { folder, readings } = project
    latest += 1
    useOpenFlow.setState({ step: { name: 'choosing', folder, readings, isChange: true }, problem: null })
    usePlace.getState().go('open')
  }
}

/** What is typed and clicked is stored first. */
export async function closeProject(): Promise<void> {
  const storePath = useLive.getState().project?.storePath
  await keepWork()
  if (useLive.getState().project?.storePath !== storePath) {
    return
  }
  try {
    await engine.call('project.close', {})
    useLive.setState({ project: null })
    usePlace.getState().go('open')
  } catch (error) {
    sayError(error)
  }
}
