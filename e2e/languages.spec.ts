import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './app'
import type { Shell } from './app'
import { violations } from './axe'
import { pairFolder } from './pairs'
import { picture } from './picture'

/** Buttons of the rail, from its start; the one before the last shows the keys. */
const PLACES = { open: 0, queue: 1, review: 2, dataset: 3, train: 4, models: 5, settings: -1 }

async function go(page: Page, place: number): Promise<void> {
  await page.getByRole('navigation').first().getByRole('button').nth(place).click()
  await expect(page.getByRole('main')).toBeVisible()
}

/** The first field of the settings, by the languages' own names. */
async function choose(page: Page, name: string): Promise<void> {
  await go(page, PLACES.settings)
  await page.getByRole('main').getByRole('combobox').first().click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** Brackets of the pseudo-language keep a short label from being a part of its long one. */
async function flaws(page: Page): Promise<string[]> {
  const isPseudo = await page.evaluate(() => window.localStorage.getItem('deltascribe.language') === 'pseudo')
  const found = await violations(page)
  return found.filter((flaw) => !isPseudo || !flaw.startsWith('label-content-name-mismatch'))
}

/** Buttons in the main part, from its start, that open a dialog or a panel. */
const OPENED = [
  { name: 'similar', place: PLACES.queue, button: 0 },
  { name: 'statistics', place: PLACES.queue, button: 1 },
  { name: 'import', place: PLACES.dataset, button: 0 },
  { name: 'import-model', place: PLACES.models, button: 0 },
]

/** The page is the same in all shells: one of them shows the dark theme too. */
const THEMES = { electron: ['light', 'dark'], serve: ['light'], team: ['light'] } as const

async function expectSound(page: Page, name: string, shell: Shell): Promise<void> {
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  for (const colorScheme of THEMES[shell]) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(300)
    expect(await flaws(page), `${name}, ${colorScheme}`).toEqual([])
  }
  await picture(page, name)
}

async function expectAllSound(page: Page, language: string, shell: Shell): Promise<void> {
  for (const [name, place] of Object.entries(PLACES)) {
    await go(page, place)
    await expectSound(page, `${language}-${name}`, shell)
  }
  for (const { name, place, button } of OPENED) {
    await go(page, place)
    await page.getByRole('main').getByRole('button').nth(button).click()
    await expectSound(page, `${language}-${name}`, shell)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, `${language}-keys`, shell)
  await page.keyboard.press('Escape')
}

test('every screen is sound in every language and both themes, and a change of language keeps the place and the folder', async ({
  start,
  home,
  shell,
}) => {
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ hints: 'done', theme: 'system' }))
  const { folder, remove } = await pairFolder('made')
  try {
    const { page } = await start(folder)
    await expect(page.getByText(/Proposals ready for all/)).toBeVisible()
    for (const [name, language, rail] of [
      ['Deutsch', 'de', 'Warteschlange'],
      ['简体中文', 'zh-Hans', '队列'],
      ['English', 'en', 'Queue'],
    ]) {
      await choose(page, name)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('navigation').first()).toContainText(rail)
      // the page came back to the settings, with the folder open
      await expect(page.getByRole('main').getByRole('combobox').first()).toHaveValue(name)
      await expectAllSound(page, language, shell)
    }
    await page.evaluate(() => window.localStorage.setItem('deltascribe.language', 'pseudo'))
    await page.reload()
    await expect(page.getByRole('navigation').first()).toContainText('[Qûéûé~]')
    await expectAllSound(page, 'pseudo', shell)
  } finally {
    remove()
  }
})

/** Words of English sentences that no German one has. Names of models and formats have none of them. */
const ENGLISH = /\b(?:the|is|are|not|cannot|its|been|were)\b/i

async function expectNoEnglish(page: Page): Promise<void> {
  const lines = (await page.locator('body').innerText()).split('\n')
  expect(lines.filter((line) => ENGLISH.test(line))).toEqual([])
}

for (const { language, noImage, missing } of [
  { language: 'de', noImage: 'ist kein PNG-, JPEG-', missing: 'ist nicht da: Der Ordner wurde verschoben' },
  { language: 'zh-Hans', noImage: '不是 PNG、JPEG', missing: '不存在：文件夹已被移动' },
]) {
  test(`what goes wrong is told in ${language}: a broken image, and a folder that is not there`, async ({
    start,
    home,
  }) => {
    writeFileSync(join(home, 'settings.json'), JSON.stringify({ hints: 'done', language }))
    const { folder, remove } = await pairFolder('made')
    try {
      const [after] = readdirSync(join(folder, 'after')).sort()
      writeFileSync(join(folder, 'after', after), 'GIF89a')
      const { page, quit } = await start(folder)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await go(page, PLACES.queue)
      await expect(page.getByText(noImage).first()).toBeVisible()
      await expectNoEnglish(page)
      await page.getByRole('option').first().dblclick()
      await expect(page.getByRole('main').getByText(noImage)).toBeVisible()
      await expectNoEnglish(page)
      await quit()
      const { page: second } = await start(join(folder, 'gone'))
      await expect(second.getByText(missing)).toBeVisible()
      await expectNoEnglish(second)
    } finally {
      remove()
    }
  })
}
