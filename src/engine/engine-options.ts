import type { BucketPlace } from '../buckets/bucket-folder'
import type { LanguageSetting } from '../contract/work'
import type { EventPayload } from '../contract/define'
import type { EngineEvents } from '../contract/engine'
import type { ConnectorSettings } from '../contract/connector'
import type { PackDescriptor } from '../packs/catalogue'
import type { ProcessHost } from '../process/process-host'
import type { Log } from '../process/log/log'
import type { SecretBox } from '../process/secret-box'
import type { OtherFolders, Question } from './supervisor/host-contract'
import type { MessageText } from '../messages/message'
import type { StoreAddress } from '../store/store-address'

/** Resolves to true where the person allows it. */
export type AskPerson = (question: Question) => Promise<boolean>

export interface EngineOptions {
  host: ProcessHost
  /** Settings, recent projects, and the stores of folders that cannot be written. */
  userFolder: string
  /** The sample project as shipped; copied before use. */
  sampleFolder: string
  /** The model packages as shipped. */
  modelsFolder: string
  /** The package of the detector that names things; without it nothing is named. */
  detectorFolder?: string
  version: string
  /** For other programs that open the same project, as in "the Deltascribe window". */
  program?: string
  /** `edit` opens no project that another program has, `look` keeps none from editing; absent: whichever can be had. */
  access?: 'edit' | 'look'
  /** Nobody is watching: nothing runs by itself, and opening a folder is not remembered as recent. */
  isHeadless?: boolean
  /** The model packs there are, where not those that ship with the program. */
  packs?: readonly PackDescriptor[]
  /** After which a model that is imported or exported is taken to hang; two minutes by default. */
  modelTrialMilliseconds?: number
  /** Keeps the key of the caption connector over runs; without it, a key is for this run alone. */
  secretBox?: SecretBox
  /** For the command line: instead of what the settings say of the caption connector. */
  connector?: {
    settings: ConnectorSettings
    key: string | null
    /** Whether the address was named on the command line. */
    isNamed: boolean
  }
  /** For the command line: the other machine that makes proposals. The person agreed to it before. */
  machine?: { host: string; command: string }
  /** Pairs that are proposed for at once, at most. */
  lanes?: number
  /** Origins that pictures may go to, named on the command line. */
  allowedOrigins?: readonly string[]
  /** A folder whose project lies in a database, and its address. */
  database?: { folder: string; place: StoreAddress } | null
  /** A folder whose images lie in a bucket. */
  bucket?: BucketPlace | null
  /** Whether each port is of a person who signed in: a port of nobody is closed. */
  isTeam?: boolean
  /** Instead of one of its own in the user's folder. */
  log?: Log
  /** Why the engine before this one was ended; null where it was not. */
  restartNotice?: MessageText | null
  /** Asks the person, where no page can answer; null where the program shows no dialog. */
  askPerson?: AskPerson | null
  /** What is done about a path that the page names and nobody chose; `use` if absent. */
  otherFolders?: OtherFolders
  /** Folders that the user chose already. */
  chosenFolders?: readonly string[]
  /** Which folder is open, whenever that changes. */
  onFolder?: (folder: string | null) => void
  /** The setting for the language, at the start and whenever it changes. */
  onLanguage?: (language: LanguageSetting) => void
}

/** Tells every client. */
export type Emit = <N extends keyof EngineEvents & string>(
  event: N,
  payload: EventPayload<EngineEvents, N>,
) => void
