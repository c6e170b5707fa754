import { resolve } from 'node:path'
import { parseBucketAddress } from '../../buckets/address'
import { bucketOf, setBucket, useBucket } from '../../buckets/buckets-in-use'
import type { BucketFolder, BucketPlace } from '../../buckets/bucket-folder'
import { markFolder } from '../../buckets/bucket-mark'
import { connectionOf } from '../../buckets/connection-options'
import type { ConnectionOptions } from '../../buckets/connection-options'
import { isBucketAddress } from '../../contract/buckets'
import type { DiscoveredReading } from '../../dataset/reading'
import type { Emit, EngineOptions } from '../engine-options'
import { inspectFolder } from '../project/open-project'
import type { UserFiles } from '../user-folder'
import { dataSetPlace } from './bucket-data-sets'
import type { DataSetPlace } from './bucket-data-sets'
import { bucketPlaceOf, inWords } from './bucket-place'
import { BucketServers } from './bucket-servers'

/** Between two events of one list. */
const TOLD_MILLISECONDS = 500

type Options = Pick<
  EngineOptions,
  'userFolder' | 'isHeadless' | 'isTeam' | 'askPerson' | 'allowedOrigins' | 'bucket' | 'otherFolders'
>

/** The bucket that the engine was started with, those that a person names later, and those of recent projects. */
export class OpenedBuckets {
  /** Whose list a person may be waiting for. */
  private last: BucketFolder | null = null
  readonly servers: BucketServers

  constructor(
    private readonly options: Options,
    private readonly user: UserFiles,
    private readonly emit: Emit,
  ) {
    this.servers = new BucketServers(options, user)
    if (options.bucket != null) {
      this.use(options.bucket)
    }
  }

  /** @throws BucketError `setup` */
  placeOf(address: string, connection: ConnectionOptions = {}): BucketPlace {
    const { userFolder } = this.options
    return bucketPlaceOf(parseBucketAddress(address), connectionOf(connection), { userFolder })
  }

  /**
   * How a bucket can be read as pairs. From then on its folder has its images. Where it cannot be listed, all is as it
   * was: the same bucket may be open.
   * @throws BucketError; ContractError
   */
  async inspect(place: BucketPlace): Promise<DiscoveredReading[]> {
    const before = bucketOf(place.folder)
    const bucket = this.use(place)
    try {
      const readings = await inspectFolder(place.folder)
      // not before: no address that was mistyped leaves a folder
      await markFolder(place)
      bucket.keepList()
      return readings
    } catch (error) {
      setBucket(place.folder, before)
      throw error
    }
  }

  /**
   * Where a folder is that of a recent project in a bucket, its images come from there. The record is the user's own
   * one: what lies in the folder names no bucket.
   * @throws ContractError
   */
  async follow(folder: string): Promise<void> {
    const known = bucketOf(folder)
    if (known !== null) {
      this.last = known
      return
    }
    const { isHeadless = false, isTeam = false, userFolder } = this.options
    const record = this.user.getRecent().find((one) => resolve(one.folder) === resolve(folder))?.bucket
    if (record != null && !isHeadless && !isTeam) {
      const { address, connection } = record
      await inWords(() =>
        this.useMarked(
          bucketPlaceOf(parseBucketAddress(address), connection, { userFolder, folder: resolve(folder) }),
        ),
      )
    }
  }

  /** What the program was started with: a folder, or the address of a bucket. @throws ContractError */
  async folderOf(given: string): Promise<string> {
    return isBucketAddress(given)
      ? inWords(async () => (await this.useMarked(this.placeOf(given))).place.folder)
      : given
  }

  /**
   * A data set in a bucket, by the server of the images that are open, else by that of the environment.
   * @param folder of the open project; null where none is. @throws ContractError
   */
  async dataSet(given: string, folder: string | null): Promise<DataSetPlace> {
    return inWords(async () => {
      const open = folder === null ? null : bucketOf(folder)
      const place = dataSetPlace(given, open?.place.connection ?? connectionOf({}))
      await this.servers.require({ ...place.address, connection: place.connection })
      return place
    })
  }

  /** What lists a bucket fails with `cancelled`. */
  cancel(): void {
    this.last?.cancelList()
  }

  /** @throws BucketError `setup` where the folder is that of another bucket */
  private async useMarked(place: BucketPlace): Promise<BucketFolder> {
    await markFolder(place)
    return this.use(place)
  }

  private use(place: BucketPlace): BucketFolder {
    const bucket = useBucket(place)
    let toldAt = -Infinity
    bucket.onListed = (count) => {
      if (performance.now() - toldAt >= TOLD_MILLISECONDS) {
        toldAt = performance.now()
        this.emit('buckets.listed', { folder: place.folder, count })
      }
    }
    this.last = bucket
    return bucket
  }
}
