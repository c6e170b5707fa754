import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { trainingLineSchema } from '../../contract/training'
import type { TrainingLine } from '../../contract/training'
import { FineTuneError } from '../data/corrected-pair'
import { message } from '../../messages/message'

export interface ExternalTrainerRun {
  /** As typed in a shell; the folders follow as arguments. */
  readonly command: string
  /** The exported data set. */
  readonly data: string
  /** For whatever the trainer writes. */
  readonly out: string
  /** The package to begin with. */
  readonly from: string
}

/**
 * Runs another program as the trainer (docs/trainers.md) and returns the folder of its package, whose files are not
 * checked yet. Other output goes to `onText`. Where the signal stops it, or `onLine` or `onText` throws, it is ended
 * with all its child processes; on Windows the shell alone, as there are no process groups.
 * @throws FineTuneError, and errors of `onLine` and `onText`
 */
export async function runExternalTrainer(
  { command, data, out, from }: ExternalTrainerRun,
  { onLine, onText }: { onLine: (line: TrainingLine) => void; onText: (text: string) => void },
  signal: AbortSignal,
): Promise<string> {
  if (signal.aborted) {
    throw new FineTuneError(message('training.trainerStopped', { command }))
  }
  const places = [
    ['--data', data],
    ['--out', out],
    ['--from', from],
  ].map(([name, path]) => `${name} ${quoted(path)}`)
  const child = spawn(`${command} ${places.join(' ')}`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    // its own group, so that all that it starts can be ended with it
    detached: process.platform !== 'win32',
  })
  const stop = (): void => killGroup(child.pid)
  signal.addEventListener('abort', stop, { once: true })
  const ended = new Promise<TrainerEnd>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, by) => resolve({ code, by }))
  })
  let lastLine: Extract<TrainingLine, { type: 'done' | 'failed' }> | null = null
  try {
    for await (const text of createInterface({ input: child.stdout })) {
      const line = parseLine(text)
      if (line === null) {
        onText(text)
      } else {
        if (line.type === 'done' || line.type === 'failed') {
          lastLine = line
        }
        onLine(line)
      }
    }
    const end = await ended
    if (lastLine?.type === 'failed') {
      throw new FineTuneError(message('training.trainerGaveUp', { reason: lastLine.message }))
    }
    checkEnd(end, command)
    if (lastLine === null) {
      throw new FineTuneError(message('training.trainerNoModel', { command }))
    }
  } catch (error) {
    stop()
    child.stdout.resume()
    await ended.catch(() => null)
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return resolve(out, lastLine.model)
}

interface TrainerEnd {
  /** Null where a signal ended it. */
  code: number | null
  by: NodeJS.Signals | null
}

/** @throws FineTuneError where it did not end by itself with code 0 */
function checkEnd({ code, by }: TrainerEnd, command: string): void {
  if (by !== null) {
    throw new FineTuneError(message('training.trainerKilled', { signal: by, command }))
  }
  if (code !== 0) {
    throw new FineTuneError(message('training.trainerEnded', { code: String(code), command }))
  }
}

function parseLine(text: string): TrainingLine | null {
  try {
    return trainingLineSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function quoted(path: string): string {
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) {
    return
  }
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // it has ended
  }
}
