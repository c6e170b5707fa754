import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../e2e/remove-folder'
import { Skipped } from './attack'
import type { Attack, Turn } from './attack'
import { Loss } from './loss'
import { markProcesses, requireNoneOfTurn } from './processes'
import { Random } from './random'
import type { Row } from './table'

export interface CampaignOptions {
  /** It takes longer where by then an attack has had no turn. */
  minutes: number
  seed: number
  /** Of the first turn of each attack: to repeat one that found something. */
  firstTurn: number
  attacks: readonly Attack[]
  /** Ends it after the turn under way. */
  signal: AbortSignal
}

export interface FoundLoss {
  attack: string
  turn: number
  loss: Loss
}

export interface CampaignResult {
  rows: Row[]
  /** The first; null where there is none. */
  found: FoundLoss | null
  /** Figures and reasons, by attack. */
  notes: Map<string, string>
}

/** An attack with what was counted of it. */
interface Entry {
  attack: Attack
  row: Row
  turn: number
}

/**
 * Runs the attacks in turns, so that each gets the same share of the time, until the time is over and each has had a
 * turn, or one finds a loss.
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { minutes, firstTurn, attacks, signal } = options
  const entries = attacks.map((attack): Entry => ({ attack, row: rowOf(attack.name), turn: firstTurn }))
  const notes = new Map<string, string>()
  const scratch = mkdtempSync(join(tmpdir(), 'deltascribe-campaign-'))
  const over = new AbortController()
  const end = (): void => over.abort()
  let isTimeOver = false
  const endIfDue = (): void => {
    const haveHadTurns = entries.every(({ row, turn }) => row.skipped !== null || turn > firstTurn)
    if (isTimeOver && haveHadTurns) {
      end()
    }
  }
  const timer = setTimeout(() => {
    isTimeOver = true
    endIfDue()
  }, minutes * 60_000)
  signal.addEventListener('abort', end)
  const found: FoundLoss[] = []
  const take = async (entry: Entry, part: 'run' | 'end'): Promise<void> => {
    const { attack, turn } = entry
    const loss = await takeTurn(entry, part, { ...options, scratch, notes, signal: over.signal })
    // Ctrl+C in a terminal reaches the programs under attack too
    if (loss !== null && !signal.aborted) {
      entry.row.losses[loss.kind] += 1
      found.push({ attack: attack.name, turn, loss })
    }
    entry.turn += 1
    endIfDue()
  }
  while (found.length === 0 && !over.signal.aborted) {
    const able = entries.filter(({ row }) => row.skipped === null)
    if (able.length === 0) {
      break
    }
    await take(
      able.reduce((least, entry) => (entry.row.seconds < least.row.seconds ? entry : least)),
      'run',
    )
  }
  clearTimeout(timer)
  for (const entry of entries) {
    await take(entry, 'end')
  }
  // what a loss left is for whoever looks into it
  if (found.length === 0) {
    removeFolder(scratch)
  }
  return { rows: entries.map(({ row }) => row), found: found.at(0) ?? null, notes }
}

function rowOf(name: string): Row {
  const losses = { lost: 0, doubled: 0, dead: 0, left: 0 }
  return { name, attempts: 0, kills: 0, losses, seconds: 0, skipped: null }
}

interface TurnNeeds extends CampaignOptions {
  scratch: string
  notes: Map<string, string>
}

/** Returns what was lost; null where all is well. */
async function takeTurn(
  { attack, row, turn }: Entry,
  part: 'run' | 'end',
  { seed, scratch, notes, signal }: TurnNeeds,
): Promise<Loss | null> {
  const name = `${attack.name}-${turn}`
  const folder = join(scratch, name)
  mkdirSync(folder, { recursive: true })
  markProcesses(`${seed}-${name}-${part}-${process.pid}`)
  const given: Turn = {
    random: new Random(seed, name),
    tally: row,
    folder,
    note: (about, text) => notes.set(`${attack.name}: ${about}`, text),
    signal,
  }
  const began = performance.now()
  try {
    await attack[part]?.(given)
    await requireNoneOfTurn()
    removeFolder(folder)
    return null
  } catch (error) {
    if (error instanceof Skipped) {
      row.skipped = error.message
      given.note('skipped', error.message)
      return null
    }
    return lossOf(error)
  } finally {
    row.seconds += (performance.now() - began) / 1000
  }
}

/** An answer that the attack did not count on is one too. */
function lossOf(error: unknown): Loss {
  if (error instanceof Loss) {
    return error
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new Loss('lost', `not what was expected: ${text}`)
}
