import { create } from 'zustand'
import type { TrainingHistory, TrainingLine, TrainingRun } from '../../src/contract/training'
import { thinned } from '../../src/domain/thinned'
import { engine } from '../engine'
import { useEngineState } from '../state/engine-state'
import { attempt, notifyError } from '../state/notices'

interface Runs {
  /** Newest first; null until they were fetched. */
  runs: TrainingRun[] | null
  /** The run that is shown; null shows the plan of a new run. */
  shownId: string | null
  histories: Readonly<Record<string, TrainingHistory>>
  /** Samples a second, as last reported by a run. */
  pairsPerSecond: number | null
}

const NOTHING: Runs = { runs: null, shownId: null, histories: {}, pairsPerSecond: null }

export const useRuns = create<Runs>()(() => NOTHING)

export function useShownRun(): TrainingRun | null {
  return useRuns(({ runs, shownId }) => runs?.find(({ id }) => id === shownId) ?? null)
}

/** The run that the trainer is at, or null. */
export function useRunning(): TrainingRun | null {
  return useRuns(runningIn)
}

export function runningIn({ runs }: Runs): TrainingRun | null {
  return runs?.find(({ state }) => state === 'running') ?? null
}

export function showRun(shownId: string | null): void {
  useRuns.setState({ shownId })
  if (shownId !== null) {
    void fetchHistory(shownId)
  }
}

async function fetchHistory(runId: string): Promise<void> {
  const history = await attempt(engine.call('training.history', { runId }))
  if (history !== null) {
    useRuns.setState(({ histories }) => ({ histories: { ...histories, [runId]: history } }))
  }
}

export function storeRun(run: TrainingRun): void {
  useRuns.setState(({ runs }) => {
    const before = runs ?? []
    return {
      runs: before.some(({ id }) => id === run.id)
        ? before.map((one) => (one.id === run.id ? run : one))
        : [run, ...before],
    }
  })
}

/** An answer about the runs of a project counts only while no others were asked for since. */
let latest = 0

/** Fetches the runs of the open project. Shows first a run that is going on, or was stopped half-way. */
async function fetchRuns(): Promise<void> {
  latest += 1
  const request = latest
  if (useEngineState.getState().project === null) {
    useRuns.setState(NOTHING)
    return
  }
  try {
    const runs = await engine.call('training.runs', {})
    if (request !== latest) {
      return
    }
    useRuns.setState({ runs })
    const { shownId } = useRuns.getState()
    const open = runs.find(({ state }) => ['running', 'paused', 'interrupted'].includes(state))
    showRun(runs.some(({ id }) => id === shownId) ? shownId : (open?.id ?? null))
  } catch (error) {
    notifyError(error)
  }
}

function takeLine(runId: string, line: TrainingLine): void {
  useRuns.setState(({ histories, pairsPerSecond }) => {
    const history = histories[runId] as TrainingHistory | undefined
    return {
      pairsPerSecond: line.type === 'step' ? line.pairsPerSecond : pairsPerSecond,
      histories: history === undefined ? histories : { ...histories, [runId]: withLine(history, line) },
    }
  })
}

let isFollowing = false

/** Keeps runs in step with the engine for as long as the page lives. */
export function followTraining(): void {
  if (isFollowing) {
    return
  }
  isFollowing = true
  engine.on('training.changed', storeRun)
  engine.on('training.line', ({ runId, line }) => takeLine(runId, line))
  let folder: string | null = null
  useEngineState.subscribe(({ project, isConnected }, before) => {
    const isAnother = (project?.folder ?? null) !== folder
    if (isAnother) {
      folder = project?.folder ?? null
      useRuns.setState(NOTHING)
    }
    if (isAnother || (isConnected && !before.isConnected && project !== null)) {
      void fetchRuns()
    }
  })
}

/** Points of a curve that are kept; beyond that every other one goes. */
const MOST_STEPS = 1000

/** The history with one more line. */
export function withLine(history: TrainingHistory, line: TrainingLine): TrainingHistory {
  switch (line.type) {
    case 'step': {
      const { step, rate, loss, terms } = line
      // a run that was resumed repeats some steps
      const before = history.steps.filter((point) => point.step < step)
      return { ...history, steps: thinned([...before, { step, rate, loss, terms }], MOST_STEPS) }
    }
    case 'score': {
      const { type: _type, ...point } = line
      const scores = history.scores.filter(({ step }) => step < point.step)
      return {
        ...history,
        scores: [...(point.isBest ? scores.map((one) => ({ ...one, isBest: false })) : scores), point],
      }
    }
    case 'examples':
      return { ...history, examples: line.examples }
    case 'notice':
      return { ...history, notices: [...history.notices, line.message] }
    case 'phase':
    case 'done':
    case 'failed':
      return history
  }
}
