import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { trainingLineSchema, trainingRunSchema } from '../../contract/training'
import type { TrainingHistory, TrainingLine, TrainingRun } from '../../contract/training'
import { writeAtomically } from '../../dataset/atomic'
import { thinned } from '../../domain/thinned'
import { RUN_FILES } from '../../training/run-folder'

const RECORD_FILE = 'run.json'
const MAX_STEPS = 500

/** Record of a run; null if its folder holds none. */
export function readRun(folder: string): TrainingRun | null {
  try {
    const text = readFileSync(join(folder, RECORD_FILE), 'utf8')
    return trainingRunSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export async function writeRun(folder: string, run: TrainingRun): Promise<void> {
  await writeAtomically(join(folder, RECORD_FILE), JSON.stringify(run, null, 2))
}

/** Records of all runs below a folder, newest first. */
export function readRuns(parent: string): TrainingRun[] {
  const names = existsSync(parent) ? readdirSync(parent) : []
  return names
    .map((name) => readRun(join(parent, name)))
    .filter((run) => run !== null)
    .sort((a, b) => b.createdAt - a.createdAt)
}

/** Never throws: a run must not fail because of its log. */
export function appendLine(folder: string, line: TrainingLine): void {
  try {
    appendFileSync(join(folder, RUN_FILES.lines), `${JSON.stringify(line)}\n`)
  } catch {
    // the trainer itself reports errors of the same disk
  }
}

/** The lines of a run. If a step was done twice, after a resume, the later line counts. */
export function readHistory(folder: string): TrainingHistory {
  const steps = new Map<number, TrainingHistory['steps'][number]>()
  const scores = new Map<number, TrainingHistory['scores'][number]>()
  const notices: TrainingHistory['notices'] = []
  let examples: TrainingHistory['examples'] = []
  for (const line of readLines(join(folder, RUN_FILES.lines))) {
    if (line.type === 'step') {
      const { step, rate, loss, terms } = line
      steps.set(step, { step, rate, loss, terms })
    } else if (line.type === 'score') {
      const { type: _, ...score } = line
      scores.set(score.step, score)
    } else if (line.type === 'examples') {
      ;({ examples } = line)
    } else if (line.type === 'notice') {
      notices.push(line.message)
    }
  }
  return { steps: thinned(byStep(steps), MAX_STEPS), scores: byStep(scores), examples, notices }
}

function byStep<T extends { step: number }>(points: ReadonlyMap<number, T>): T[] {
  return [...points.values()].sort((a, b) => a.step - b.step)
}

/** Skips a line that was truncated by an interruption. */
function readLines(path: string): TrainingLine[] {
  if (!existsSync(path)) {
    return []
  }
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        return [trainingLineSchema.parse(JSON.parse(text))]
      } catch {
        return []
      }
    })
}

/** Removes the files for resuming a run, which may be large; its record, curves and comparison stay. */
export async function removeWorkFiles(
  folder: string,
  { keepsVerdict: keepsComparison }: { keepsVerdict: boolean },
): Promise<void> {
  const large = [RUN_FILES.crops, RUN_FILES.checkpoints, RUN_FILES.draft]
  const rest = keepsComparison ? [] : [RUN_FILES.compare, RUN_FILES.verdict]
  for (const name of [...large, ...rest]) {
    await rm(join(folder, name), { recursive: true, force: true })
  }
  const names = existsSync(folder) ? readdirSync(folder) : []
  for (const name of names.filter((name) => name.startsWith('best-'))) {
    await rm(join(folder, name), { force: true })
  }
}
