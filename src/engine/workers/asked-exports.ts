import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../dataset/atomic'
import { exportJobSchema } from '../../queue/export-job'
import type { ExportJob } from '../../queue/export-job'

/**
 * Exports that workers were asked for from here, and whose end nobody has seen: a file for each in the folder of the
 * project on this machine. Whoever opens the project there again follows them.
 */
export class AskedExports {
  private readonly folder: string

  constructor(storeFolder: string) {
    this.folder = join(storeFolder, 'asked-exports')
  }

  /** What cannot be read is passed over. */
  list(): ExportJob[] {
    return namesIn(this.folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => readJob(join(this.folder, name)) ?? [])
  }

  /** @throws the system's error */
  async add(job: ExportJob): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    await writeAtomically(this.pathOf(job.id), JSON.stringify(job))
  }

  /** @throws the system's error */
  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
  }

  private pathOf(id: string): string {
    return join(this.folder, `${id}.json`)
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readJob(path: string): ExportJob | null {
  try {
    return exportJobSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}
