import { ContractError } from '../src/contract/errors'
import { engine } from './engine'

/** A page that fails all the time says no more after these. */
const MOST_REPORTS = 50

/** Errors that nothing in the page caught go to the log. Failures of the engine's commands are there already. */
export function reportErrors(): void {
  let reports = 0
  function report(kind: 'error' | 'rejection', thrown: unknown, fallback: string): void {
    if (thrown instanceof ContractError || reports >= MOST_REPORTS) {
      return
    }
    reports += 1
    const error = thrown instanceof Error ? thrown : null
    const sent = {
      kind,
      name: (error?.name ?? typeof thrown).slice(0, 200),
      message: (error?.message ?? fallback).slice(0, 2000),
      stack: (error?.stack ?? '').slice(0, 10_000),
    }
    engine.call('app.pageError', sent).catch(() => undefined)
  }
  window.addEventListener('error', ({ error, message }) => report('error', error, message))
  window.addEventListener('unhandledrejection', ({ reason }) => report('rejection', reason, ''))
}
