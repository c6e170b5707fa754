import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ModelQuestion } from '../../src/contract/proposal'
import { alertSaying, button, part, statusSaying, textbox } from '../testing/find'
import { madeCaption, proposedPair } from '../testing/made-pairs'
import { connectorOn, madeAnswer } from '../testing/made-handlers'
import { differenceOnly, madePack, madeProposer } from '../testing/made-project'
import { renderReview } from '../testing/mount'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market')]
const first = textbox('Caption 1')
const rows = part('list', 'Captions').getByRole('listitem')
const said = { kind: 'model', model: 'ccrc-base', version: '14' } as const
const answer = { ...madeAnswer, links: [] }

it('edits the first caption with C, and saves it with Enter', async () => {
  const { engine, store } = await renderReview(1, { pairs })
  await expect.element(first).toHaveValue('a house was built beside the road')
  await userEvent.keyboard('c')
  await expect.element(first).toHaveFocus()
  await userEvent.fill(first, 'a barn was built')
  await userEvent.keyboard('{Enter}')
  await expect.element(first).not.toHaveFocus()
  await expect.poll(() => engine.inputsOf('pairs.edit').map(({ label }) => label)).toEqual(['Caption edited'])
  expect(store.open(1).document.captions.map(({ text }) => text)).toContain('a barn was built')
  await expect.element(rows.nth(0)).toHaveTextContent('written')
})

it('keeps what was typed when the pair is left', async () => {
  const { store } = await renderReview(1, { pairs })
  await userEvent.fill(first, 'a crane stands there')
  await button('Skip').click()
  await expect.element(part('heading', /^market/)).toBeVisible()
  await expect
    .poll(() => store.open(1).document.captions.map(({ text }) => text))
    .toContain('a crane stands there')
})

it('adds a caption with Shift+C, deletes one, and makes another the first', async () => {
  await renderReview(1, { pairs })
  await expect.element(first).toBeVisible()
  await userEvent.keyboard('{Shift>}c{/Shift}')
  await expect.element(textbox('Caption 3')).toHaveFocus()
  await userEvent.keyboard('a tree is gone')
  await userEvent.keyboard('{Enter}')
  await button('Make it the first caption', rows.nth(2)).click()
  await expect.element(first).toHaveValue('a tree is gone')
  await button('Delete caption', rows.nth(1)).click()
  await expect.element(textbox('Caption 2')).toHaveValue('there is a new house')
})

it('deletes the caption in which the cursor is with Ctrl+D, else the last one, and undo brings each back', async () => {
  const { store } = await renderReview(1, { pairs })
  const stored = (): string[] => store.open(1).document.captions.map(({ text }) => text)
  await userEvent.click(first)
  await userEvent.fill(first, 'a barn was built')
  await userEvent.keyboard('{Control>}d{/Control}')
  await expect.poll(stored).toEqual(['there is a new house'])
  await userEvent.keyboard('z')
  await expect.poll(stored).toContain('a barn was built')
  await expect.element(first).toHaveValue('a barn was built')
  await userEvent.keyboard('{Control>}d{/Control}')
  await expect.poll(stored).toEqual(['a barn was built'])
  await userEvent.keyboard('z')
  await expect.poll(stored).toEqual(['a barn was built', 'there is a new house'])
})

it('lights the regions that a word speaks of, and words of a region that is selected', async () => {
  await renderReview(1, { pairs })
  await expect.element(first).toBeVisible()
  const word = page.elementLocator(document.body).getByText('house', { exact: true }).first()
  const house = part('list', 'Regions').getByRole('listitem').nth(0)
  await expect.element(word).not.toHaveAttribute('data-lit')
  await button(/^Region 1, building/).click()
  await expect.element(word).toHaveAttribute('data-lit')
  await button(/^Region 1, building/).click()
  await userEvent.keyboard('c')
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}')
  await expect.element(house).toHaveAttribute('data-hovered')
})

it('takes the model’s caption for the mask, and offers its others', async () => {
  const { engine } = await renderReview(1, { pairs })
  const recaption = engine.hold('chain.recaption')
  await button('Re-caption from my mask').click()
  await expect.element(statusSaying('Looking at your mask…')).toBeVisible()
  const captions = ['a hall was built', 'a hall is new', 'there is a hall'].map((text) =>
    madeCaption(text, { source: said }),
  )
  recaption.answer({ ...answer, captions })
  await expect.element(first).toHaveValue('a hall was built')
  const offered = part('region', 'The model also says')
  await button('Use: a hall is new', offered).click()
  await expect.element(first).toHaveValue('a hall is new')
  await expect.element(rows.nth(0)).toHaveTextContent('said of your mask')
})

it('asks measured difference where that makes captions, and replaces what it said', async () => {
  const naming = { ...differenceOnly[0], answers: ['recaption', 'agree'] as ModelQuestion[] }
  const { engine } = await renderReview(1, { pairs, proposers: [naming, madeProposer({ isInUse: false })] })
  engine.on('chain.recaption', () => ({
    ...answer,
    model: 'difference',
    captions: [madeCaption('a shed has appeared', { source: { ...said, model: 'difference' } })],
  }))
  await expect
    .element(button('Re-caption from my mask'))
    .toHaveAttribute('title', expect.stringContaining('Measured difference is asked.'))
  await button('Re-caption from my mask').click()
  await expect.element(first).toHaveValue('a shed has appeared')
  await expect.poll(() => rows.elements().length).toBe(1)
})

