import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ConnectorEndpoint } from '../../../src/contract/connector'
import { engine as client } from '../../engine'
import { alertSaying, button, part, statusSaying, textbox } from '../../testing/find'
import type { MadeHandlers } from '../../testing/made-engine'
import { connectorOn } from '../../testing/made-handlers'
import { madeCaption } from '../../testing/made-pairs'
import { madePack } from '../../testing/made-project'
import { renderApp, violations } from '../../testing/mount'
import type { Shown } from '../../testing/mount'

const section = part('region', 'Caption connector')
const isOn = part('switch', /^Ask a model for captions/)
const address = textbox('Address', section)

const far: ConnectorEndpoint = {
  address: 'https://captions.example.org/v1',
  origin: 'https://captions.example.org',
  host: 'captions.example.org',
  reach: 'public',
  problem: null,
  isAgreed: false,
  howToAgree: null,
}

async function renderConnector(answers: MadeHandlers = {}): Promise<Shown> {
  const shown = await renderApp({ route: 'settings', settings: { connector: connectorOn }, answers })
  await expect.element(address).toBeVisible()
  return shown
}

it('is off at first, says that nothing is sent, and asks for models once it is on', async () => {
  const { engine } = await renderApp({
    route: 'settings',
    answers: { 'connector.models': () => ({ models: ['seer-7b'] }) },
  })
  await expect.element(section.getByText('Off: nothing is sent to anybody.')).toBeVisible()
  await expect.element(address).not.toBeInTheDocument()
  expect(engine.inputsOf('connector.models')).toEqual([])
  await isOn.click()
  await expect.element(section.getByText(/^Questions go to http:\/\/127\.0\.0\.1:8080/)).toBeVisible()
  await expect.element(section.getByText('The server lists 1 model.')).toBeVisible()
  await expect.element(part('combobox', 'Model', section)).toHaveValue('seer-7b')
  expect(engine.inputsOf('settings.set').at(-1)?.connector?.model).toBe('seer-7b')
})

async function typeFar(): Promise<void> {
  await userEvent.fill(address, far.address)
  await userEvent.keyboard('{Enter}')
}

describe('an address beyond this machine', () => {
  const alert = alertSaying(/you have not agreed to send pictures there/)

  it('is asked of only after the program asked the user whether pictures may go there', async () => {
    const { engine } = await renderConnector({ 'connector.inspect': () => far })
    const agreed = engine.hold('connector.agree')
    await typeFar()
    await expect.element(alert).toBeVisible()
    expect(engine.inputsOf('connector.models')).toEqual([])
    agreed.answer({ ...far, isAgreed: true })
    await expect.element(alert).not.toBeInTheDocument()
    await expect.poll(() => engine.inputsOf('connector.models').length).toBe(1)
    expect(engine.inputsOf('settings.set').at(-1)?.connector).not.toHaveProperty('agreedTo')
  })

  it('alerts where the user did not agree, asks nothing, and can be agreed to later', async () => {
    const { engine } = await renderConnector({
      'connector.inspect': () => far,
      'connector.agree': () => far,
    })
    await typeFar()
    await expect.element(alert).toBeVisible()
    expect(engine.inputsOf('connector.models')).toEqual([])
    expect(await violations()).toEqual([])
    engine.on('connector.agree', () => ({ ...far, isAgreed: true }))
    await button('Agree…', alert).click()
    await expect.element(alert).not.toBeInTheDocument()
    expect(engine.inputsOf('connector.agree')).toHaveLength(2)
  })

  it('is asked about where an agreement ended with the address before', async () => {
    const { engine } = await renderConnector({ 'connector.agree': () => far })
    engine.on('connector.inspect', () => ({
      ...far,
      isAgreed: engine.inputsOf('settings.set').length === 0,
    }))
    await typeFar()
    await expect.element(alert).toBeVisible()
    expect(engine.inputsOf('connector.agree')).toHaveLength(1)
    expect(engine.inputsOf('connector.models')).toEqual([])
  })

  it('says how it is agreed to where the program shows no dialog, and asks for none', async () => {
    const howToAgree =
      'Start deltascribe serve with --allow-endpoint https://captions.example.org to allow it.'
    const { engine } = await renderConnector({ 'connector.inspect': () => ({ ...far, howToAgree }) })
    await typeFar()
    await expect.element(alert).toHaveTextContent(howToAgree)
    await expect.element(button('Agree…')).not.toBeInTheDocument()
    expect([...engine.inputsOf('connector.agree'), ...engine.inputsOf('connector.models')]).toEqual([])
  })

  it('says why an address cannot be used, and keeps what was typed', async () => {
    const { engine } = await renderConnector()
    engine.refuse('connector.inspect', { code: 'unavailable', message: 'Only http and https are spoken.' })
    await userEvent.fill(address, 'ftp://example.org')
    await userEvent.tab()
    await expect.element(address).toHaveAccessibleDescription(/^Only http and https are spoken\./)
    await expect.element(address).toHaveValue('ftp://example.org')
    expect(engine.inputsOf('settings.set')).toEqual([])
  })
})

describe('an address that is being looked at', () => {
  it('is asked about once, be it taken by Enter and by leaving the field', async () => {
    const { engine } = await renderConnector({ 'connector.agree': () => far })
    const inspected = engine.hold('connector.inspect')
    await typeFar()
    await userEvent.tab()
    inspected.answer(far)
    await expect.poll(() => engine.inputsOf('connector.agree').length).toBeGreaterThan(0)
    await expect.element(alertSaying(/you have not agreed to send pictures there/)).toBeVisible()
    expect(engine.inputsOf('connector.agree')).toHaveLength(1)
    expect(engine.inputsOf('settings.set')).toHaveLength(1)
  })

  it('is not taken where another one was typed meanwhile', async () => {
    const { engine } = await renderConnector({ 'connector.agree': () => far })
    const inspected = engine.hold('connector.inspect')
    await typeFar()
    await userEvent.fill(address, `${far.address}/other`)
    inspected.answer(far)
    // comes after that answer
    await client.call('connector.key', {})
    await expect.element(address).toHaveValue(`${far.address}/other`)
    expect(engine.inputsOf('settings.set')).toEqual([])
  })
})

