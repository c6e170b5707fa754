import { expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { followLanguage } from '../shell/language'
import { storedLanguage } from '../text/stored-language'
import { part, statusSaying, textbox } from '../testing/find'
import { proposedPair } from '../testing/made-pairs'
import { madeSettings } from '../testing/made-project'
import { haveShell } from '../testing/made-shell'
import { renderApp, renderReview } from '../testing/mount'

const german = madeSettings({ language: 'de' })
const pairs = [proposedPair(1, 'harbour')]

/** Follows the setting as the page does, but counts the times that it would be loaded anew. */
function follow(): ReturnType<typeof vi.fn<() => void>> {
  const reload = vi.fn<() => void>()
  const stop = followLanguage(reload)
  onTestFinished(() => {
    stop()
    window.localStorage.clear()
  })
  return reload
}

it('is chosen by its own name, and the page is loaded anew once the engine has the setting', async () => {
  const reload = follow()
  const { engine } = await renderApp({ route: 'settings' })
  const stored = engine.hold('settings.set')
  await part('combobox', 'Language').click()
  await expect.element(part('option', '简体中文')).toBeVisible()
  await part('option', 'Deutsch').click()
  await expect.poll(() => engine.inputsOf('settings.set')).toEqual([{ language: 'de' }])
  expect([storedLanguage(), reload.mock.calls.length]).toEqual(['system', 0])
  stored.answer(german)
  engine.emit('settings.changed', german)
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  expect(storedLanguage()).toBe('de')
})

it('is corrected once where the engine has another setting than the page knew', async () => {
  const reload = follow()
  const { engine } = await renderApp({ route: 'settings', settings: { language: 'de' } })
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  engine.emit('settings.changed', german)
  await expect.poll(() => storedLanguage()).toBe('de')
  expect(reload).toHaveBeenCalledTimes(1)
})

it('waits for what is typed to be stored', async () => {
  const reload = follow()
  const { engine, store } = await renderReview(1, { pairs })
  await userEvent.fill(textbox('Caption 1'), 'a crane stands there')
  engine.emit('settings.changed', german)
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  expect(store.open(1).document.captions.map(({ text }) => text)).toContain('a crane stands there')
})

it('stays for the moment where an edit cannot be stored', async () => {
  const reload = follow()
  const { engine } = await renderReview(1, { pairs })
  engine.refuse('pairs.edit', { code: 'cannot-write', path: '/pictures', message: 'The disk is full.' })
  await userEvent.fill(textbox('Caption 1'), 'a crane stands there')
  engine.emit('settings.changed', german)
  await expect
    .element(statusSaying(/^The other language is shown once the window is opened anew/))
    .toBeVisible()
  expect(reload).not.toHaveBeenCalled()
})

it('is that of the system as the shell tells it, whatever the browser prefers', async () => {
  haveShell({ languages: ['fr-FR', 'de-DE', 'en'] })
  await renderApp({ route: 'settings' })
  await expect.element(part('combobox', 'Language')).toHaveValue('As the system (Deutsch)')
})
