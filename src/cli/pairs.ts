import { Option } from 'commander'
import type { Command } from 'commander'
import { useBucket } from '../buckets/buckets-in-use'
import { failWith } from '../contract/errors'
import { importedName } from '../contract/proposal'
import type { DiscoveredPair, DiscoveredReading } from '../dataset/reading'
import { areDicom } from '../dataset/slice-pairs'
import { rankedCaptions, documentFrom } from '../domain/review'
import { inWords } from '../engine/buckets/bucket-place'
import { inspectFolder } from '../engine/project/open-project'
import { EXIT_CODES, runCommand, print, printJson, remark } from './output'
import { addProjectOptions, projectPlaceOf } from './project-place'
import type { ProjectOptions } from './project-place'
import { pairsInOrder } from './similar-pairs'
import { chooseProposer } from './option-values'
import { withEngine } from './with-engine'
import type { EngineClient } from './with-engine'
import { englishOf } from '../messages/message'

interface PairsOptions extends ProjectOptions {
  reading?: string
  proposer?: string
  like?: string
  order?: string
  json?: boolean
}

/** A proposer's output for a pair; null values where there is none yet. */
interface PairProposal {
  score: number | null
  /** In JSON alone. */
  expectedIou: number | null
  agreement: number | null
  caption: string | null
}

/** `deltascribe pairs DIR`: what a folder is read as; with `--proposer` its project is opened as it is stored. */
export function addPairsCommand(program: Command): void {
  const command = program
    .command('pairs')
    .description('List the image pairs found in a folder, and the files left out')
    .argument('<dir>', 'folder of image pairs, or s3://BUCKET/FOLDER')
    .option('--reading <id>', 'another reading of the folder than the best')
    .option('--proposer <name>', 'with what this proposer has said: score, agreement, caption')
    .option('--like <key>', 'the pairs most similar to this one first; makes the embeddings that are missing')
    .addOption(
      new Option('--order <order>', 'the pairs most different from each other first').choices(['diverse']),
    )
    .option('--json', 'print one JSON document')
  addProjectOptions(command).action((dir: string, options: PairsOptions) =>
    runCommand(() => list(dir, options)),
  )
}

async function list(dir: string, options: PairsOptions): Promise<number> {
  requireFitting(options)
  const { reading: readingId, proposer, like, order, json } = options
  const { folder, ...place } = await projectPlaceOf(dir, options)
  const bucket = place.bucket == null ? null : useBucket(place.bucket)
  const readings = await inWords(() => inspectFolder(folder))
  // the project is opened with the same list
  bucket?.keepList()
  const ordered =
    (like === undefined && order === undefined) || readings.length === 0
      ? null
      : await pairsInOrder({ folder, ...place }, like ?? null)
  const stored =
    proposer === undefined || readings.length === 0
      ? null
      : await withEngine((client) => storedProposals(client, folder, proposer), {
          access: 'look',
          program: 'deltascribe pairs',
          ...place,
        })
  const unordered = chosenReading(readings, stored?.reading ?? ordered?.reading ?? readingId)
  const keys = ordered?.keys ?? (stored === null ? null : [...stored.proposals.keys()])
  const reading = unordered === undefined ? undefined : listedReading(unordered, keys, ordered !== null)
  if (json === true) {
    printJson({
      readings: readings.map(({ id, title, pairs }) => ({ id, title, pairs: pairs.length })),
      ...reading,
      ...(stored === null ? {} : { proposer, said: Object.fromEntries(stored.proposals) }),
    })
  } else if (reading !== undefined) {
    printReading(reading, stored?.proposals ?? null)
    readings.filter((other) => other !== unordered).forEach(printOther)
  } else {
    print(`No image pairs were found in ${dir}.`)
  }
  return reading === undefined ? EXIT_CODES.failed : EXIT_CODES.fine
}

/** @throws ContractError `invalid-input` for options that exclude each other */
function requireFitting({ reading, proposer, like, order }: PairsOptions): void {
  if (reading !== undefined && proposer !== undefined) {
    const advice = 'leave out --reading or --proposer'
    throw failWith(
      'invalid-input',
      `What a proposer said is stored by the reading that the folder is open with: ${advice}.`,
    )
  }
  const others = [reading, proposer, like === undefined ? undefined : order]
  if ((like ?? order) !== undefined && others.some((other) => other !== undefined)) {
    throw failWith('invalid-input', 'Use --like and --order each alone, without --reading and --proposer.')
  }
}