it('alerts to a question that the model breaks at', async () => {
  const { engine } = await renderReview(1, { pairs })
  engine.refuse('chain.recaption', { code: 'bad-model', path: '/m', message: 'The model broke.' })
  await button('Re-caption from my mask').click()
  await expect.element(alertSaying('The model broke.')).toBeVisible()
})

it('offers ways to go on, which the arrows choose and Enter takes', async () => {
  const { engine } = await renderReview(1, { pairs })
  engine.on('chain.recaption', () => ({
    ...answer,
    captions: [
      madeCaption('a barn was built', { source: said }),
      madeCaption('a barn burnt down', { source: said }),
    ],
  }))
  await userEvent.fill(first, 'a barn')
  await userEvent.keyboard('{Control>} {/Control}')
  const ways = part('listbox', 'Ways to go on')
  await expect.element(part('option', 'a barn was built', ways)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(first).toHaveValue('a barn burnt down')
  expect(engine.inputsOf('chain.recaption')[0]?.begin).toBe('a barn')
})

it('asks the connector on its button, says where that goes, and adds what it says', async () => {
  const { engine } = await renderReview(1, { pairs, settings: { connector: connectorOn } })
  const asked = engine.hold('connector.ask')
  await expect
    .element(page.getByText('seer-7b, http://127.0.0.1:8080/v1/chat/completions', { exact: true }))
    .toBeVisible()
  await button('Ask 127.0.0.1:8080').click()
  await expect.element(statusSaying('127.0.0.1:8080 looks at the pair…')).toBeVisible()
  asked.answer({
    caption: madeCaption('nothing changed here', {
      source: { kind: 'model', model: 'seer-7b', version: '', host: '127.0.0.1:8080' },
    }),
    statesNoChange: true,
    url: 'http://127.0.0.1:8080/v1/chat/completions',
    model: 'seer-7b',
    milliseconds: 2000,
  })
  await expect
    .element(statusSaying('127.0.0.1:8080 says that nothing changed, though 2 regions are marked.'))
    .toBeVisible()
  await expect.element(textbox('Caption 3')).toHaveValue('nothing changed here')
  await expect.element(rows.nth(2)).toHaveTextContent('seer-7b at 127.0.0.1:8080')
})

it('asks a model on this machine, and shows what it says as it comes', async () => {
  const { engine } = await renderReview(1, {
    pairs,
    settings: { connector: { ...connectorOn, pack: 'smol' } },
  })
  engine.emit('packs.changed', [madePack({ id: 'smol', use: 'caption', title: 'Smol', isInstalled: true })])
  const asked = engine.hold('connector.ask')
  await expect.element(page.getByText('Smol, on this machine: nothing is sent')).toBeVisible()
  await button('Ask Smol').click()
  engine.emit('connector.text', { text: 'a house', asker: null })
  await expect.element(page.getByText('a house…', { exact: true })).toBeVisible()
  const source = { kind: 'model', model: 'Smol', version: '1', host: 'this machine' } as const
  asked.answer({
    caption: madeCaption('a house was built', { source }),
    statesNoChange: false,
    url: null,
    model: 'Smol',
    milliseconds: 2000,
  })
  await expect.element(textbox('Caption 3')).toHaveValue('a house was built')
  await expect.element(rows.nth(2)).toHaveTextContent('Smol on this machine')
  await expect.element(page.getByText('a house…', { exact: true })).not.toBeInTheDocument()
})

it('alerts to a server that does not answer, and can be cancelled while it is asked', async () => {
  const { engine } = await renderReview(1, {
    pairs,
    settings: { connector: connectorOn },
    answers: { 'connector.cancel': () => null },
  })
  const asked = engine.hold('connector.ask')
  await button('Ask 127.0.0.1:8080').click()
  await button('Cancel the question').click()
  await expect.poll(() => engine.inputsOf('connector.cancel').length).toBe(1)
  asked.refuse({ code: 'unavailable', message: 'Nobody listens at 127.0.0.1:8080.' })
  await expect.element(alertSaying('Nobody listens at 127.0.0.1:8080.')).toBeVisible()
})

it('alerts to a server that does not answer also where the user has gone on, and names the pair', async () => {
  const { engine } = await renderReview(1, { pairs, settings: { connector: connectorOn } })
  const asked = engine.hold('connector.ask')
  await button('Ask 127.0.0.1:8080').click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('market')
  asked.refuse({ code: 'unavailable', message: 'Nobody listens at 127.0.0.1:8080.' })
  const alert = alertSaying('Nobody listens at 127.0.0.1:8080.')
  await expect.element(alert).toHaveTextContent('harbour')
  await button('Go there', alert).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('harbour')
})

it('shows nothing of the connector while it is off', async () => {
  await renderReview(1, { pairs })
  await expect.element(first).toBeVisible()
  expect(button(/^Ask /).elements()).toEqual([])
})
