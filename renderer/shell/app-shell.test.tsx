import { page, userEvent } from 'vitest/browser'
import { describe, expect, it } from 'vitest'
import { notify, notifyLasting } from '../state/notices'
import { alertSaying, button, dialog, part, statusSaying, textbox } from '../testing/find'
import { madePair } from '../testing/made-pairs'
import { haveShell } from '../testing/made-shell'
import { renderApp, renderReview, violations } from '../testing/mount'

const pairs = [madePair(1, 'harbour'), madePair(2, 'market')]

describe('the rail', () => {
  it('goes to every place by its keys', async () => {
    await renderApp({ pairs, route: 'queue' })
    const places = {
      2: 'Review',
      3: 'Dataset',
      4: 'Train',
      5: 'Models',
      ',': 'Settings',
      o: 'Open',
      1: 'Queue',
    }
    for (const [key, name] of Object.entries(places)) {
      await userEvent.keyboard(`{Control>}${key}{/Control}`)
      await expect.element(part('main', name)).toBeVisible()
      await expect.element(button(name, part('navigation', 'Places'))).toHaveAttribute('aria-current', 'page')
    }
  })

  it('keeps the places that need a folder shut while none is open', async () => {
    await renderApp()
    const rail = part('navigation', 'Places')
    for (const name of ['Queue', 'Review', 'Dataset', 'Train']) {
      await expect.element(button(name, rail)).toBeDisabled()
    }
    await button('Models', rail).click()
    await expect.element(part('main', 'Models')).toBeVisible()
  })

  it('shows all keys at “?”, finds one, and goes away at Escape', async () => {
    await renderApp({ pairs, route: 'queue' })
    await userEvent.keyboard('?')
    const keys = dialog('All keys')
    await expect.element(keys).toBeVisible()
    await userEvent.fill(textbox('Find an action'), 'caption connector')
    await expect.element(keys.getByText('Ask the caption connector about the pair')).toBeVisible()
    await expect.element(keys.getByText('Next row')).not.toBeInTheDocument()
    await userEvent.fill(textbox('Find an action'), 'xylophone')
    await expect.element(statusSaying('No action has these words')).toBeVisible()
    // the words of the buttons
    for (const name of ['Swipe', 'Onion skin', 'Side by side', 'Aligned']) {
      await userEvent.fill(textbox('Find an action'), name)
      await expect.element(keys.getByText(`View: ${name}`)).toBeVisible()
    }
    expect(statusSaying('No action has these words').query()).toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect.element(keys).not.toBeInTheDocument()
  })

  it('is one of the parts that F6 walks through', async () => {
    await renderApp({ pairs, route: 'queue' })
    await expect.element(part('listbox', 'Pairs')).toBeVisible()
    await userEvent.keyboard('{F6}')
    await expect.element(part('navigation', 'Places')).toHaveFocus()
    await userEvent.keyboard('{F6}')
    await expect.element(part('main', 'Queue')).toHaveFocus()
  })
})