type ListedReading = Omit<DiscoveredReading, 'pairs'> & {
  pairs: readonly (Pick<DiscoveredPair, 'key'> & Partial<DiscoveredPair>)[]
}

/**
 * Names of DICOM files may be names of persons: of a project, only its keys are listed.
 * @param keys of the project; null where none was opened
 */
function listedReading(
  reading: DiscoveredReading,
  keys: readonly string[] | null,
  isOrdered: boolean,
): ListedReading {
  const isOfPersons = areDicom(reading.id, reading.pairs)
  if (keys === null) {
    if (isOfPersons) {
      remark('Names of these files may be names of persons: this list is not for others.')
    }
    return reading
  }
  if (isOfPersons) {
    return { ...reading, pairs: keys.map((key) => ({ key })), leftOut: [] }
  }
  return isOrdered ? inOrder(reading, keys) : reading
}

function inOrder(reading: DiscoveredReading, keys: readonly string[]): DiscoveredReading {
  const places = new Map(keys.map((key, place) => [key, place]))
  const placeOf = ({ key }: { key: string }): number => places.get(key) ?? keys.length
  return { ...reading, pairs: reading.pairs.toSorted((a, b) => placeOf(a) - placeOf(b)) }
}

/** The one with this id, else the best. @throws ContractError `invalid-input` */
function chosenReading(
  readings: readonly DiscoveredReading[],
  requestedId: string | undefined,
): DiscoveredReading | undefined {
  const match = requestedId === undefined ? readings.at(0) : readings.find(({ id }) => id === requestedId)
  if (match === undefined && readings.length > 0) {
    const ids = readings.map(({ id }) => id).join(', ')
    throw failWith('invalid-input', `The folder has no reading "${requestedId ?? ''}". It has: ${ids}.`)
  }
  return match
}

function printReading(
  { id, title, pairs, leftOut }: ListedReading,
  proposals: ReadonlyMap<string, PairProposal> | null,
): void {
  print(`${englishOf(title)} (${id}): ${pairs.length} pairs`)
  for (const { key, before, after } of pairs) {
    const about = proposals?.get(key)
    const columns =
      about === undefined ? [] : [number(about.score), number(about.agreement), about.caption ?? '']
    print([key, ...(before === undefined ? [] : [before, after]), ...columns].join('\t'))
  }
  leftOut.forEach(({ path, reason }) => print(`left out: ${path}: ${englishOf(reason)}`))
}

function printOther({ id, title, pairs }: DiscoveredReading): void {
  print(`another reading: ${englishOf(title)} (${id}): ${pairs.length} pairs`)
}

function number(value: number | null): string {
  return value === null ? '-' : value.toFixed(3)
}

/** The reading that the project is stored with, and the newest of the proposals for each pair, by key. */
async function storedProposals(
  client: EngineClient,
  folder: string,
  proposer: string,
): Promise<{ reading: string; proposals: Map<string, PairProposal> }> {
  if (importedName(proposer) === null) {
    await chooseProposer(client, proposer)
  }
  const { reading } = await client.call('project.open', { folder, reading: null })
  if (importedName(proposer) !== null) {
    await requireProposals(client, proposer)
  }
  const filter = { states: null, search: '', hasProblem: null }
  const { ids } = await client.call('pairs.find', { filter, order: 'key' })
  const proposals = new Map<string, PairProposal>()
  for (const pairId of ids) {
    const [{ key }] = await client.call('pairs.rows', { ids: [pairId] })
    const stored = await client.call('proposals.list', { pairId })
    const newest = stored.find((proposal) => proposal.proposer === proposer)
    const full = newest === undefined ? null : await client.call('proposals.get', { proposalId: newest.id })
    proposals.set(key, {
      score: full?.score ?? null,
      expectedIou: full?.expectedIou ?? null,
      agreement: full?.agreement?.score ?? null,
      caption: full === null ? null : (rankedCaptions(documentFrom([], full.captions))[0]?.text ?? null),
    })
  }
  return { reading: reading.id, proposals }
}

/** Of predictions that were imported, nothing else knows the names. @throws ContractError `invalid-input` */
async function requireProposals(client: EngineClient, proposer: string): Promise<void> {
  const names = (await client.call('proposals.proposers', {})).map((one) => one.proposer)
  if (!names.includes(proposer)) {
    const others = names.length === 0 ? 'Nobody has proposed here.' : `Those who have: ${names.join(', ')}.`
    throw failWith('invalid-input', `No pair has a proposal by "${proposer}". ${others}`)
  }
}
