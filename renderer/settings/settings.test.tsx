import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { alertSaying, button, focus, part, textbox } from '../testing/find'
import { madeProject, madeProposer, madeProviders, madeSettings } from '../testing/made-project'
import { proposedPair } from '../testing/made-pairs'
import { renderApp, violations } from '../testing/mount'

function scheme(): string | null {
  return document.documentElement.getAttribute('data-mantine-color-scheme')
}

describe('appearance', () => {
  it('changes the theme at once, and stores it', async () => {
    const { engine } = await renderApp({ route: 'settings' })
    expect(scheme()).toBe('dark')
    await part('combobox', 'Theme').click()
    await part('option', 'Light').click()
    await expect.poll(scheme).toBe('light')
    expect(engine.inputsOf('settings.set')).toEqual([{ theme: 'light' }])
  })

  it('makes everything larger by the keys of its slider', async () => {
    const { engine } = await renderApp({ route: 'settings' })
    const size = part('slider', 'Size of everything')
    await expect.element(size).toBeVisible()
    focus(size)
    await userEvent.keyboard('{End}')
    await expect.poll(() => engine.inputsOf('settings.set')).toEqual([{ scale: 2 }])
    await expect.poll(() => document.documentElement.style.fontSize).toBe('200%')
    engine.emit('settings.changed', madeSettings())
    await expect.poll(() => document.documentElement.style.fontSize).toBe('100%')
  })

  it('goes back to what the engine has where a setting cannot be stored', async () => {
    const { engine } = await renderApp({ route: 'settings' })
    engine.refuse('settings.set', { code: 'cannot-write', path: '/data', message: 'The disk is full.' })
    const ahead = part('switch', /^Propose for all pairs after opening a folder/)
    await expect.element(ahead).toBeChecked()
    await ahead.click()
    await expect.element(alertSaying('The disk is full.')).toBeVisible()
    await expect.element(ahead).toBeChecked()
  })
})

describe('proposals', () => {
  it('say which proposer cannot be used, and what serves instead', async () => {
    const broken = madeProposer({ isAvailable: false, isInUse: false, reason: 'its weights are damaged' })
    await renderApp({ route: 'settings', proposers: [broken], settings: { proposer: 'ccrc-base' } })
    const proposer = part('combobox', 'Proposer')
    await expect.element(proposer).toHaveValue('CCRC base (cannot be used here)')
    await expect
      .element(proposer)
      .toHaveAccessibleDescription(
        /It cannot be used: its weights are damaged\. Measured difference serves instead\./,
      )
  })

  it('are made by a model for the images of the folder, and say so', async () => {
    const { engine } = await renderApp({
      route: 'settings',
      pairs: [proposedPair(1, 'harbour')],
      settings: { proposer: 'auto' },
    })
    const proposer = part('combobox', 'Proposer')
    await expect
      .element(proposer)
      .toHaveAccessibleDescription('The images of this folder are photographs: CCRC base proposes.')
    engine.emit('project.changed', madeProject({ sceneKind: 'rendered' }))
    await expect
      .element(proposer)
      .toHaveAccessibleDescription('The images of this folder are rendered scenes: CCRC base proposes.')
  })

  it('offer only providers that work, and say why another serves', async () => {
    const { engine } = await renderApp({ route: 'settings' })
    engine.emit('provider.changed', { ...madeProviders, notice: 'No GPU was found.' })
    const provider = part('combobox', 'Provider')
    await expect.element(provider).toHaveAccessibleDescription(/No GPU was found\.$/)
    await provider.click()
    await expect
      .element(part('option', 'WebGPU (cannot be used here)'))
      .toHaveAttribute('data-combobox-disabled')
    await part('option', 'CPU').click()
    expect(engine.inputsOf('settings.set')).toEqual([{ provider: 'cpu' }])
  })

  it('keep a name with decisions, once its field is left', async () => {
    const { engine } = await renderApp({ route: 'settings' })
    await userEvent.fill(textbox('Your name'), ' Ada ')
    expect(engine.inputsOf('settings.set')).toEqual([])
    await userEvent.tab()
    await expect.poll(() => engine.inputsOf('settings.set')).toEqual([{ reviewer: 'Ada' }])
  })
})

