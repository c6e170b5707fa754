import { z } from 'zod'
import { once, idempotent } from '../contract/define'
import { pictureKindSchema } from '../contract/picture'

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
      /** Whether the person is asked, by `folder.asked`, about a path that nobody chose; else every path is used. */
      asksForFolders: z.boolean(),
      /** Those that the user chose in a dialog or dropped. */
      chosenFolders: z.array(z.string()),
      /** Why the engine before it was ended, for the user; null where it was not. */
      restartNotice: z.string().nullable(),
    }),
    z.null(),
  ),
  /** Sent now and then: a live engine answers, whatever else it does. */
  beat: once(z.object({}), z.null()),
  /** The user chose a folder: the page may ask for what is in it. */
  'folder.allow': idempotent(z.object({ folder: z.string() }), z.null()),
  /** What the person said to `folder.asked`. */
  'folder.answered': idempotent(z.object({ id: z.int(), isAllowed: z.boolean() }), z.null()),
  /** A folder that was given to the program while it runs. */
  'folder.open': once(z.object({ folder: z.string() }), z.null()),
  /** Answered once all earlier edits of the clients are stored. */
  finish: once(z.object({}), z.null()),
  'picture.locate': idempotent(
    z.object({ pairId: z.int(), kind: pictureKindSchema }),
    z.object({ path: z.string(), mimeType: z.string() }),
  ),
}

export const hostEvents = {
  /** The open folder; null for none. */
  'folder.changed': z.object({ folder: z.string().nullable() }),
  /** The page named a path that nobody chose. */
  'folder.asked': z.object({ id: z.int(), path: z.string() }),
}

export const hostContract = { commands: hostCommands, events: hostEvents }
