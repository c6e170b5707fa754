import type { MessageText } from '../../messages/message'
import type { StoreAddress } from '../../store/store-address'
import type { EngineOptions } from '../engine-options'
import type { OpenedBuckets } from '../buckets/opened-buckets'
import { folderToOpen, isSameFolder, workFolder } from './sample'

export interface ChosenProject {
  folder: string
  /** Address of the database that its work lies in; null for a file. */
  database: StoreAddress | null
  /** What the user should know, or null. */
  notice: MessageText | null
}

type Options = Pick<EngineOptions, 'sampleFolder' | 'userFolder' | 'database'>

/**
 * What to open where `asked` is asked for. However that path is spelled, the work lies in one place. A recent project of
 * a bucket has its images from then on. @throws ContractError
 */
export async function chosenProject(
  asked: string,
  options: Options,
  buckets: Pick<OpenedBuckets, 'follow'>,
): Promise<ChosenProject> {
  await buckets.follow(asked)
  const { folder, notice } = await folderToOpen(asked, options)
  const { database = null } = options
  const isThatFolder = database !== null && isSameFolder(workFolder(database.folder, options), folder)
  return { folder, notice, database: isThatFolder ? database.place : null }
}
