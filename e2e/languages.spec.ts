import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './app'
import type { AppOptions } from './app'
import { violations } from './axe'
import { go, PLACES, visitAll } from './every-screen'
import { pairFolder } from './pairs'
import { picture } from './picture'

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

async function expectAllSound(page: Page, language: string): Promise<void> {
  await visitAll(page, async (name) => {
    expect(await flaws(page), `${language}-${name}`).toEqual([])
    await picture(page, `${language}-${name}`)
  })
}

const LANGUAGES = [
  { name: 'Deutsch', language: 'de', rail: 'Warteschlange' },
  { name: '简体中文', language: 'zh-Hans', rail: '队列' },
  { name: 'English', language: 'en', rail: 'Queue' },
]

/** English is looked at in screens.spec.ts. The page is the same in all shells: the longest words stand for all. */
const SOUND_IN = {
  electron: ['de', 'zh-Hans', 'pseudo'],
  serve: ['pseudo'],
  team: ['pseudo'],
} satisfies Record<AppOptions['shell'], string[]>

test('every screen is sound in every language, and a change of language keeps the place and the folder', async ({
  start,
  home,
  shell,
  settings,
}) => {
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ ...settings, theme: 'system' }))
  const { folder, remove } = await pairFolder('made')
  try {
    const { page } = await start(folder)
    await expect(page.getByText(/Proposals ready for all/)).toBeVisible()
    for (const { name, language, rail } of LANGUAGES) {
      await choose(page, name)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('navigation').first()).toContainText(rail)
      // the page came back to the settings, with the folder open
      await expect(page.getByRole('main').getByRole('combobox').first()).toHaveValue(name)
      if (SOUND_IN[shell].includes(language)) {
        await expectAllSound(page, language)
      }
    }
    await page.evaluate(() => window.localStorage.setItem('deltascribe.language', 'pseudo'))
    await page.reload()
    await expect(page.getByRole('navigation').first()).toContainText('[Qûéûé~]')
    await expectAllSound(page, 'pseudo')
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
    settings,
  }) => {
    writeFileSync(join(home, 'settings.json'), JSON.stringify({ ...settings, language }))
    const { folder, remove } = await pairFolder('made')
    try {
      // all of them: the caption of a proposal has a language of its own
      for (const after of readdirSync(join(folder, 'after'))) {
        writeFileSync(join(folder, 'after', after), 'GIF89a')
      }
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

test.describe('on a German system', () => {
  test.use({ systemLanguage: 'de_DE' })

  test('the window is German, whatever texts its Chromium has', async ({ start, shell }) => {
    test.skip(shell !== 'electron' || process.platform !== 'linux', 'the page of a browser asks the browser')
    const { page } = await start(null)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await go(page, PLACES.settings)
    await expect(page.getByRole('main').getByRole('combobox').first()).toHaveValue('Wie das System (Deutsch)')
  })
})
