import type { Command } from 'commander'
import type { EngineOptions } from '../engine/engine-options'
import { databaseOf } from './ask-workers'
import { addBucketOptions, imagePlaceOf } from './bucket-options'
import type { BucketOptions } from './bucket-options'

/** Where a project lies: its images in a folder or a bucket, the work on them in a file or a database. */
export interface ProjectOptions extends BucketOptions {
  database?: string
}

/** For a command that takes a project, wherever it lies. */
export function addProjectOptions(command: Command): Command {
  return addBucketOptions(
    command.option('--database <url>', 'the work on DIR lies in this PostgreSQL database'),
  )
}

/** Of `withEngine`, and the folder to open. */
export type ProjectPlace = { folder: string } & Required<Pick<EngineOptions, 'bucket' | 'database'>>

/** @throws ContractError `invalid-input` */
export async function projectPlaceOf(given: string, options: ProjectOptions): Promise<ProjectPlace> {
  const { folder, bucket } = await imagePlaceOf(given, options)
  return { folder, bucket, database: databaseOf(folder, { database: options.database }) }
}
