import { bucketPlaceSchema } from '../../buckets/bucket-folder'
import { z } from 'zod'
import { once, idempotent } from '../../contract/define'
import { pictureKindSchema, pictureTileSchema } from '../../contract/picture'
import { languageSchema } from '../../contract/work'
import type { MessagesOf } from '../../messages/catalogue'
import { messageTextSchema } from '../../messages/message'

/** A question about what a page asks for. The person answers it in a dialog of the program around the engine. */
const questionSchema = z.discriminatedUnion('kind', [
  /** The page named a path that nobody chose. */
  z.object({ kind: z.literal('folder'), path: z.string() }),
  /** Whether pictures may be sent to a server beyond this machine. */
  z.object({
    kind: z.literal('sending'),
    /** `https://captions.example.org` */
    origin: z.string(),
    host: z.string(),
    reach: z.enum(['network', 'public']),
  }),
  /** Whether images and models may be sent to another machine, which makes proposals. */
  z.object({ kind: z.literal('machine'), host: z.string(), command: z.string() }),
  /** Whether a bucket may be read from this server, with the person's credentials. */
  z.object({ kind: z.literal('bucket'), origin: z.string(), address: z.string() }),
  /** Whether downloads may go over these proxies and mirrors. */
  z.object({ kind: z.literal('network'), addresses: z.array(z.string()).min(1) }),
])
export type Question = z.infer<typeof questionSchema>

/** About a path that nobody chose: `ask` asks the person, `refuse` names the option of the command line. */
const otherFoldersSchema = z.enum(['use', 'ask', 'refuse'])
export type OtherFolders = z.infer<typeof otherFoldersSchema>

/**
 * Requests of the host program to an engine process, on a control port that no page can reach. Answers hold paths,
 * which are never sent to the UI.
 */
export const hostCommands = {
  /** The first request. `folder` is opened anew after a crash. */
  start: once(
    z.object({
      userFolder: z.string(),
      sampleFolder: z.string(),
      modelsFolder: z.string(),
      detectorFolder: z.string(),
      version: z.string(),
      /** For other programs that open the same project, as in "the Deltascribe window". */
      program: z.string(),
      folder: z.string().nullable(),
      /** Whether the person can be asked, by `asked`. */
      canAsk: z.boolean(),
      otherFolders: otherFoldersSchema,
      /** Those that the user chose in a dialog, dropped, or named on the command line. */
      chosenFolders: z.array(z.string()),
      /** A folder whose project lies in a database, and its address, named on the command line. */
      database: z.object({ folder: z.string(), place: z.string() }).nullable(),
      /** A folder whose images lie in a bucket. */
      bucket: bucketPlaceSchema.nullable(),
      /** Whether each port is of a person who signed in: others are closed. */
      isTeam: z.boolean(),
      /** Origins that pictures may go to, named on the command line. */
      allowedOrigins: z.array(z.string()),
      /** Why the engine before it was ended, for the user; null where it was not. */
      restartNotice: messageTextSchema.nullable(),
    }),
    z.null(),
  ),
  /** Sent now and then: a live engine answers, whatever else it does. */
  beat: once(z.object({}), z.null()),
  /** The user chose a folder: the page may ask for what is in it. */
  'folder.allow': idempotent(z.object({ folder: z.string() }), z.null()),
  /** Whether a folder may be shown in the file manager: a chosen one, what is in it, and that of the log. */
  'folder.isShowable': idempotent(z.object({ folder: z.string() }), z.boolean()),
  /** What the person said to `asked`. */
  answered: idempotent(z.object({ id: z.string(), isAllowed: z.boolean() }), z.null()),
  /** A folder that was given to the program while it runs. */
  'folder.open': once(z.object({ folder: z.string() }), z.null()),
  /** Answered once all earlier edits of the clients are stored. */
  finish: once(z.object({}), z.null()),
  'picture.locate': idempotent(
    z.object({
      pairId: z.int(),
      kind: pictureKindSchema,
      tile: pictureTileSchema.nullable().exactOptional(),
    }),
    z.object({ path: z.string(), mimeType: z.string() }),
  ),
}

export const hostEvents = {
  /** The open folder; null for none. */
  'folder.changed': z.object({ folder: z.string().nullable() }),
  /** The setting, at the start and whenever it changes: the host's menus and dialogs follow it. */
  'language.changed': z.object({ language: languageSchema }),
  asked: z.object({ id: z.string(), question: questionSchema }),
}

export const hostContract = { commands: hostCommands, events: hostEvents }

/** Texts of a dialog of the system. The first button allows what is asked for. */
interface QuestionDialog {
  message: string
  detail: string
  buttons: [string, string]
}

/** What the person is asked about a request of the page. @param words in the language of the person */
export function questionDialog(question: Question, words: MessagesOf<'questions'>): QuestionDialog {
  switch (question.kind) {
    case 'folder':
      return {
        message: words.folder,
        detail: words.folderDetail(question),
        buttons: [words.folderYes, words.folderNo],
      }
    case 'sending':
      return {
        message: words.sending(question),
        detail:
          question.reach === 'public' ? words.publicDetail(question) : words.networkServerDetail(question),
        buttons: [words.sendYes(question), words.sendNo],
      }
    case 'machine':
      return {
        message: words.machine(question),
        detail: words.machineDetail(question),
        buttons: [words.sendYes(question), words.sendNo],
      }
    case 'bucket':
      return {
        message: words.bucket(question),
        detail: words.bucketDetail(question),
        buttons: [words.bucketYes, words.bucketNo],
      }
    case 'network':
      return {
        message: words.network,
        detail: words.networkDetail({ addresses: question.addresses.join('\n') }),
        buttons: [words.networkYes, words.networkNo],
      }
  }
}
