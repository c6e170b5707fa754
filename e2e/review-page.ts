import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** The Review place, by what a person sees and does there. */
export class ReviewPage {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Review', exact: true }).first().click()
    await expect(this.canvas()).toBeVisible()
    await expect(this.canvas().getByText('Loading…')).toHaveCount(0)
    await this.page.getByRole('button', { name: 'History' }).click()
  }

  canvas(): Locator {
    return this.page.getByLabel('Canvas: before and after image with masks')
  }

  caption(number: number): Locator {
    return this.page.getByRole('textbox', { name: `Caption ${number}` })
  }

  /** Of side by side. */
  afterPane(): Locator {
    return this.canvas().locator('[data-pane="right"]')
  }

  regions(): Locator {
    return this.page.getByRole('list', { name: 'Regions' }).getByRole('listitem')
  }

  history(): Locator {
    return this.page.getByRole('region', { name: 'History' })
  }

  async writeCaption(text: string): Promise<void> {
    await this.caption(1).fill(text)
    await this.caption(1).press('Enter')
  }

  async acceptAndNext(): Promise<void> {
    await this.page.getByRole('button', { name: 'Accept and next' }).click()
  }

  async saved(): Promise<void> {
    await expect(this.page.getByText('All changes saved')).toBeVisible()
  }

  /** A stroke across the after pane, in shares of its half of the canvas; `during` runs in the middle of it. */
  async paint(from: [number, number], to: [number, number], during?: () => Promise<void>): Promise<void> {
    const box = await this.canvas().boundingBox()
    if (box === null) {
      throw new Error('the canvas is not shown')
    }
    const at = ([x, y]: [number, number]): [number, number] => [
      box.x + box.width * (0.5 + x / 2),
      box.y + box.height * y,
    ]
    const middle: [number, number] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
    await this.page.keyboard.press('b')
    await this.page.mouse.move(...at(from))
    await this.page.mouse.down()
    await this.page.mouse.move(...at(middle), { steps: 5 })
    await during?.()
    await this.page.mouse.move(...at(to), { steps: 5 })
    await this.page.mouse.up()
  }
}
