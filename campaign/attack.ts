import type { Random } from './random'

/** What was counted of one attack. */
export interface Tally {
  /** Edits sent, files read, commands run: whatever the attack tries. */
  attempts: number
  /** Processes ended by SIGKILL. */
  kills: number
}

/** One go of an attack, of some seconds. */
export interface Turn {
  random: Random
  tally: Tally
  /** Empty and of this turn alone; it is removed after it. */
  folder: string
  /** Figures and reasons to print after the table; a later note of the same name replaces an earlier one. */
  note(name: string, text: string): void
  /** Aborted where the campaign is to end: what takes long ends early then. */
  signal: AbortSignal
}

export interface Attack {
  name: string
  /** One turn. What an attack keeps from turn to turn lies in a folder of its own. @throws Loss */
  run(turn: Turn): Promise<void>
  /** After the last turn: ends what was kept running. @throws Loss */
  end?(turn: Turn): Promise<void>
}

/** A reason why an attack cannot run on this machine: it is noted and has no more turns. */
export class Skipped extends Error {
  override name = 'Skipped'
}
