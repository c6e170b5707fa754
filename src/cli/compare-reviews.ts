import type { Command } from 'commander'
import { failWith } from '../contract/errors'
import { reviewStates } from '../domain/pair'
import type { MetricReport } from '../metrics/metric-report'
import { agreementReport } from '../scoring/reviews/agreement-report'
import type { AgreementReport, TwoReport } from '../scoring/reviews/agreement-report'
import { agreementOfAll } from '../scoring/reviews/all-reviews'
import type { PersonReviews } from '../scoring/reviews/all-reviews'
import { readStoredReviews } from '../scoring/reviews/stored-reviews'
import type { StoredReviews } from '../scoring/reviews/stored-reviews'
import { loadProductResources } from '../scoring/meteor-product'
import type { Review } from '../scoring/reviews/two-reviews'
import { Meteor } from '../metrics/meteor/meteor'
import { postgresLocation } from '../store/postgres/location'
import { openPostgres } from '../store/postgres/postgres-database'
import { ProjectStore } from '../store/project-store'
import { wholeFromZero } from './option-values'
import { EXIT_CODES, print, printJson, remark, runCommand, someOf, textTable } from './output'
import { metricTable } from './score-report'
import { withEngine } from './with-engine'

interface CompareOptions {
  database?: string
  name?: string[]
  resamples: number
  seed: number
  json: boolean
}

/** `deltascribe compare-reviews`: how far people agree who reviewed copies of one folder, or pairs of one project. */
export function addCompareReviewsCommand(program: Command): void {
  program
    .command('compare-reviews')
    .description(
      'Say how far people agree who reviewed copies of one folder, or pairs of one project blindly: decisions, masks, names, captions',
    )
    .argument('[dirs...]', 'folders of image pairs, one for each person; pairs are the same by their key')
    .option('--database <url>', 'the blind reviews of the project there, in place of folders')
    .option(
      '--name <name...>',
      'names of the people in the order of their folders; else those of the folders',
    )
    .option('--resamples <count>', 'bootstrap resamples of pairs; 0 for no intervals', wholeFromZero, 1000)
    .option('--seed <number>', 'of the resampling', wholeFromZero, 1)
    .option('--json', 'print one JSON document', false)
    .action((dirs: string[], options: CompareOptions) => runCommand(() => compareReviews(dirs, options)))
}

async function compareReviews(dirs: readonly string[], options: CompareOptions): Promise<number> {
  const reviews = await readAll(dirs, options)
  if (agreementOfAll(reviews.people).pairs === 0) {
    throw failWith(
      'invalid-input',
      options.database === undefined
        ? 'No pair was decided on in two of these folders.'
        : 'No pair there was decided on by two people in blind reviews.',
    )
  }
  const meteor = new Meteor(await loadProductResources(), ['exact', 'stem', 'synonym'])
  const report = agreementReport(reviews, meteor, options)
  for (const { first, second, ofOtherSize } of [...report.two, ...report.gold]) {
    if (ofOtherSize.length > 0) {
      remark(`${first} and ${second}: images of another size, left out: ${someOf(ofOtherSize)}.`)
    }
  }
  if (options.json) {
    printJson({
      ...report,
      metrics: report.metrics.map(withoutItems),
      two: report.two.map(withoutAnyItems),
      gold: report.gold.map(withoutAnyItems),
    })
  } else {
    printTables(report)
  }
  return EXIT_CODES.fine
}

/** @throws ContractError `invalid-input`, `unavailable`; StoreError */
async function readAll(dirs: readonly string[], options: CompareOptions): Promise<StoredReviews> {
  const { database } = options
  if (database === undefined) {
    return { people: await readPeople(dirs, namesOf(dirs, options)), gold: null }
  }
  if (dirs.length > 0 || options.name !== undefined) {
    throw failWith('invalid-input', 'Name folders or a database, not both; people in a database have names.')
  }
  const store = new ProjectStore(openPostgres(postgresLocation(database)))
  try {
    return readStoredReviews(store)
  } finally {
    store.close()
  }
}

/** @throws ContractError `invalid-input` */
function namesOf(dirs: readonly string[], { name: names = [...dirs] }: CompareOptions): string[] {
  if (dirs.length < 2) {
    throw failWith('invalid-input', 'Name the folders of two people or more.')
  }
  if (names.length !== dirs.length || new Set(names).size < names.length) {
    throw failWith('invalid-input', 'Each folder needs a name of its own.')
  }
  return names
}

/** One folder after the other. @throws ContractError of a project that cannot be read */
async function readPeople(dirs: readonly string[], names: readonly string[]): Promise<PersonReviews[]> {
  const people: PersonReviews[] = []
  for (const [index, dir] of dirs.entries()) {
    people.push({ name: names[index], reviews: await readReviews(dir) })
  }
  return people
}

function readReviews(folder: string): Promise<Map<string, Review>> {
  const states = reviewStates.filter((state) => state !== 'unreviewed')
  return withEngine(
    async (client) => {
      await client.call('project.open', { folder, reading: null })
      const filter = { states, search: '', hasProblem: null }
      const { ids } = await client.call('pairs.find', { filter, order: 'key' })
      const reviews = new Map<string, Review>()
      for (const pairId of ids) {
        const { pair, document } = await client.call('pairs.get', { pairId })
        reviews.set(pair.key, { state: document.review.state, document })
      }
      return reviews
    },
    { access: 'look', program: 'deltascribe compare-reviews' },
  )
}

function withoutAnyItems({ ofOtherSize: _keys, ...report }: TwoReport): object {
  const models = report.models?.map((one) => ({ ...one, metrics: one.metrics.map(withoutItems) }))
  const plain = { ...report, metrics: report.metrics.map(withoutItems) }
  return models === undefined ? plain : { ...plain, models }
}

function withoutItems({ perItem: _perItem, ...report }: MetricReport): Omit<MetricReport, 'perItem'> {
  return report
}

function printTables({ people, pairs, pairsOfAll, metrics, two, gold }: AgreementReport): void {
  print(textTable([['reviewer', 'decided'], ...people.map(({ name, decided }) => [name, String(decided)])]))
  print('')
  print(`All: ${pairs} pairs that two or more decided on, ${pairsOfAll} that all did.`)
  print(textTable(metricTable(metrics)))
  for (const one of [...two, ...gold]) {
    print('')
    print(`${one.first} and ${one.second}: ${one.pairs} pairs that both decided on.`)
    if (one.pairs > 0) {
      print(textTable(metricTable(one.metrics)))
    }
    if (one.categories.length > 0) {
      print(
        textTable([
          ['category of regions', one.first, one.second, 'both'],
          ...one.categories.map(({ category, first, second, both }) => [
            category,
            ...[first, second, both].map(String),
          ]),
        ]),
      )
    }
    for (const { model, pairs: count, metrics: ofModels } of one.models ?? []) {
      print(`Begun from ${model}: ${count} pairs.`)
      print(textTable(metricTable(ofModels)))
    }
  }
}
