import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import type { Verdict } from '../../contract/training'
import { writeAtomically } from '../../dataset/atomic'
import { freeId, takenIds } from '../../packages/free-id'
import { listPackages, type PackageFolders } from '../../packages/list-packages'
import { PackageError } from '../../packages/package-error'
import type { Learned } from './learning'
import { runFiles, type TuneJob } from './run-folder'
import { writeModel, type Packaged, type Tuning } from './tuning'

/** Models of older versions, and of other trainers, do not say which run made them. */
const madeBySchema = z.object({ run: z.string().optional() })

/**
 * Writes the verdict and the package in the models' folder, under the id that the run was promised, or the next free
 * one where another model has it by now. What the same run has written before, and nothing else, is replaced.
 * @throws PackageError
 */
export async function saveModel(
  tuning: Packaged & Pick<Tuning, 'outside'>,
  { progress, values }: Learned,
  judged: Verdict,
): Promise<string> {
  const { run, job, outside } = tuning
  const folders: PackageFolders = { shipped: '', user: job.models }
  const own = await idOfOwn(folders, basename(resolve(run)))
  const refused: string[] = []
  for (;;) {
    const id = own ?? idFor(job, new Set([...(await takenIds(folders)), ...refused]))
    const verdict = { ...judged, after: id }
    await writeAtomically(join(run, runFiles.verdict), JSON.stringify(verdict))
    try {
      const place = { folder: job.models, id, replace: own !== null }
      const written = await writeModel(tuning, progress, values, place, verdict)
      if (id !== job.id) {
        const message = `Another model is called ${job.id}: this one is ${id}.`
        outside.say({ type: 'notice', message })
      }
      return written
    } catch (error) {
      const isTaken = error instanceof PackageError && error.code === 'exists'
      if (!isTaken) throw error
      refused.push(id)
    }
  }
}

/** Of the model that this run had written when it was ended. */
async function idOfOwn(folders: PackageFolders, run: string): Promise<string | null> {
  const manifests = (await listPackages(folders)).flatMap(({ found }) =>
    'manifest' in found ? [found.manifest] : [],
  )
  const own = manifests.find(({ training }) => madeBySchema.safeParse(training).data?.run === run)
  return own?.id ?? null
}

function idFor({ id, taken }: TuneJob, present: ReadonlySet<string>): string {
  return present.has(id) ? freeId(id.replace(/-\d+$/, ''), new Set([...present, ...taken])) : id
}
