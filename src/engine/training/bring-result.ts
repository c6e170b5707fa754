import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { failWith } from '../../contract/errors'
import { modelComparisonSchema } from '../../contract/model-comparison'
import type { ModelComparison } from '../../contract/model-comparison'
import { writeAtomically } from '../../dataset/atomic'
import { message } from '../../messages/message'
import { CARD_FILE, MANIFEST_FILE, SIZE_LIMITS, TOKENIZER_FILE, WEIGHTS_FILE } from '../../packages/files'
import type { RunFile, WorkerRuns } from '../../queue/worker-runs'
import { RUN_FILES } from '../../training/run-folder'

/** Checks and adds a package that a run made, once; returns the model's id. @throws ContractError */
export type ImportTrained = (run: string, folder: string) => Promise<string>

/** Of a result: where its package lies, beside the verdict and the compared pairs. */
export const PACKAGE_FOLDER = 'package'
const COMPARED = /^compare\/\d+\.json$/
const MOST_COMPARED = 100_000
/** Of the verdict, and of each compared pair. */
const MOST_TEXT = 16_000_000
/** Of all files. */
const MOST_BYTES = 2_500_000_000

const PACKAGE_FILES = [MANIFEST_FILE, WEIGHTS_FILE, TOKENIZER_FILE, CARD_FILE] as const
const LIMITS = new Map<string, number>([
  [RUN_FILES.verdict, MOST_TEXT],
  ...PACKAGE_FILES.map((name): [string, number] => [`${PACKAGE_FOLDER}/${name}`, SIZE_LIMITS[name]]),
])

/** Of a file of a result; null for one that no result has. Bytes. */
function limitOf(path: string): number | null {
  return LIMITS.get(path) ?? (COMPARED.test(path) ? MOST_TEXT : null)
}

interface Result {
  readonly runs: Pick<WorkerRuns, 'part'>
  readonly run: string
  readonly files: readonly RunFile[]
  /** Of the run. */
  readonly folder: string
  readonly importTrained: ImportTrained
}

/**
 * Brings what a worker made into the run's folder, and the model into the user's, checked as one from elsewhere. May be
 * repeated. Returns the verdict, under the id that the model has here.
 * @throws ContractError `bad-model`, `unavailable`
 */
export async function bringResult(result: Result): Promise<ModelComparison> {
  const { runs, run, files, folder, importTrained } = result
  requireFiles(files)
  const draft = join(folder, 'brought')
  await rm(draft, { recursive: true, force: true })
  for (const file of files) {
    await bring(runs, run, file, join(draft, file.path))
  }
  const given = modelComparisonSchema.safeParse(
    JSON.parse(await readFile(join(draft, RUN_FILES.verdict), 'utf8')),
  ).data
  if (given === undefined) {
    throw wrong(RUN_FILES.verdict)
  }
  const verdict = { ...given, after: await importTrained(run, join(draft, PACKAGE_FOLDER)) }
  await rm(join(folder, RUN_FILES.compare), { recursive: true, force: true })
  await mkdir(join(draft, RUN_FILES.compare), { recursive: true })
  await rename(join(draft, RUN_FILES.compare), join(folder, RUN_FILES.compare))
  await writeAtomically(join(folder, RUN_FILES.verdict), JSON.stringify(verdict))
  await rm(draft, { recursive: true, force: true })
  return verdict
}

/** @throws ContractError `unavailable` for what no result has */
function requireFiles(files: readonly RunFile[]): void {
  const strange = files.find(({ path, bytes }) => bytes > (limitOf(path) ?? -1))
  if (strange !== undefined) {
    throw wrong(strange.path)
  }
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const names = new Set(files.map(({ path }) => path))
  if (total > MOST_BYTES || names.size > MOST_COMPARED || !names.has(RUN_FILES.verdict)) {
    throw wrong(RUN_FILES.verdict)
  }
}

async function bring(
  runs: Pick<WorkerRuns, 'part'>,
  run: string,
  { path, bytes, sha256 }: RunFile,
  to: string,
): Promise<void> {
  const hash = createHash('sha256')
  const parts = async function* parts(): AsyncGenerator<Uint8Array> {
    let brought = 0
    for (let part = 0; brought < bytes; part += 1) {
      const some = await runs.part(run, path, part)
      brought += some?.length ?? 0
      if (some === null || some.length === 0 || brought > bytes) {
        throw wrong(path)
      }
      hash.update(some)
      yield some
    }
  }
  await mkdir(dirname(to), { recursive: true })
  await pipeline(parts(), createWriteStream(to, { mode: 0o600 }))
  if (hash.digest('hex') !== sha256) {
    throw wrong(path)
  }
}

function wrong(path: string): Error {
  return failWith('unavailable', message('training.wrongResult', { path }))
}
