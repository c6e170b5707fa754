import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** A model is opened and tried out meanwhile. */
const PATIENCE = 240_000

/** The Models place, by what a person sees and does there, by keys alone. */
export class ModelsPage {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('Control+5')
    await expect(this.present()).toBeVisible()
  }

  present(): Locator {
    return this.page.getByRole('region', { name: 'What proposes now' })
  }

  row(title: string): Locator {
    return this.page.getByRole('option', { name: new RegExp(title) })
  }

  /** Opens the dialog in which `refuses` and `takes` name folders. */
  async startImport(): Promise<void> {
    await this.page.keyboard.press('i')
    await expect(this.folderField()).toBeVisible()
  }

  /** The dialog stays open, and says why. */
  async refuses(folder: string, reason: string): Promise<void> {
    await this.name(folder)
    await expect(this.page.getByRole('alert').filter({ hasText: reason })).toBeVisible()
    await this.page.getByRole('button', { name: 'Dismiss' }).click()
  }

  /** The model is tried, imported and chosen in the list. */
  async takes(folder: string, title: string): Promise<void> {
    await this.name(folder)
    await expect(this.row(title)).toHaveAttribute('aria-selected', 'true', { timeout: PATIENCE })
    await this.isDialogGone()
  }

  /** Keys belong to a dialog until it is gone. */
  async isDialogGone(): Promise<void> {
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
  }

  /** The chosen model. */
  async promote(title: string): Promise<void> {
    await this.page.keyboard.press('p')
    await expect(this.present()).toContainText(title)
  }

  async rollBackTo(title: string): Promise<void> {
    await this.page.keyboard.press('b')
    await expect(this.present()).toContainText(title)
  }

  private async name(folder: string): Promise<void> {
    await this.folderField().fill(folder)
    await this.page.keyboard.press('Enter')
  }

  private folderField(): Locator {
    return this.page.getByRole('textbox', { name: 'Folder of the model' })
  }
}