describe('what the window says', () => {
  it('of a server says in a line of its own that it does not answer, until it does', async () => {
    const { engine } = await renderReview(1, { pairs })
    const title = part('heading', /harbour/)
    await expect.element(title).toBeVisible()
    engine.disconnect()
    const line = alertSaying(
      'The server does not answer. What you do is kept here and stored when it is back.',
    )
    await expect.element(line).toBeVisible()
    const bottom = line.element().getBoundingClientRect().bottom
    expect(title.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom)
    expect(await violations()).toEqual([])
    engine.connect()
    await expect.element(statusSaying('The server answers again.')).toBeVisible()
    await expect.element(line).not.toBeInTheDocument()
  })

  it('says that the engine is gone until it is there again', async () => {
    haveShell({})
    const { engine } = await renderApp({ pairs, route: 'queue' })
    const list = part('listbox', 'Pairs')
    await expect.element(list).toBeVisible()
    const top = (): number => list.element().getBoundingClientRect().top
    const before = top()
    engine.disconnect()
    await expect
      .element(alertSaying('The engine stopped and is restarting. Your edits are kept.'))
      .toBeVisible()
    // a click that is under way lands where it was meant to
    expect(top()).toBe(before)
    engine.connect()
    await expect.element(alertSaying('The engine stopped')).not.toBeInTheDocument()
  })

  it('alerts to an error, and keeps it until it is dismissed', async () => {
    const { engine } = await renderApp()
    engine.emit('notice', { level: 'error', message: 'The disk is full.' })
    engine.emit('notice', { level: 'error', message: 'The disk is full.' })
    const notice = alertSaying('The disk is full. (2×)')
    await expect.element(notice).toBeVisible()
    await button('Dismiss', notice).click()
    await expect.element(notice).not.toBeInTheDocument()
  })

  it('lets an error go once its place is left, and keeps one that tells of lost work or leads to its pair', async () => {
    const { store } = await renderApp({ pairs, route: 'queue' })
    await expect.element(part('listbox', 'Pairs')).toBeVisible()
    const { id: pairId, key } = store.open(1).pair
    notify('error', 'The pack is missing.')
    notify('error', 'An edit was refused.', { pairId, key, storePath: undefined })
    notifyLasting('A decision was not stored.')
    await expect.element(alertSaying('The pack is missing.')).toBeVisible()
    await userEvent.keyboard('{Control>}5{/Control}')
    await expect.element(part('main', 'Models')).toBeVisible()
    await expect.element(alertSaying('The pack is missing.')).not.toBeInTheDocument()
    await expect.element(alertSaying('A decision was not stored.')).toBeVisible()
    await expect.element(alertSaying('An edit was refused.')).toBeVisible()
  })

  it('lets Escape close the newest error where it has nothing else to do, also from a field', async () => {
    await renderApp({ pairs, route: 'dataset' })
    const field = part('textbox', 'Folder to write')
    await expect.element(field).toBeVisible()
    notifyLasting('The first was not stored.')
    notifyLasting('The second was not stored.')
    await userEvent.click(field)
    await userEvent.keyboard('{Escape}')
    await expect.element(alertSaying('The second was not stored.')).not.toBeInTheDocument()
    await expect.element(alertSaying('The first was not stored.')).toBeVisible()
    await userEvent.keyboard('{F1}')
    await expect.element(part('dialog', 'All keys')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(part('dialog', 'All keys')).not.toBeInTheDocument()
    await expect.element(alertSaying('The first was not stored.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(alertSaying('The first was not stored.')).not.toBeInTheDocument()
  })

  it('lets one scroll what lies at the end of a place clear of a notice', async () => {
    await renderApp({ pairs, route: 'models' })
    const place = part('main', 'Models')
    await expect.element(place.getByRole('heading', { level: 1 })).toBeVisible()
    const scroller = place.element().lastElementChild?.firstElementChild
    const lowest = (): number => {
      scroller?.scrollTo(0, scroller.scrollHeight)
      const parts = [...(scroller?.querySelectorAll('button, input, h3') ?? [])]
      return Math.max(...parts.map((one) => one.getBoundingClientRect().bottom))
    }
    notify('error', 'First. '.repeat(60))
    const notice = alertSaying('First. First.')
    await expect.element(notice).toBeVisible()
    await expect.poll(lowest).toBeLessThan(notice.element().getBoundingClientRect().top)
  })

  it('tells what is no error in passing', async () => {
    const { engine } = await renderApp()
    engine.emit('notice', { level: 'warning', message: 'The CPU serves instead.' })
    await expect.element(statusSaying('The CPU serves instead.')).toBeVisible()
    expect(page.getByRole('alert').elements()).toEqual([])
  })

  it('says why the folder that it was started with is not open', async () => {
    await renderApp({
      answers: {
        'app.info': () => ({
          version: '0.1.0',
          platform: 'linux',
          node: '20.0.0',
          startFailure: '/gone does not exist.',
          startChoice: null,
          restartNotice: null,
        }),
      },
    })
    await expect.element(alertSaying('/gone does not exist.')).toBeVisible()
  })

  it('asks how the folder is to be read that it was started with, where two readings are as likely', async () => {
    const reading = { title: 'east/ before, west/ after', pairCount: 3, labelCount: 0, leftOutCount: 0 }
    const example = { key: '1', before: 'east/1.png', after: 'west/1.png' }
    const readings = ['two-folders', 'two-folders-turned'].map((id) => {
      return { ...reading, id, leftOut: [], examples: [example] }
    })
    const { engine } = await renderApp({
      answers: {
        'app.info': () => ({
          version: '0.1.0',
          platform: 'linux',
          node: '20.0.0',
          startFailure: null,
          startChoice: '/sites',
          restartNotice: null,
        }),
        'project.current': () => null,
        'project.inspect': () => ({ readings }),
      },
    })
    await expect.element(page.getByText('How should this folder be read?')).toBeVisible()
    expect(engine.inputsOf('project.inspect')).toEqual([{ folder: '/sites' }])
  })
})

it('has no violations that axe-core finds', async () => {
  const { engine } = await renderApp({ pairs, route: 'queue' })
  engine.emit('notice', { level: 'error', message: 'The disk is full.' })
  await expect.element(alertSaying('The disk is full.')).toBeVisible()
  await userEvent.keyboard('?')
  await expect.element(dialog('All keys')).toBeVisible()
  expect(await violations()).toEqual([])
})
