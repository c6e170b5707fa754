import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { failWith } from '../contract/errors'
import { MOST_REVIEWS } from '../contract/overlap'
import type { OverlapCounts } from '../store/blind-reviews'
import { postgresLocation } from '../store/postgres/location'
import { openPostgres } from '../store/postgres/postgres-database'
import { ProjectStore } from '../store/project-store'
import { sampleKeys } from '../store/sample-pairs'
import { wholeFromZero } from './option-values'
import { EXIT_CODES, print, printJson, remark, runCommand, textTable } from './output'

interface SetOptions {
  database: string
  reviews: number
  share?: number
  count?: number
  seed: number
}

/** `deltascribe overlap`: pairs that several people review blindly. */
export function addOverlapCommand(program: Command): void {
  const overlap = program.command('overlap').description('Pairs that several people review blindly')
  const on = (words: string, description: string): Command =>
    overlap
      .command(words)
      .description(description)
      .requiredOption('--database <url>', 'the PostgreSQL database of the project')
  on('set', 'Give all pairs that nobody has worked on, or a sample of them, several blind reviews')
    .requiredOption('--reviews <count>', `people for each pair, 2 to ${MOST_REVIEWS}; 0 for none`, reviews)
    .option('--share <share>', 'of the pairs, above 0 to 1; all without it', share)
    .option('--count <count>', 'so many pairs, in place of a share', wholeFromZero)
    .option('--seed <number>', 'of the sample', wholeFromZero, 1)
    .action((options: SetOptions) => withStore(options, (store) => set(store, options)))
  on('list', 'Say how many pairs get several reviews, and how far they are')
    .option('--json', 'print one JSON document')
    .action((options: { database: string; json?: boolean }) =>
      withStore(options, (store) => list(store.reviews.counts(), options)),
    )
  on('gold <keys...>', 'Score reviews of these decided pairs against the pairs themselves')
    .option('--not', 'they are gold pairs no more')
    .action((keys: string[], options: { database: string; not?: boolean }) =>
      withStore(options, (store) => gold(store, keys, options.not !== true)),
    )
}

function withStore({ database }: { database: string }, work: (store: ProjectStore) => void): Promise<void> {
  return runCommand(() => {
    const store = new ProjectStore(openPostgres(postgresLocation(database)))
    try {
      work(store)
      return Promise.resolve(EXIT_CODES.fine)
    } finally {
      store.close()
    }
  })
}

/** @throws ContractError `invalid-input` */
function set(store: ProjectStore, { reviews: wanted, share: part, count, seed }: SetOptions): void {
  if (part !== undefined && count !== undefined) {
    throw failWith('invalid-input', 'Name a share or a count, not both.')
  }
  const size = count === undefined ? { share: part ?? 1 } : { count }
  const chosen = sampleKeys(store.pairs.keys(), size, seed)
  const open = store.reviews.untouchedOf(chosen)
  store.setOverlap(open, wanted)
  if (wanted > 0 && open.length < chosen.length) {
    remark(
      `Left as they are, as somebody has worked on them or they cannot be read: ${chosen.length - open.length}.`,
    )
  }
  list(store.reviews.counts(), {})
}

function list(counts: readonly OverlapCounts[], { json = false }: { json?: boolean }): void {
  if (json) {
    printJson(counts)
    return
  }
  if (counts.length === 0) {
    print('No pair gets several reviews: deltascribe overlap set --reviews 2 --database URL')
    return
  }
  const rows = counts.map(({ wanted, pairs, begun, waiting, adjudicated, gold: golden }) =>
    [wanted, pairs, begun, waiting, adjudicated, golden].map(String),
  )
  print(textTable([['reviews', 'pairs', 'begun', 'to adjudicate', 'adjudicated', 'gold'], ...rows]))
}

/** @throws ContractError `not-found`, `conflict` */
function gold(store: ProjectStore, keys: readonly string[], isGold: boolean): void {
  const ids = new Map(store.pairs.places().map(({ id, key }) => [key, id]))
  const unknown = keys.find((key) => !ids.has(key))
  if (unknown !== undefined) {
    throw failWith('not-found', `There is no pair ${unknown} in this project. Nothing was changed.`)
  }
  store.setGold(
    keys.map((key) => ids.get(key)!),
    isGold,
  )
  print(isGold ? `Gold pairs: ${keys.join(', ')}.` : `Gold pairs no more: ${keys.join(', ')}.`)
}

function reviews(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value === 1 || value > MOST_REVIEWS) {
    throw new InvalidArgumentError(`From 2 to ${MOST_REVIEWS} people, or 0 for none.`)
  }
  return value
}

function share(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value <= 1)) {
    throw new InvalidArgumentError('Above 0, up to 1.')
  }
  return value
}
