import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecentProject } from '../../src/contract/project'
import { message, messageFields } from '../../src/messages/message'
import { alertSaying, button, dialog, part, statusSaying, textbox } from '../testing/find'
import { madeProject, madeReading } from '../testing/made-project'
import { renderApp, violations } from '../testing/mount'
import type { MadeHandlers } from '../testing/made-engine'
import { takePictures } from '../testing/take-pictures'

const ADDRESS = 's3://pictures/bridges'
const folder = '/home/ada/.config/deltascribe/buckets/pictures-0123456789abcdef'
const form = dialog('Open a bucket')
const address = textbox('Address', form)
const answers: MadeHandlers = {
  'buckets.inspect': () => ({ folder, address: ADDRESS, readings: [madeReading()] }),
  'project.open': () => madeProject({ folder, name: ADDRESS }),
}
const asked = { address: ADDRESS, endpoint: null, region: null, pathStyle: null }

async function showForm(): Promise<void> {
  await button('Open bucket…').click()
  await expect.element(address).toHaveFocus()
}

describe('the dialog for a bucket', () => {
  it('opens a bucket by its address and Enter', async () => {
    const { engine } = await renderApp({ answers })
    await takePictures()
    await showForm()
    await expect.element(button('Open', form)).toBeDisabled()
    await expect.element(form.getByText(/None are asked for or stored here/)).toBeVisible()
    expect(await violations()).toEqual([])
    await userEvent.keyboard(ADDRESS)
    await takePictures()
    await userEvent.keyboard('{Enter}')
    await expect.element(part('main', 'Queue')).toBeVisible()
    await expect.element(form).not.toBeInTheDocument()
    expect(engine.inputsOf('buckets.inspect')).toEqual([asked])
    expect(engine.inputsOf('project.open')).toEqual([{ folder, reading: null }])
  })

  it('takes endpoint, region and path style, and warns of http', async () => {
    const { engine } = await renderApp({ answers })
    await showForm()
    await userEvent.keyboard(` ${ADDRESS} `)
    await form.getByText('Server and region').click()
    const pathStyle = part('checkbox', 'The bucket’s name is in the path, not in the host’s name', form)
    await expect.element(pathStyle).not.toBeChecked()
    const endpoint = textbox('Endpoint', form)
    await userEvent.fill(endpoint, 'http://127.0.0.1:9000')
    await expect.element(form.getByText(/Over http/)).not.toBeInTheDocument()
    await userEvent.fill(endpoint, 'http://127.0.0.1.example:9000')
    await expect
      .element(form.getByText('Over http, images can be read and changed on the way.'))
      .toBeVisible()
    await expect.element(pathStyle).toBeChecked()
    await pathStyle.click()
    await userEvent.fill(textbox('Region', form), 'eu-central-1')
    await takePictures()
    expect(await violations()).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect.element(part('main', 'Queue')).toBeVisible()
    expect(engine.inputsOf('buckets.inspect')).toEqual([
      {
        address: ADDRESS,
        endpoint: 'http://127.0.0.1.example:9000',
        region: 'eu-central-1',
        pathStyle: false,
      },
    ])
  })

  it('shows what the environment names', async () => {
    const defaults = { endpoint: 'http://minio.example', region: null }
    await renderApp({ answers: { ...answers, 'buckets.defaults': () => defaults } })
    await showForm()
    await expect.element(form.getByText(/^Over http/)).toBeVisible()
    await form.getByText('Server and region').click()
    await expect.element(textbox('Endpoint', form)).toHaveAttribute('placeholder', 'http://minio.example')
    await expect.element(textbox('Region', form)).toHaveAttribute('placeholder', 'us-east-1')
    await expect.element(part('checkbox', /in the path/, form)).toBeChecked()
  })

  it('says what is wrong with a field at the field, and asks nothing', async () => {
    const { engine } = await renderApp({ answers })
    await showForm()
    await userEvent.keyboard('pictures/bridges{Enter}')
    await expect
      .element(address)
      .toHaveAccessibleDescription(
        'pictures/bridges is no address of a bucket: write s3://BUCKET or s3://BUCKET/FOLDER.',
      )
    await userEvent.fill(address, ADDRESS)
    await expect.element(address).toHaveAccessibleDescription('')
    await form.getByText('Server and region').click()
    const endpoint = textbox('Endpoint', form)
    await userEvent.fill(endpoint, 'https://key:secret@minio.example')
    await form.getByText('Server and region').click()
    await expect.element(endpoint).not.toBeInTheDocument()
    await button('Open', form).click()
    await expect.element(endpoint).toHaveAccessibleDescription(/The endpoint is no address of a server/)
    await userEvent.fill(endpoint, '')
    await userEvent.fill(textbox('Region', form), 'eu/#')
    await userEvent.keyboard('{Enter}')
    await expect.element(textbox('Region', form)).toHaveAccessibleDescription(/eu\/# is no name of a region/)
    expect(engine.inputsOf('buckets.inspect')).toEqual([])
  })

  it('says in itself what went wrong, and keeps what was typed', async () => {
    const { engine } = await renderApp({ answers })
    engine.refuse('buckets.inspect', {
      code: 'folder-unreadable',
      path: folder,
      ...messageFields(message('buckets.noCredentials')),
    })
    await showForm()
    await userEvent.keyboard(`${ADDRESS}{Enter}`)
    const problem = form.getByRole('alert')
    await expect.element(problem).toHaveTextContent('There are no credentials for the bucket')
    await expect.element(address).toHaveValue(ADDRESS)
    await takePictures()
    expect(await violations()).toEqual([])
    engine.on('buckets.inspect', () => ({ folder, address: ADDRESS, readings: [madeReading()] }))
    await button('Open', form).click()
    await expect.element(part('main', 'Queue')).toBeVisible()
  })

  it('tells how far a long list is, and Escape ends it', async () => {
    const { engine } = await renderApp({ answers: { ...answers, 'buckets.cancel': () => null } })
    engine.hold('buckets.inspect')
    await showForm()
    await userEvent.keyboard(`${ADDRESS}{Enter}`)
    await expect.element(form.getByText('Reading the list of the bucket…')).toBeVisible()
    engine.emit('buckets.listed', { folder, count: 12_000 })
    await expect.element(form.getByText('12,000 files listed so far')).toBeVisible()
    await takePictures()
    await userEvent.keyboard('{Escape}')
    await expect.element(form).not.toBeInTheDocument()
    expect(engine.inputsOf('buckets.cancel')).toEqual([{}])
    await showForm()
    await expect.element(address).toHaveValue(ADDRESS)
  })

  it('leads to the choice of a reading where more than one fits', async () => {
    const readings = [madeReading(), madeReading({ id: 'suffixes', pairCount: 3 })]
    const { engine } = await renderApp({
      answers: { ...answers, 'buckets.inspect': () => ({ folder, address: ADDRESS, readings }) },
    })
    await showForm()
    await userEvent.keyboard(`${ADDRESS}{Enter}`)
    await expect.element(part('heading', 'How should this folder be read?')).toBeVisible()
    await expect.element(page.getByText(ADDRESS)).toBeVisible()
    await button('Open with this reading').click()
    await expect.element(part('main', 'Queue')).toBeVisible()
    expect(engine.inputsOf('project.open')).toEqual([{ folder, reading: 'a-b-folders' }])
  })

  it('is not offered over a team’s server', async () => {
    await renderApp({ answers: { 'team.me': () => ({ name: 'olga', role: 'owner' }) } })
    await expect.element(button('Open folder…')).toBeVisible()
    await expect.element(button('Open bucket…')).not.toBeInTheDocument()
  })
})

it('an address that is typed as a folder leads to the dialog', async () => {
  const listing = { folder: '/home/me', above: null, folders: [], isLimited: false }
  await renderApp({ answers: { 'folders.list': () => listing } })
  await button('Open folder…').click()
  const path = textbox('Folder', dialog('Open folder'))
  await expect.element(path).toHaveValue('/home/me')
  await userEvent.fill(path, ADDRESS)
  await userEvent.keyboard('{Enter}')
  await expect.element(address).toHaveValue(ADDRESS)
  await expect.element(dialog('Open folder')).not.toBeInTheDocument()
})

describe('a recent project in a bucket', () => {
  const recent: RecentProject[] = [
    {
      folder,
      name: ADDRESS,
      openedAt: Date.now(),
      pairCount: 120,
      reviewedCount: 30,
      exists: true,
      bucket: { address: ADDRESS, endpoint: 'https://minio.example' },
    },
  ]
  const entry = part('region', 'Recent projects').getByRole('listitem')

  it('is named by its address and its server, and opens by a click', async () => {
    const { engine } = await renderApp({ answers: { ...answers, 'project.recent': () => recent } })
    await expect.element(entry).toHaveTextContent(/^s3:\/\/pictures\/bridgeshttps:\/\/minio\.example/)
    await takePictures()
    await button(/^s3:/).click()
    await expect.element(part('main', 'Queue')).toBeVisible()
    expect(engine.inputsOf('project.open')).toEqual([{ folder, reading: null }])
  })

  it('can be given up while it is listed', async () => {
    const { engine } = await renderApp({
      answers: { ...answers, 'project.recent': () => recent, 'buckets.cancel': () => null },
    })
    engine.hold('project.open')
    await button(/^s3:/).click()
    await expect.element(statusSaying(`Opening ${ADDRESS}…`)).toBeVisible()
    engine.emit('buckets.listed', { folder, count: 3000 })
    await expect.element(statusSaying('3,000 files listed so far')).toBeVisible()
    await button('Cancel').click()
    await expect.element(entry).toBeVisible()
    expect(engine.inputsOf('buckets.cancel')).toEqual([{}])
  })

  it('says in words why it cannot be opened', async () => {
    const { engine } = await renderApp({ answers: { ...answers, 'project.recent': () => recent } })
    const text = message('buckets.away', { bucket: 'pictures', code: 'ECONNREFUSED' })
    engine.refuse('project.open', { code: 'unavailable', ...messageFields(text) })
    await button(/^s3:/).click()
    await expect.element(alertSaying('The bucket pictures cannot be reached (ECONNREFUSED)')).toBeVisible()
  })
})
