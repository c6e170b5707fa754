import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import type { ModelComparison } from '../../contract/model-comparison'
import { writeAtomically } from '../../dataset/atomic'
import { unusedId, usedIds } from '../../packages/deleted-packages'
import { listPackages } from '../../packages/list-packages'
import type { PackageFolders } from '../../packages/list-packages'
import { PackageError } from '../../packages/package-error'
import type { FineTuneResult } from './fine-tune-loop'
import { RUN_FILES } from '../run-folder'
import type { FineTuneJob } from '../run-folder'
import { writeModel } from './fine-tune-context'
import type { PackagedRun, FineTuneContext } from './fine-tune-context'

/** Models of older versions and of external trainers do not record their run. */
const originSchema = z.object({ run: z.string().optional() })

/**
 * Writes the comparison and the package into the models' folder, under the id that was reserved for the run, or the next
 * free one where another model has taken it. Only an earlier result of the same run is replaced.
 * @throws PackageError
 */
export async function saveModel(
  context: PackagedRun & Pick<FineTuneContext, 'control'>,
  { progress, values }: FineTuneResult,
  comparison: ModelComparison,
): Promise<string> {
  const { run, job, control } = context
  const folders: PackageFolders = { shipped: '', user: job.models }
  const own = await idWrittenBy(folders, basename(resolve(run)))
  const refused: string[] = []
  for (;;) {
    const id = own ?? idFor(job, new Set([...(await usedIds(folders)), ...refused]))
    const named = { ...comparison, after: id }
    await writeAtomically(join(run, RUN_FILES.verdict), JSON.stringify(named))
    try {
      const destination = { folder: job.models, id, replace: own !== null }
      const written = await writeModel(context, progress, values, destination, named)
      if (id !== job.id) {
        const message = `Another model is called ${job.id}: this one is ${id}.`
        control.emit({ type: 'notice', message })
      }
      return written
    } catch (error) {
      const isIdInUse = error instanceof PackageError && error.code === 'exists'
      if (!isIdInUse) {
        throw error
      }
      refused.push(id)
    }
  }
}

/** The id of the model that this run has already written; null where there is none. */
async function idWrittenBy(folders: PackageFolders, run: string): Promise<string | null> {
  const manifests = (await listPackages(folders)).flatMap(({ found: valid }) =>
    'manifest' in valid ? [valid.manifest] : [],
  )
  const own = manifests.find(({ training }) => originSchema.safeParse(training).data?.run === run)
  return own?.id ?? null
}

function idFor({ id, taken }: FineTuneJob, present: ReadonlySet<string>): string {
  return present.has(id) ? unusedId(id.replace(/-\d+$/, ''), new Set([...present, ...taken])) : id
}
