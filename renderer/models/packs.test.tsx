import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { alertSaying, button, part, statusSaying, textbox } from '../testing/find'
import { madeJob, madePack } from '../testing/made-project'
import { renderApp, violations } from '../testing/mount'

const pack = part('article', 'Segment Anything 2, tiny')
const consent = part('dialog', 'Fetch Segment Anything 2, tiny?')
const job = madeJob({ id: 3, kind: 'model-pack', title: 'Segment Anything 2, tiny', total: 60_000_000 })

it('says what would be fetched from where, and fetches it at its button alone', async () => {
  const { engine } = await renderApp({
    route: 'models',
    answers: { 'packs.add': () => job, 'jobs.cancel': () => null },
  })
  await expect
    .element(pack)
    .toHaveTextContent('Download 60 MB, 150 MB on the disk. Licence Apache-2.0. Source: @scope/name 1.2.3')
  expect(engine.inputsOf('packs.add')).toEqual([])
  await expect.element(pack).toHaveTextContent('Licence of the training data: CC BY 4.0.')
  await expect.element(pack).toHaveTextContent('Limits: It outlines things and does not say what they are.')
  await button('Install (60 MB)', pack).click()
  await button('Agree and fetch (60 MB)', consent).click()
  await expect
    .poll(() => engine.inputsOf('packs.add'))
    .toEqual([{ id: 'sam2-tiny', file: null, agreesTo: '1', use: false }])
  engine.emit('packs.changed', [madePack({ jobId: 3, servedBy: 'files.example.org' })])
  engine.emit('job.changed', { ...job, done: 15_000_000 })
  await expect.element(pack.getByText('15 MB of 60 MB, from files.example.org')).toBeVisible()
  await expect
    .element(part('progressbar', 'Installing Segment Anything 2, tiny', pack))
    .toHaveAttribute('aria-valuenow', '25')
  await button('Cancel installing Segment Anything 2, tiny', pack).click()
  await expect.poll(() => engine.inputsOf('jobs.cancel')).toEqual([{ jobId: 3 }])
  engine.emit('job.changed', { ...job, state: 'done' })
  engine.emit('packs.changed', [madePack({ isInstalled: true })])
  await expect.element(pack.getByText('Installed in /data/packs/sam2-tiny.')).toBeVisible()
})

it('alerts to a download that failed, and goes on with it', async () => {
  const { engine } = await renderApp({ route: 'models', answers: { 'packs.add': () => job } })
  const failure = { code: 'unavailable' as const, message: 'The registry does not answer.' }
  engine.emit('job.changed', { ...job, state: 'failed', failure })
  engine.emit('packs.changed', [madePack({ partialBytes: 15_000_000, isAgreed: true })])
  await expect.element(alertSaying('The registry does not answer.')).toBeVisible()
  await button('Go on with the download (15 MB of 60 MB are there)', pack).click()
  await expect
    .poll(() => engine.inputsOf('packs.add'))
    .toEqual([{ id: 'sam2-tiny', file: null, agreesTo: null, use: false }])
})

it('asks before the first byte, with the card of the pack, and takes a no', async () => {
  const { engine } = await renderApp({ route: 'models', answers: { 'packs.add': () => job } })
  await button('Install (60 MB)', pack).click()
  await expect.element(consent).toBeVisible()
  await expect.element(consent).toHaveTextContent('Licence Apache-2.0. Source: @scope/name 1.2.3')
  await expect.element(consent).toHaveTextContent('Licence of the training data: CC BY 4.0.')
  await expect.element(consent).toHaveTextContent('registry.example.org is asked first')
  await expect.element(button('Cancel', consent)).toHaveFocus()
  expect(await violations()).toEqual([])
  await button('Cancel', consent).click()
  await expect.element(consent).not.toBeInTheDocument()
  expect(engine.inputsOf('packs.add')).toEqual([])
})

it('offers an update beside the installed version, and takes it at its button alone', async () => {
  const { engine } = await renderApp({
    route: 'models',
    answers: {
      'packs.list': () => [madePack({ isInstalled: true, version: '2' })],
      'packs.add': () => job,
    },
  })
  await expect.element(pack.getByText('Installed in /data/packs/sam2-tiny.')).toBeVisible()
  await expect.element(pack).toHaveTextContent('Version 1 is installed. Version 2 is offered')
  expect(engine.inputsOf('packs.add')).toEqual([])
  await button('Update (60 MB)', pack).click()
  await button('Agree and fetch (60 MB)', consent).click()
  await expect
    .poll(() => engine.inputsOf('packs.add'))
    .toEqual([{ id: 'sam2-tiny', file: null, agreesTo: '2', use: false }])
})

it('takes the archive from a file', async () => {
  const { engine } = await renderApp({ route: 'models', answers: { 'packs.add': () => job } })
  await expect.element(button('Install from the file', pack)).toBeDisabled()
  await userEvent.fill(textbox('Path of the archive', pack), '/tmp/pack.tgz')
  await button('Install from the file', pack).click()
  await expect
    .poll(() => engine.inputsOf('packs.add'))
    .toEqual([{ id: 'sam2-tiny', file: '/tmp/pack.tgz', agreesTo: null, use: false }])
})

it('checks the files of a pack, alerts to what is wrong, and removes it', async () => {
  const { engine } = await renderApp({
    route: 'models',
    answers: {
      'packs.list': () => [madePack({ isInstalled: true })],
      'packs.verify': () => ({ problems: [] }),
      'packs.remove': () => [madePack()],
    },
  })
  await button('Check the files', pack).click()
  await expect.element(statusSaying('Segment Anything 2, tiny is whole.')).toBeVisible()
  engine.on('packs.verify', () => ({ problems: ['encoder.onnx is cut off.'] }))
  await button('Check the files', pack).click()
  await expect.element(alertSaying('encoder.onnx is cut off.')).toBeVisible()
  await button('Remove', pack).click()
  await expect.element(button('Install (60 MB)', pack)).toBeVisible()
})

it('installs a model that captions to use it, and hands the captions to it', async () => {
  const captions = { id: 'smol', use: 'caption', title: 'Smol' } as const
  const { engine } = await renderApp({ route: 'models', answers: { 'packs.add': () => job } })
  const smol = part('article', 'Smol')
  engine.emit('packs.changed', [madePack({ ...captions, isAgreed: true })])
  await button('Install and use (60 MB)', smol).click()
  await expect
    .poll(() => engine.inputsOf('packs.add'))
    .toEqual([{ id: 'smol', file: null, agreesTo: null, use: true }])
  engine.emit('packs.changed', [madePack({ ...captions, isInstalled: true })])
  await button('Use for captions', smol).click()
  await expect
    .poll(() => engine.inputsOf('settings.set').at(-1)?.connector)
    .toMatchObject({ isOn: true, pack: 'smol' })
  await expect.element(smol.getByText('It answers the caption connector.')).toBeVisible()
  expect(await violations()).toEqual([])
})
