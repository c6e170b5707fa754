import { cosineRate } from '../graph'

/** How far a run has come. */
export interface Progress {
  /** Steps done. */
  readonly step: number
  /** Seconds of the run, earlier attempts included. */
  readonly seconds: number
}

/** The schedule at a step: a pure function of the run's progress and options. */
export interface Schedule<P extends Progress> {
  readonly initial: P
  /** The progress of a checkpoint's record, and back. @throws ZodError for another record */
  readonly fromRecord: (record: unknown) => P
  readonly toRecord: (progress: P) => unknown
  /** The fraction of the run that is done, 0 to 1. */
  readonly share: (progress: P) => number
  /** The learning rate of the next step. */
  readonly rate: (progress: P) => number
  readonly isEnded: (progress: P) => boolean
}

/** A cosine from `highest` to `lowest` times it over the run, times `warm`, which rises from 0 to 1 at its start. */
export function warmCosine(
  { highest, lowest }: { highest: number; lowest: number },
  share: number,
  warm: number,
): number {
  return cosineRate(highest, 1, lowest)(share) * Math.min(1, warm)
}
