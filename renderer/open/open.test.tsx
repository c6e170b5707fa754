import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FolderListing } from '../../src/contract/engine'
import type { RecentProject } from '../../src/contract/project'
import { alertSaying, button, dialog, part, statusSaying, textbox } from '../testing/find'
import { madeProject, madeReading } from '../testing/made-project'
import { proposedPair } from '../testing/made-pairs'
import { renderApp, violations } from '../testing/mount'

const recent: RecentProject[] = [
  {
    folder: '/pictures/town',
    name: 'town',
    openedAt: Date.now(),
    pairCount: 120,
    reviewedCount: 30,
    exists: true,
    bucket: null,
  },
  {
    folder: '/gone/boards',
    name: 'boards',
    openedAt: 0,
    pairCount: 8,
    reviewedCount: 8,
    exists: false,
    bucket: null,
  },
]
const home: FolderListing = {
  folder: '/home/me',
  above: { folder: '/home' },
  folders: [{ name: 'pictures', path: '/home/me/pictures' }],
  isLimited: false,
}
const entries = part('region', 'Recent projects').getByRole('listitem')

describe('recent projects', () => {
  it('say how far they are, and open by a click', async () => {
    const { engine } = await renderApp({
      answers: { 'project.recent': () => recent, 'project.open': () => madeProject() },
    })
    await expect.element(entries.nth(0)).toHaveTextContent(/town.*30 of 120 reviewed/)
    await button(/^town/).click()
    await expect.element(part('main', 'Queue')).toBeVisible()
    await expect.element(statusSaying('A/ and B/ folders: 4 pairs')).toBeVisible()
    expect(engine.inputsOf('project.open')).toEqual([{ folder: '/pictures/town', reading: null }])
  })

  it('cannot be opened where the folder is gone, and can be forgotten', async () => {
    const { engine } = await renderApp({
      answers: { 'project.recent': () => recent, 'project.forget': () => null },
    })
    await expect.element(button(/^boards/)).toBeDisabled()
    await expect.element(entries.nth(1)).toHaveTextContent('The folder is not there any more: /gone/boards')
    engine.on('project.recent', () => recent.slice(0, 1))
    await button('Forget boards').click()
    await expect.poll(() => entries.elements().length).toBe(1)
    expect(engine.inputsOf('project.forget')).toEqual([{ folder: '/gone/boards' }])
  })

  it('say so where there are none', async () => {
    await renderApp()
    await expect.element(page.getByText('Folders that you open are listed here.')).toBeVisible()
  })
})

describe('the start for someone who is new', () => {
  it('offers three samples by picture, title and one line, in reach of the keyboard', async () => {
    const { engine } = await renderApp({
      answers: {
        'project.sample': () => ({ folder: '/data/samples/aerial' }),
        'project.open': () => madeProject(),
      },
    })
    const cards = part('region', 'Try it with a sample').getByRole('button')
    expect(cards.elements().map((card) => card.textContent)).toEqual([
      expect.stringMatching(/^Everyday photographs.*11 pairs/),
      expect.stringMatching(/^The ground from above.*9 pairs/),
      expect.stringMatching(/^Rendered scenes.*40 pairs/),
    ])
    const pictures = [...document.querySelectorAll('main img')] as HTMLImageElement[]
    await expect.poll(() => pictures.every(({ naturalWidth }) => naturalWidth > 0)).toBe(true)
    cards.nth(1).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(part('main', 'Queue')).toBeVisible()
    expect(engine.inputsOf('project.sample')).toEqual([{ sample: 'aerial' }])
  })

  it('shows what a pair is, and the layouts', async () => {
    await renderApp()
    const pair = part('region', 'What a pair is')
    await expect.element(pair.getByText('Mask: what changed')).toBeVisible()
    const layouts = part('region', 'How your images may lie in a folder').getByRole('listitem')
    expect(layouts.elements()).toHaveLength(3)
    await expect.element(layouts.nth(1)).toHaveTextContent(/1_before\.png/)
  })
})

describe('the folder chooser', () => {
  it('walks folders, and opens the one that was chosen', async () => {
    const { engine } = await renderApp({
      answers: {
        'folders.list': ({ folder }) =>
          folder === '/home/me/pictures'
            ? { ...home, folder, above: { folder: '/home/me' }, folders: [] }
            : home,
        'project.inspect': () => ({ readings: [madeReading()] }),
        'project.open': () => madeProject(),
      },
    })
    await button('Open folder…').click()
    const chooser = dialog('Open folder')
    await expect.element(textbox('Folder', chooser)).toHaveValue('/home/me')
    await button('pictures', chooser).click()
    await expect.element(chooser.getByText('There are no folders in here.')).toBeVisible()
    await button('Up one folder', chooser).click()
    await expect.element(textbox('Folder', chooser)).toHaveValue('/home/me')
    await button('pictures', chooser).click()
    await expect.element(textbox('Folder', chooser)).toHaveValue('/home/me/pictures')
    await button('Open this folder', chooser).click()
    await expect.element(part('main', 'Queue')).toBeVisible()
    expect(engine.inputsOf('project.inspect')).toEqual([{ folder: '/home/me/pictures' }])
  })

  it('lists the folders that may be used where only these may, says so, and leads back to them', async () => {
    const roots = ['/data/boards', '/data/town']
    const list = roots.map((path) => ({ name: path, path }))
    const { engine } = await renderApp({
      answers: {
        'folders.list': ({ folder }) =>
          folder === null
            ? { folder: null, above: null, folders: list, isLimited: true }
            : { folder, above: { folder: null }, folders: [], isLimited: true },
      },
    })
    await button('Open folder…').click()
    const chooser = dialog('Open folder')
    await expect.element(chooser.getByText(/^Only folders that serve was started with/)).toBeVisible()
    await expect.element(button('Open this folder', chooser)).toBeDisabled()
    await button('/data/town', chooser).click()
    await expect.element(textbox('Folder', chooser)).toHaveValue('/data/town')
    await button('Up one folder', chooser).click()
    await expect.element(button('/data/boards', chooser)).toBeVisible()
    await expect.element(textbox('Folder', chooser)).toHaveValue('')
    expect(engine.inputsOf('folders.list').at(-1)).toEqual({ folder: null })
  })

  it('says why a folder that was typed cannot be listed', async () => {
    const { engine } = await renderApp({ answers: { 'folders.list': () => home } })
    await button('Open folder…').click()
    const path = textbox('Folder', dialog('Open folder'))
    await expect.element(path).toHaveValue('/home/me')
    engine.refuse('folders.list', {
      code: 'folder-unreadable',
      path: '/root',
      message: '/root may not be read.',
    })
    await userEvent.fill(path, '/root')
    await userEvent.keyboard('{Enter}')
    await expect.element(path).toHaveAccessibleDescription('/root may not be read.')
  })
})

