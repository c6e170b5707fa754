import { basename, join, resolve } from 'node:path'
import { addressText } from '../../buckets/address'
import { bucketOf } from '../../buckets/buckets-in-use'
import { ContractError } from '../../contract/errors'
import type { Project, Reading, StateCounts, TakenIn } from '../../contract/project'
import { discoverPairs } from '../../dataset/discover'
import type { DiscoveredReading } from '../../dataset/reading'
import { DiscoverError } from '../../dataset/scan-source'
import { readVolumes } from '../../dataset/volumes'
import { STORE_NAME } from '../../store/project-store'
import type { ProjectStore } from '../../store/project-store'
import { isInDatabase } from '../../store/store-address'
import type { StoreAddress } from '../../store/store-address'
import { openStore, presentReading, presentViewOnly, takeInReading, withNewSlices } from './open-store'
import type { OpenedStore, Opener } from './open-store'
import { getProjectMapping } from './project-mapping'
import { storeFolderFor } from './store-location'
import type { StoreLocation } from './store-location'
import { StoreError } from '../../store/store-error'
import { message, messageFields, joinSentences } from '../../messages/message'
import type { MessageText } from '../../messages/message'
import { getSetting, projectSettings } from './project-settings'

/** An open folder: its content, and its store. */
export interface OpenProject {
  folder: string
  store: ProjectStore
  /** For what is not in the store: runs of training, and pictures. */
  storeFolder: string
  storeAddress: StoreAddress
  /** For pictures made from the images; may be deleted at any time. */
  cacheFolder: string
  /** False where another program has it open for editing: nothing can be stored. */
  isEditable: boolean
  /** Of its reading, which slices are added to. */
  readonly pairCount: number
  /** Makes pairs of the slices that were added since. */
  takeInSlices(): void
  /**
   * Reads the folder again, by its reading: makes pairs of images that came since it was opened, and looks for problems
   * anew. @throws ContractError `folder-unreadable`
   */
  takeInFiles(): Promise<TakenIn>
  /** After another program has read the folder anew. Writes nothing. @throws ContractError `folder-unreadable` */
  readAgain(): Promise<void>
  close(): void
  /** All but the kind of the images. @param counts those of the pairs; absent: they are counted */
  describe(counts?: StateCounts): Omit<Project, 'sceneKind'>
}

/** What proposals are made of: pairs, and the folder with their images. */
export type PairSource = Pick<OpenProject, 'folder' | 'store'> & {
  /** For the probabilities of each pixel; null keeps none. */
  cacheFolder: string | null
}

const SHOWN_LEFT_OUT = 200
const SHOWN_EXAMPLES = 3

/** @throws ContractError `folder-unreadable` */
export async function inspectFolder(folder: string): Promise<DiscoveredReading[]> {
  try {
    return (await discoverPairs(folder)).readings
  } catch (error) {
    throw error instanceof DiscoverError
      ? unreadable(folder, message('joining.sentence', { text: error.text }))
      : error
  }
}

export function unreadable(path: string, text: MessageText): ContractError {
  return new ContractError({ code: 'folder-unreadable', path, ...messageFields(text) })
}

export function describeReading({ id, title, pairs, leftOut }: DiscoveredReading): Reading {
  return {
    id,
    title,
    pairCount: pairs.length,
    labelCount: pairs.filter(({ label }) => label !== null).length,
    leftOutCount: leftOut.reduce((sum, { count }) => sum + (count ?? 1), 0),
    leftOut: leftOut.slice(0, SHOWN_LEFT_OUT),
    examples: pairs.slice(0, SHOWN_EXAMPLES).map(({ key, before, after }) => ({ key, before, after })),
  }
}

interface OpenOptions {
  /** For the user, where the folder is a copy of what was asked for. */
  copyNotice?: MessageText | null
  /** Null opens it without keeping other programs from it. */
  opener?: Opener | null
  /** Address of a database that the project lies in; absent: a file beside the images. */
  database?: StoreAddress | null
}

