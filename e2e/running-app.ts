import type { Locator, Page } from '@playwright/test'

/** The app as a story holds it, in whichever shell it runs. */
export interface RunningApp {
  page: Page
  enginePid(): Promise<number>
  /**
   * Ends the page's process and waits until it is loaded again. Returns how to see what the window shows then,
   * as `page` is gone. Electron only.
   */
  crashPage(): Promise<() => Promise<string>>
  /** Whether the system keeps the page's process apart, and its own objects from those of the page. Electron only. */
  isolation(): Promise<Record<'sandbox' | 'contextIsolation' | 'nodeIntegration', boolean | undefined>>
  /** From now on the person presses the button for no in the system's dialogs. Electron only. */
  declineDialogs(): Promise<void>
  /** The button for yes, as from the start. Electron only. */
  acceptDialogs(): Promise<void>
  /** Messages of the system's dialogs so far. Electron only. */
  questions(): Promise<string[]>
  /**
   * Presses a button that asks for a folder, and chooses one: in the system's dialog, or in the page's own, whose
   * button is `confirm`.
   */
  chooseFolder(button: Locator, folder: string, confirm: string): Promise<void>
  quit(): Promise<void>
}

/** Of a program that is started with that data folder of its user. */
export function environment(home: string): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return { ...Object.fromEntries(inherited), DELTASCRIBE_HOME: home }
}
