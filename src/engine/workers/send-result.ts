import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CARD_FILE, MANIFEST_FILE, TOKENIZER_FILE, WEIGHTS_FILE } from '../../packages/files'
import type { RunFile, WorkerRuns } from '../../queue/worker-runs'
import { RUN_FILES } from '../../training/run-folder'
import { PACKAGE_FOLDER } from '../training/bring-result'

/** Bytes of a file in one statement. */
const PART_BYTES = 1_000_000

interface Sent {
  run: string
  /** Id of the worker. */
  worker: string
  /** Of the run here. */
  folder: string
  /** The package that it made. */
  model: string
}

/**
 * Sends what a run has made: the verdict, the compared pairs, and the model. Files of an earlier try are replaced.
 * @throws ContractError `unavailable`; StoreError; errors of the disk
 */
export async function sendResult(runs: WorkerRuns, { run, worker, folder, model }: Sent): Promise<RunFile[]> {
  await runs.clearFiles(run, worker)
  const sent: RunFile[] = []
  for (const { path, from } of await filesOf(folder, model)) {
    const hash = createHash('sha256')
    let bytes = 0
    let part = 0
    for await (const some of createReadStream(from, { highWaterMark: PART_BYTES }) as AsyncIterable<Buffer>) {
      hash.update(some)
      bytes += some.length
      await runs.addPart(run, worker, { path, part, bytes: some })
      part += 1
    }
    sent.push({ path, bytes, sha256: hash.digest('hex') })
  }
  return sent
}

async function filesOf(folder: string, model: string): Promise<{ path: string; from: string }[]> {
  const compared = await readdir(join(folder, RUN_FILES.compare)).catch((): string[] => [])
  return [
    { path: RUN_FILES.verdict, from: join(folder, RUN_FILES.verdict) },
    ...compared.map((name) => ({
      path: `${RUN_FILES.compare}/${name}`,
      from: join(folder, RUN_FILES.compare, name),
    })),
    ...[WEIGHTS_FILE, TOKENIZER_FILE, CARD_FILE, MANIFEST_FILE].map((name) => ({
      path: `${PACKAGE_FOLDER}/${name}`,
      from: join(model, name),
    })),
  ]
}