/**
 * Opens the store beside the images, or under `userFolder` where the folder cannot be written.
 * @throws ContractError `folder-unreadable` where nothing in the folder reads as pairs, or its store is damaged; `held`
 */
export async function openProject(
  requestedFolder: string,
  wantedReading: string | null,
  userFolder: string,
  { copyNotice = null, opener = null, database = null }: OpenOptions = {},
): Promise<OpenProject> {
  const folder = resolve(requestedFolder)
  const found = await readingsOf(folder)
  const { path: storeFolder, notice } = storeLocationFor(folder, userFolder)
  const storeAddress = database ?? join(storeFolder, STORE_NAME)
  const read = opened({ folder, storeFolder, storeAddress, found, wantedReading, opener })
  const { store, hold } = read
  let readings = found.map(describeReading)
  let { reading, asFound } = read
  const notices = [copyNotice, notice, read.notice].filter((one) => one !== null)
  return {
    folder,
    store,
    storeFolder,
    storeAddress,
    cacheFolder: join(storeFolder, 'cache'),
    isEditable: hold !== null,
    get pairCount() {
      return reading.pairs.length
    },
    takeInSlices() {
      reading = withNewSlices(store, folder, asFound)
    },
    async takeInFiles() {
      const present = await readingsOf(folder, reading.id)
      return counting(store, () => {
        ;({ reading, asFound } = takeInReading(store, { folder, found: present, wantedReading: reading.id }))
        readings = present.map(describeReading)
      })
    },
    async readAgain() {
      const present = await readingsOf(folder)
      readings = present.map(describeReading)
      ;({ reading, asFound } = presentReading(store, folder, present))
    },
    close() {
      store.close()
      hold?.release()
    },
    describe: (counts = store.pairs.counts()) => ({
      folder,
      name: nameOf(folder),
      reading: describeReading(reading),
      readings,
      ...describeStored(store, counts),
      storePath: storeFolder,
      storeNotice: joinSentences(notices),
      isShared: isInDatabase(storeAddress),
      viewOnly: hold === null ? presentViewOnly(storeFolder) : null,
    }),
  }
}

function describeStored(
  { meta }: ProjectStore,
  counts: StateCounts,
): Pick<Project, 'pairCount' | 'counts' | 'changeDefinition' | 'captionLanguage' | 'mapping'> {
  return {
    // another program may have read other ones
    pairCount: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    changeDefinition: getSetting(meta, projectSettings.changeDefinition),
    captionLanguage: getSetting(meta, projectSettings.captionLanguage),
    mapping: getProjectMapping(meta),
  }
}

/** At least one. @param needed one that has to be among them @throws ContractError `folder-unreadable` */
async function readingsOf(folder: string, needed: string | null = null): Promise<DiscoveredReading[]> {
  const found = await inspectFolder(folder)
  if (found.length === 0) {
    const path = bucketOf(folder) === null ? folder : nameOf(folder)
    throw unreadable(folder, message('folders.noPairs', { path }))
  }
  if (needed !== null && !found.some(({ id }) => id === needed)) {
    throw unreadable(folder, message('folders.readOtherwise'))
  }
  const volumes = await readVolumes(folder, found)
  return found.map((reading) => ({ ...reading, volumes }))
}

function counting({ pairs }: ProjectStore, take: () => void): TakenIn {
  const before = new Set(pairs.keys())
  take()
  const after = pairs.keys()
  const added = after.filter((key) => !before.has(key)).length
  return { added, gone: before.size + added - after.length }
}

/** Of a bucket its address. */
function nameOf(folder: string): string {
  const bucket = bucketOf(folder)
  return bucket === null ? basename(folder) : addressText(bucket.place)
}

function opened(request: Parameters<typeof openStore>[0]): OpenedStore {
  try {
    return openStore(request)
  } catch (error) {
    throw error instanceof StoreError ? unreadable(join(request.storeFolder, STORE_NAME), error.text) : error
  }
}

function storeLocationFor(folder: string, userFolder: string): StoreLocation {
  try {
    return storeFolderFor(folder, userFolder)
  } catch (error) {
    throw error instanceof StoreError ? unreadable(folder, error.text) : error
  }
}