/** As after the chooser: the folder is looked at. */
async function choose(): Promise<void> {
  await button('Open folder…').click()
  await expect.element(textbox('Folder', dialog('Open folder'))).toHaveValue('/home/me')
  await button('Open this folder', dialog('Open folder')).click()
}

describe('looking at a folder', () => {
  const answers = { 'folders.list': () => home }

  it('says so, and can be given up', async () => {
    const { engine } = await renderApp({ answers })
    engine.hold('project.inspect')
    await choose()
    await expect.element(statusSaying('Looking for pairs in /home/me…')).toBeVisible()
    await button('Cancel').click()
    await expect.element(button(/^Rendered scenes/)).toBeVisible()
  })

  it('asks which reading is meant where more than one fits', async () => {
    const readings = [
      madeReading({ leftOutCount: 3, leftOut: [{ path: 'notes.txt', reason: 'is no image' }] }),
      madeReading({ id: 'suffixes', title: 'NAME_before and NAME_after', pairCount: 3, labelCount: 1 }),
    ]
    const { engine } = await renderApp({
      answers: { ...answers, 'project.inspect': () => ({ readings }), 'project.open': () => madeProject() },
    })
    await choose()
    await expect.element(part('heading', 'How should this folder be read?')).toBeVisible()
    await expect.element(part('radio', 'A/ and B/ folders')).toBeChecked()
    await expect.element(page.getByText('notes.txt')).toBeVisible()
    await expect.element(page.getByText('and 2 more')).toBeVisible()
    await part('radio', 'NAME_before and NAME_after').click()
    await button('Open with this reading').click()
    await expect.element(part('main', 'Queue')).toBeVisible()
    expect(engine.inputsOf('project.open')).toEqual([{ folder: '/home/me', reading: 'suffixes' }])
  })

  it('says which layouts can be read where it finds no pairs', async () => {
    await renderApp({ answers: { ...answers, 'project.inspect': () => ({ readings: [] }) } })
    await choose()
    await expect.element(part('heading', 'No image pairs were found in this folder')).toBeVisible()
    await expect.element(page.getByText(/CLEVR-Change/)).toBeVisible()
    await button('Back').click()
    await expect.element(button(/^Rendered scenes/)).toBeVisible()
  })

  it('alerts to a folder that cannot be opened, with the engine’s message', async () => {
    const { engine } = await renderApp({ answers: { 'project.sample': () => ({ folder: '/data/sample' }) } })
    engine.refuse('project.open', { code: 'cannot-write', path: '/data', message: 'The disk is full.' })
    await button(/^Rendered scenes/).click()
    await expect.element(alertSaying('The disk is full.')).toBeVisible()
    await expect.element(button(/^Rendered scenes/)).toBeVisible()
  })

  it('warns where the work is kept elsewhere', async () => {
    const storeNotice = 'This folder cannot be written to; your work is kept in /data/town.'
    await renderApp({
      answers: {
        'project.sample': () => ({ folder: '/data/sample' }),
        'project.open': () => madeProject({ storeNotice }),
      },
    })
    await button(/^Rendered scenes/).click()
    await expect.element(statusSaying(storeNotice)).toBeVisible()
  })
})

it('leads from what was recognised to its readings, and back', async () => {
  const { engine } = await renderApp({
    answers: {
      'project.sample': () => ({ folder: '/data/sample' }),
      'project.open': () => madeProject(),
    },
    pairs: null,
  })
  engine.on('project.current', () => madeProject())
  await button(/^Rendered scenes/).click()
  const recognised = statusSaying('A/ and B/ folders: 4 pairs')
  await button('Details', recognised).click()
  await expect.element(page.getByText(/^Choosing another reading opens the folder anew/)).toBeVisible()
  await button('Back').click()
  await expect.element(recognised).toBeVisible()
  await button('Dismiss', recognised).click()
  await expect.element(recognised).not.toBeInTheDocument()
})

it('has no violations that axe-core finds', async () => {
  await renderApp({
    pairs: [proposedPair(1, 'harbour')],
    answers: { 'project.recent': () => recent, 'folders.list': () => home },
  })
  await part('navigation', 'Places').getByRole('button', { name: 'Open' }).click()
  await expect.element(button(/^boards/)).toBeVisible()
  expect(await violations()).toEqual([])
  await button('Open folder…').click()
  await expect.element(textbox('Folder', dialog('Open folder'))).toHaveValue('/home/me')
  expect(await violations()).toEqual([])
})