describe('the key', () => {
  const secret = 'sk-very-secret'

  it('that is typed while another one is stored stays in the field', async () => {
    const { engine } = await renderConnector()
    const stored = engine.hold('connector.setKey')
    const key = section.getByLabelText('API key')
    await userEvent.fill(key, secret)
    await button('Use this key', section).click()
    await userEvent.fill(key, 'sk-another')
    stored.answer({ origin: 'http://127.0.0.1:8080', isPersisted: true })
    await expect.element(button('Forget the key', section)).toBeVisible()
    await expect.element(key).toHaveValue('sk-another')
  })

  it('goes in and never comes back: only for whom there is one', async () => {
    const { engine } = await renderConnector({
      'connector.setKey': ({ key }) => ({
        origin: key === null ? null : 'http://127.0.0.1:8080',
        isPersisted: key !== null,
      }),
    })
    const key = section.getByLabelText('API key')
    await expect.element(key).toHaveAttribute('type', 'password')
    await userEvent.fill(key, secret)
    await button('Use this key', section).click()
    await expect.element(key).toHaveValue('')
    await expect
      .element(key)
      .toHaveAccessibleDescription(/^A key for http:\/\/127\.0\.0\.1:8080 is kept, encrypted/)
    expect(document.documentElement.outerHTML).not.toContain(secret)
    expect(engine.inputsOf('connector.setKey')).toEqual([{ key: secret }])
    await button('Forget the key', section).click()
    await expect.element(key).toHaveAccessibleDescription(/^None\./)
  })

  it('of another address is said not to be sent to this one', async () => {
    await renderConnector({ 'connector.key': () => ({ origin: 'http://10.0.0.5:9000', isPersisted: true }) })
    await expect
      .element(section.getByLabelText('API key'))
      .toHaveAccessibleDescription('There is a key for http://10.0.0.5:9000. It is not sent to this address.')
  })
})

describe('trying it', () => {
  const answer = {
    caption: madeCaption('a house was built'),
    statesNoChange: false,
    url: 'http://127.0.0.1:8080/v1/chat/completions',
    model: 'seer-7b',
    milliseconds: 2500,
    sent: {
      text: 'Say what changed.',
      before: 'data:image/png;base64,',
      after: 'data:image/png;base64,',
      bytes: 90_000,
    },
  }

  it('shows the answer, and the very words and pictures that were sent', async () => {
    const { engine } = await renderConnector()
    const tried = engine.hold('connector.try')
    await button('Try it', section).click()
    await expect.element(statusSaying('127.0.0.1:8080 looks at the sample pair…')).toBeVisible()
    tried.answer(answer)
    const said = statusSaying('a house was built')
    await expect
      .element(said)
      .toHaveTextContent('seer-7b at http://127.0.0.1:8080/v1/chat/completions, in 2.5 s')
    await said.getByText('What was sent (90 kB)').click()
    await expect.element(said.getByText('Say what changed.')).toBeVisible()
    await expect.element(part('img', 'The picture before, as it was sent', said)).toBeInTheDocument()
  })

  it('alerts to its failure, and is silent where it was cancelled', async () => {
    const { engine } = await renderConnector({ 'connector.cancel': () => null })
    engine.refuse('connector.try', { code: 'unavailable', message: 'Nobody listens there.' })
    await button('Try it', section).click()
    await expect.element(alertSaying('Nobody listens there.')).toBeVisible()
    const tried = engine.hold('connector.try')
    await button('Try it', section).click()
    await button('Cancel', section).click()
    tried.refuse({ code: 'cancelled', message: 'It was cancelled.' })
    await expect.element(button('Try it', section)).toBeVisible()
    expect(page.getByRole('alert').elements()).toEqual([])
  })
})

it('keeps time limit and size of pictures within what the server is asked with', async () => {
  const { engine } = await renderConnector()
  const seconds = textbox('Time limit, seconds', section)
  await userEvent.fill(seconds, '2')
  await userEvent.tab()
  await expect.element(seconds).toHaveValue('5')
  await expect.poll(() => engine.inputsOf('settings.set').at(-1)?.connector?.seconds).toBe(5)
})

it('says why the models of a server cannot be listed', async () => {
  const { engine } = await renderConnector()
  engine.refuse('connector.models', { code: 'unavailable', message: 'Nobody listens there.' })
  await button('List the models', section).click()
  await expect
    .element(part('combobox', 'Model', section))
    .toHaveAccessibleDescription('No list: Nobody listens there. You can type the name.')
})

it('asks a model on this machine without an address, a key and a list of models', async () => {
  const { engine } = await renderConnector()
  engine.emit('packs.changed', [madePack({ id: 'smol', use: 'caption', title: 'Smol', isInstalled: true })])
  await part('combobox', 'Who answers', section).click()
  await page.getByRole('option', { name: 'Smol, on this machine' }).click()
  await expect
    .poll(() => engine.inputsOf('settings.set').at(-1)?.connector)
    .toMatchObject({ isOn: true, pack: 'smol' })
  await expect.element(address).not.toBeInTheDocument()
  await expect.element(section.getByText(/^The model runs on this machine: nothing is sent/)).toBeVisible()
  await expect.element(section.getByText(/^Asks Smol about a pair of the sample/)).toBeVisible()
  expect(await violations()).toEqual([])
})
