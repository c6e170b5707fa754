import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { Rect, Size } from '../src/mask/bitmap'

type Point = readonly [x: number, y: number]

/** Pixels that the canvas leaves free around a picture that is fitted. */
const MARGIN = 16

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

  /** The pair of that key is on the screen and can be worked on. */
  async shows(key: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toContainText(key)
    await expect(this.afterPane()).toBeVisible()
    await expect(this.canvas().getByText('Loading…')).toHaveCount(0)
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
    return this.page.getByRole('list', { name: 'Regions', exact: true }).getByRole('listitem')
  }

  /** Who proposed what is shown, by title. */
  proposedBy(title: string): Locator {
    return this.page
      .getByRole('region', { name: 'Proposal', exact: true })
      .getByRole('term')
      .filter({ hasText: title })
  }

  history(): Locator {
    return this.page.getByRole('region', { name: 'History' })
  }

  async writeCaption(text: string): Promise<void> {
    await this.caption(1).fill(text)
    await this.caption(1).press('Enter')
  }

  /** As it is typed: the key that leads to the caption, the letters, Enter. */
  async typeCaption(text: string): Promise<void> {
    await this.page.keyboard.press('c')
    await expect(this.caption(1)).toBeFocused()
    await this.page.keyboard.type(text)
    await this.page.keyboard.press('Enter')
    await expect(this.caption(1)).toHaveValue(text)
    await this.did('Caption edited')
  }

  async acceptAndNext(): Promise<void> {
    await this.page.getByRole('button', { name: 'Accept and next' }).click()
  }

  async saved(): Promise<void> {
    await expect(this.page.getByText('All changes saved')).toBeVisible()
  }

  /** It is what undo would take back. */
  async did(label: string): Promise<void> {
    await expect(this.page.getByRole('button', { name: `Undo: ${label}` })).toBeVisible()
  }

  async deleteRegions(): Promise<void> {
    for (let left = await this.regions().count(); left > 0; left -= 1) {
      await this.page.keyboard.press('Tab')
      await this.page.keyboard.press('Delete')
      await expect(this.regions()).toHaveCount(left - 1)
    }
  }

  async rejectFirstRegion(): Promise<void> {
    await this.page.keyboard.press('Tab')
    await this.page.keyboard.press('x')
    await this.did('Region rejected')
  }

  /** A polygon of six corners around a new thing, and what kind of thing it is. */
  async outline(box: Rect, size: Size, category: string): Promise<void> {
    const before = await this.regions().count()
    await this.page.keyboard.press('n')
    await this.page.keyboard.press('p')
    for (const corner of hexagon(box)) {
      await this.page.mouse.click(...(await this.screenPoint(corner, size)))
    }
    await this.page.keyboard.press('Enter')
    await this.did('Polygon added')
    await expect(this.regions()).toHaveCount(before + 1)
    await this.page.keyboard.press('t')
    const field = this.page.getByRole('combobox', { name: 'Category of the region' })
    await expect(field).toBeFocused()
    await this.page.keyboard.type(category)
    await this.page.keyboard.press('Enter')
    await this.did(`Category changed to ${category}`)
  }

  /** A new region by one stroke across the box. */
  async paintAcross(box: Rect, size: Size): Promise<void> {
    const before = await this.regions().count()
    await this.page.keyboard.press('n')
    await this.dragAcross(box, size)
    await this.did('Brush stroke')
    await expect(this.regions()).toHaveCount(before + 1)
  }

  /** Takes a stripe out of the first region, which has that box. */
  async eraseAcross(box: Rect, size: Size): Promise<void> {
    await this.page.keyboard.press('Tab')
    await this.page.keyboard.press('e')
    await this.dragAcross(box, size)
    await this.did('Eraser stroke')
  }

  /** A stroke across the after pane, in shares of its half of the canvas; `during` runs in the middle of it. */
  async paint(from: Point, to: Point, during?: () => Promise<void>): Promise<void> {
    const box = await boxOf(this.canvas())
    const at = ([x, y]: Point): [number, number] => [
      box.x + box.width * (0.5 + x / 2),
      box.y + box.height * y,
    ]
    await this.page.keyboard.press('b')
    await this.drag(at(from), at(to), during)
  }

  private async dragAcross({ x, y, width, height }: Rect, size: Size): Promise<void> {
    const middle = y + height / 2
    const ends: Point[] = [
      [x, middle],
      [x + width, middle],
    ]
    const [from, to] = await Promise.all(ends.map((end) => this.screenPoint(end, size)))
    await this.drag(from, to)
  }

  private async drag(
    from: [number, number],
    to: [number, number],
    during?: () => Promise<void>,
  ): Promise<void> {
    await this.page.mouse.move(...from)
    await this.page.mouse.down()
    await this.page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 5 })
    await during?.()
    await this.page.mouse.move(...to, { steps: 5 })
    await this.page.mouse.up()
  }

  /** Where a pixel of the after image lies on the screen while the picture is fitted. */
  private async screenPoint([x, y]: Point, { width, height }: Size): Promise<[number, number]> {
    const pane = await boxOf(this.afterPane())
    const scale = Math.min((pane.width - 2 * MARGIN) / width, (pane.height - 2 * MARGIN) / height)
    return [
      pane.x + pane.width / 2 + (x - width / 2) * scale,
      pane.y + pane.height / 2 + (y - height / 2) * scale,
    ]
  }
}

async function boxOf(shown: Locator): Promise<Rect> {
  const box = await shown.boundingBox()
  if (box === null) {
    throw new Error('the canvas is not shown')
  }
  return box
}

/** Corners on the ellipse inside the box. */
function hexagon({ x, y, width, height }: Rect): Point[] {
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = (corner * Math.PI) / 3
    return [x + (width / 2) * (1 + Math.cos(angle)), y + (height / 2) * (1 + Math.sin(angle))]
  })
}