describe('keys', () => {
  const label = 'Flag the pair and go on'

  it('are changed by pressing another, and reset', async () => {
    const { engine } = await renderApp({ route: 'settings' })
    await userEvent.fill(part('textbox', 'Find an action'), 'flag')
    await button(`Change the key for ${label}, now F`).click()
    await expect.element(button(`Press a key… ${label}`)).toHaveFocus()
    await userEvent.keyboard('u')
    await expect.element(button(`Change the key for ${label}, now U`)).toHaveFocus()
    expect(engine.inputsOf('settings.set')).toEqual([{ keys: { 'review.flag': 'U' } }])
    await button(`Use the default key for ${label}`).click()
    await expect.element(button(`Change the key for ${label}, now F`)).toBeVisible()
    expect(engine.inputsOf('settings.set').at(-1)).toEqual({ keys: {} })
  })

  it('of places that need a project do nothing without one', async () => {
    await renderApp({ route: 'settings' })
    await userEvent.keyboard('{Control>}3{/Control}')
    await expect.element(part('region', 'Names')).toBeVisible()
    await userEvent.keyboard('{Control>}5{/Control}')
    await expect.element(part('region', 'Names')).not.toBeInTheDocument()
  })

  it('stay as they are at Escape, and go away at Backspace', async () => {
    await renderApp({ route: 'settings' })
    await userEvent.fill(part('textbox', 'Find an action'), 'flag')
    await button(`Change the key for ${label}, now F`).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(button(`Change the key for ${label}, now F`)).toBeVisible()
    await button(`Change the key for ${label}, now F`).click()
    await userEvent.keyboard('{Backspace}')
    await expect.element(button(`Change the key for ${label}, now none`)).toBeVisible()
  })

  it('are named as they are printed, also where they are several', async () => {
    await renderApp({ route: 'settings' })
    const several = button(/^Change the key for .*, now Shift.Z or Ctrl.Shift.Z or Ctrl.Y$/)
    several.element().scrollIntoView({ block: 'center' })
    await expect.element(several).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('say which other action has the same, and all go back to their defaults', async () => {
    await renderApp({ route: 'settings', settings: { keys: { 'review.flag': 'R' } } })
    await userEvent.fill(part('textbox', 'Find an action'), 'pair and go on')
    await expect.element(page.getByText('Also used by “Reject the pair and go on”')).toBeVisible()
    await expect.element(page.getByText(`Also used by “${label}”`)).toBeVisible()
    await button('Use all default keys').click()
    await expect.element(page.getByText(/^Also used by/)).not.toBeInTheDocument()
  })

  it('act as they were changed', async () => {
    await renderApp({
      route: 'queue',
      pairs: [proposedPair(1, 'harbour')],
      settings: { keys: { 'app.models': 'Ctrl+M' } },
    })
    await expect.element(part('listbox', 'Pairs')).toBeVisible()
    await userEvent.keyboard('{Control>}5{/Control}')
    await userEvent.keyboard('{Control>}m{/Control}')
    await expect.element(part('main', 'Models')).toBeVisible()
  })
})

describe('log', () => {
  it('says where it is, and copies the diagnostics as they are now', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { engine } = await renderApp({ route: 'settings' })
    const log = part('region', 'Log')
    await expect.element(log).toHaveTextContent('File: /home/ada/.config/deltascribe/logs/deltascribe.log')
    const logPath = '/data/logs/deltascribe.log'
    engine.on('app.diagnostics', () => ({ logPath, logFolder: '/data/logs', text: 'the last lines' }))
    await button('Copy diagnostics').click()
    await expect.poll(() => copy.mock.calls).toEqual([['the last lines']])
    await expect.element(page.getByText('Diagnostics copied.')).toBeVisible()
  })

  it('says why the diagnostics were not copied', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('The clipboard is not allowed.'))
    await renderApp({ route: 'settings' })
    await button('Copy diagnostics').click()
    await expect.element(alertSaying('The clipboard is not allowed.')).toBeVisible()
  })
})

it('tells the version, and where work is kept', async () => {
  await renderApp({ route: 'settings', pairs: [proposedPair(1, 'harbour')] })
  const about = part('region', 'About')
  await expect.element(about).toHaveTextContent('Version 0.1.0 on linux, Node 20.0.0')
  await expect.element(about).toHaveTextContent('Where work is kept: /pictures/town/.deltascribe/project.db')
})

it('has no violations that axe-core finds, dark and light', async () => {
  const { engine } = await renderApp({ route: 'settings', settings: { keys: { 'review.flag': 'R' } } })
  await expect.element(page.getByText('Also used by “Reject the pair and go on”')).toBeVisible()
  expect(await violations()).toEqual([])
  engine.emit('settings.changed', madeSettings({ theme: 'light' }))
  await expect.poll(scheme).toBe('light')
  expect(await violations()).toEqual([])
})

describe('the network', () => {
  it('takes addresses of a proxy and of mirrors, and nothing else', async () => {
    const { engine } = await renderApp({ route: 'settings' })
    const network = part('region', 'Network')
    await userEvent.fill(textbox('Proxy', network), 'proxy:3128')
    await userEvent.tab()
    await expect.element(network.getByText(/^Write an address that begins with/)).toBeVisible()
    expect(engine.inputsOf('settings.set')).toEqual([])
    await userEvent.fill(textbox('Proxy', network), 'http://proxy.test:3128')
    await userEvent.tab()
    const stored = { proxy: 'http://proxy.test:3128', hubMirror: null, registryMirror: null }
    await expect.poll(() => engine.inputsOf('settings.set')).toEqual([{ network: stored }])
    await userEvent.fill(textbox('Proxy', network), '')
    await userEvent.tab()
    await expect
      .poll(() => engine.inputsOf('settings.set'))
      .toEqual([{ network: stored }, { network: { ...stored, proxy: null } }])
  })
})

it('lists author, licence and source of each photograph of the samples', async () => {
  await renderApp({ route: 'settings' })
  const about = part('region', 'About')
  await about.getByText('Photographs of the samples').click()
  const photographs = about.getByRole('listitem')
  expect(photographs.elements().length).toBe(14)
  await expect.element(photographs.nth(0)).toHaveTextContent(/"Wine" by Jakub Mede, CC-BY-4\.0/)
  expect(photographs.elements().every(({ textContent }) => /Debian package/.test(textContent))).toBe(true)
  expect(await violations()).toEqual([])
})
