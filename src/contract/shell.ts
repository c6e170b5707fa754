import type { ShellUpdates } from './updates'

/**
 * The few things only the shell around the page can do, besides the port to the engine. Under Electron
 * the preload script exposes exactly this as `window.deltascribeShell`; in a browser there is none of it.
 */
export interface Shell {
  /** The system's folder dialog; null where the user cancelled. */
  pickFolder(title: string): Promise<string | null>
  /** Path of a file or folder that was dropped on the window (a DOM `File`). */
  pathOfDropped(file: unknown): Promise<string>
  /** Shows a folder that the user chose in the system's file manager; fails with words for the user for any other. */
  reveal(folder: string): Promise<void>
  /** Puts text on the clipboard: the page has no permission to. */
  copyText(text: string): Promise<void>
  /** Zoom of the whole page, 1 to 2. */
  setScale(scale: number): void
  /** Calls `store` before another folder is opened from outside, and waits for it. */
  onLeave(store: () => Promise<void>): void
  platform: string
  /** Tags that the system prefers, best first: those that menus and dialogs go by. */
  languages: readonly string[]
  updates: ShellUpdates
}

/** The name under which preload hands ports over: `window.postMessage(portMessage, '*', [port])`. */
export const PORT_MESSAGE = 'deltascribe-engine-port'

const LANGUAGES_SWITCH = '--deltascribe-languages='

/** The argument by which the main process hands the system's preferred languages to the preload script. */
export function languagesArgument(tags: readonly string[]): string {
  return `${LANGUAGES_SWITCH}${tags.join(',')}`
}

/** What `languagesArgument` put among a page's arguments; those of the browser where it named none. */
export function languagesOfArguments(
  argv: readonly string[],
  ofBrowser: readonly string[],
): readonly string[] {
  const given = argv.find((argument) => argument.startsWith(LANGUAGES_SWITCH)) ?? LANGUAGES_SWITCH
  const tags = given.slice(LANGUAGES_SWITCH.length)
  return tags === '' ? ofBrowser : tags.split(',')
}
