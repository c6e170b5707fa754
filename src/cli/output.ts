import { InvalidArgumentError } from 'commander'
import { toFailure } from '../contract/errors'
import type { DatasetProblem } from '../contract/dataset'
import { englishOf, inEnglish } from '../messages/message'
import type { MessageText } from '../messages/message'

/**
 * Exit codes of every command: 0 all went well; 1 the work failed, or for some pairs; 2 the command was
 * used wrongly or its input cannot be read at all; 130 stopped by the user.
 */
export const EXIT_CODES = { fine: 0, failed: 1, unusable: 2, stopped: 130 } as const

/** As text: one line on standard output. */
export function print(text: MessageText): void {
  process.stdout.write(`${englishOf(text)}\n`)
}

/** Progress and remarks go to standard error, so that `--json` stays one document. */
export function remark(text: MessageText): void {
  process.stderr.write(`${englishOf(text)}\n`)
}

/** Messages in it are their English texts. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, (_, one: unknown) => inEnglish(one), 2)}\n`)
}

/** Runs a command's work and turns errors into a message and an exit code. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    const failure = toFailure(error)
    remark(`deltascribe: ${failure.message}`)
    const isUnusable = ['folder-unreadable', 'invalid-input', 'not-found'].includes(failure.code)
    const isStopped = failure.code === 'cancelled'
    process.exitCode = isStopped ? EXIT_CODES.stopped : isUnusable ? EXIT_CODES.unusable : EXIT_CODES.failed
    if (
      failure.code === 'internal' &&
      error instanceof Error &&
      process.env['DELTASCRIBE_DEBUG'] !== undefined
    ) {
      remark(error.stack ?? '')
    }
  }
}

/** Once a second and at the end, a line beside the result. */
export function progressLine(what = 'pairs'): (done: number, total: number) => void {
  let last = performance.now()
  return (done, total) => {
    if (performance.now() - last >= 1000 || (done === total && total > 0)) {
      last = performance.now()
      remark(`${done}/${total} ${what}`)
    }
  }
}

export function positiveInteger(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) {
    throw new InvalidArgumentError('It must be a whole number from 1.')
  }
  return value
}

/** `FILE:LINE: ITEM: message`, as compilers write it, so that editors find the place. */
export function describeProblem({ file, line, item, message, level }: DatasetProblem): string {
  const location = line === null ? file : `${file}:${line}`
  const text = englishOf(message)
  const what = item === null ? text : `${item}: ${text}`
  return `${location}: ${level === 'warning' ? 'warning: ' : ''}${what}`
}

/** Columns aligned with blanks: the first to the left, the others to the right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    }
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A score from 0 to 1 times 100, two decimals; "-" where there is none. */
export function percent(value: number): string {
  return Number.isNaN(value) ? '-' : (value * 100).toFixed(2)
}

/** Input of the user that cannot be scored. The message has the reason, the file or item, and a way out. */
export class ScoreInputError extends Error {
  override readonly name = 'ScoreInputError'
}

/** Of a file or a folder that was named and could not be read: behind its name, without a full stop. */
export function whyUnread(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return 'is not there'
    case 'ENOTDIR':
      return 'is a file and not a folder'
    case 'EISDIR':
      return 'is a folder and not a file'
    default:
      return `cannot be read (${String(error)})`
  }
}

/** The first five of the names, and how many more. */
export function someOf(names: readonly string[]): string {
  const shown = names
    .slice(0, 5)
    .map((name) => `"${name}"`)
    .join(', ')
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown
}
