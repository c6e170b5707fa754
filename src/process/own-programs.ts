import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Transferable } from 'node:worker_threads'

/** Files of ours that run in processes or threads of their own. Each is an entry of the bundle. */
const SOURCES = {
  deltascribe: 'cli/main.ts',
  engine: 'engine/process.ts',
  inference: 'inference/process.ts',
  training: 'training/process.ts',
  dataset: 'dataset/import/process.ts',
  caption: 'captioning/process.ts',
  'synth-worker': 'dataset/synthetic/synth-worker.ts',
  'compose-thread': 'dataset/composing/compose-thread.ts',
  'frame-thread': 'images/dicom/frame-thread.ts',
  'export-thread': 'dataset/export/export-thread.ts',
  'device-thread': 'inference/device-thread.ts',
  'proposing-thread': 'inference/proposing-thread.ts',
  'session-worker': 'training/replicas/session-worker.ts',
  'agreement-thread': 'scoring/reviews/agreement-thread.ts',
  'similar-thread': 'engine/similar/similar-thread.ts',
  'connection-thread': 'store/postgres/connection-thread.ts',
  'parent-watch': 'process/parent-watch.ts',
} as const
export type OwnProgram = keyof typeof SOURCES

const isBundled = !import.meta.url.endsWith('.ts')

/**
 * The file of a program and what Node must be told to run it. In the bundle all lie side by side. From source they are
 * read as TypeScript, but where `DELTASCRIBE_PROGRAMS` names a folder of bundled ones, as the tests do: these start in
 * half the time.
 */
export function ownProgram(name: OwnProgram): { path: string; execArgv: string[] } {
  if (isBundled) {
    return { path: beside(`./${name}.js`), execArgv: [] }
  }
  const bundle = process.env['DELTASCRIBE_PROGRAMS']
  return bundle === undefined
    ? { path: beside(`../${SOURCES[name]}`), execArgv: ['--import', 'tsx'] }
    : { path: `${bundle}/${name}.js`, execArgv: [] }
}

/**
 * @param transferred what goes over to the thread as a part of `workerData`
 * @throws Error where the file is not there
 */
export function startThread(
  name: OwnProgram,
  workerData?: unknown,
  transferred: readonly Transferable[] = [],
): Worker {
  const transferList = [...transferred]
  const { path, execArgv } = ownProgram(name)
  if (execArgv.length === 0) {
    return new Worker(path, { workerData, transferList })
  }
  // threads do not take over how the main one reads TypeScript
  const entry = JSON.stringify(pathToFileURL(path).href)
  const start = `import('tsx/esm/api').then(({ register }) => { register(); return import(${entry}) })`
  return new Worker(start, { eval: true, workerData, transferList })
}

function beside(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

/** Whether this process holds its answers against the contract: `npm run dev` and the tests ask for it. */
export const checksOutputs = process.env['DELTASCRIBE_CHECKS'] === '1'
