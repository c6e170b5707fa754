import type { Caller } from '../../contract/person'
import type { Port } from '../../contract/port'
import type { LanguageSetting } from '../../contract/work'
import type { Log } from '../../process/log/log'
import type { HostedProcess, ProcessHost } from '../../process/process-host'
import type { AskPerson, EngineOptions } from '../engine-options'
import type { OtherFolders } from './host-contract'
import type { MessageText } from '../../messages/message'

export interface SupervisorOptions {
  host: ProcessHost
  userFolder: string
  sampleFolder: string
  modelsFolder: string
  detectorFolder: string
  version: string
  /** For other programs that open the same project, as in "the Deltascribe window". */
  program: string
  log: Log
  /** Called for each engine process once it serves; connect clients anew here. */
  onStarted: (engine: SupervisedEngine) => void
  /** Called once when no engine can be kept alive; the message is for the user. */
  onGivenUp: (message: MessageText) => void
  /** The setting for the language, as the engine tells it. */
  onLanguage?: (language: LanguageSetting) => void
  /** Called where an engine is ended because it answers nothing; the page is told the same. */
  onSilent?: (message: MessageText) => void
  /** Asks the person about what a page asks for; absent where the program shows no dialog. */
  askPerson?: AskPerson
  /** What is done about a path that the page names and nobody chose; `use` if absent. */
  otherFolders?: OtherFolders
  /** Folders that may be used, named on the command line. */
  chosenFolders?: readonly string[]
  /** A folder whose project lies in a database, and its address. */
  database?: EngineOptions['database']
  /** A folder whose images lie in a bucket. */
  bucket?: EngineOptions['bucket']
  /** Whether each port is of a person who signed in. */
  isTeam?: boolean
  /** Origins that pictures may go to, named on the command line. */
  allowedOrigins?: readonly string[]
  /** Between two questions whether the engine answers. */
  beatMilliseconds?: number
}

export interface SupervisedEngine {
  hosted: HostedProcess
  /** A client's port, where ports cannot be handed over. @param caller null if absent */
  openPort(caller?: Caller): Port
}
