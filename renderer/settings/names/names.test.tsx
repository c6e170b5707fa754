import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { alertSaying, button, dialog, focus, part, statusSaying, textbox } from '../../testing/find'
import { madeNameList } from '../../testing/made-store'
import { proposedPair } from '../../testing/made-pairs'
import { madeProject, madeSettings } from '../../testing/made-project'
import { renderApp, violations } from '../../testing/mount'
import type { Shown } from '../../testing/mount'

const section = part('region', 'Names')
const wordList = part('list', 'Words of this project')
const taught = part('list', 'Taught names')
const storePath = '/pictures/town/.deltascribe/project.db'

function showProject(): Promise<Shown> {
  return renderApp({ route: 'settings', pairs: [proposedPair(1, 'harbour')] })
}

const defaults = { isOn: true, leastScore: 0.35, areExamplesShared: false }

describe('how changed things are named', () => {
  it('is turned off, and shared between projects, by switches', async () => {
    const { engine } = await renderApp({ route: 'settings' })
    await part('switch', /^Use names taught in one project/).click()
    await part('switch', /^Name what changed/).click()
    expect(engine.inputsOf('settings.set')).toEqual([
      { names: { ...defaults, areExamplesShared: true } },
      { names: { ...defaults, areExamplesShared: true, isOn: false } },
    ])
  })

  it('has a least score, by the keys of its slider', async () => {
    const { engine } = await renderApp({ route: 'settings' })
    const score = part('slider', 'Least score')
    await expect.element(section).toHaveTextContent('Least score: 35 %')
    focus(score)
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(section).toHaveTextContent('Least score: 40 %')
    await userEvent.keyboard('{End}')
    await expect
      .poll(() => engine.inputsOf('settings.set').map(({ names }) => names?.leastScore))
      .toEqual([0.4, 0.95])
  })

  it('has no words where no project is open', async () => {
    await renderApp({ route: 'settings' })
    await expect.element(section).toBeVisible()
    await expect.element(wordList).not.toBeInTheDocument()
    await expect.element(button('Name again')).not.toBeInTheDocument()
  })

  it('lets an adjudicator change the words of the project, and an owner alone the rest', async () => {
    await renderApp({
      route: 'settings',
      pairs: [proposedPair(1, 'harbour')],
      answers: { 'team.me': () => ({ name: 'Ada', role: 'adjudicator' as const }) },
    })
    await expect.element(part('switch', /^Name what changed/)).toBeDisabled()
    await expect.element(part('combobox', 'Caption language')).toBeEnabled()
    await expect.element(wordList.getByRole('textbox').first()).toBeEnabled()
  })

  it('shows a reviewer the words, and says who may change them', async () => {
    await renderApp({
      route: 'settings',
      pairs: [proposedPair(1, 'harbour')],
      answers: { 'team.me': () => ({ name: 'Ben', role: 'reviewer' as const }) },
    })
    await expect.element(part('combobox', 'Caption language')).toBeDisabled()
    await expect.element(section.getByText(/adjudicator/)).toBeVisible()
  })

  it('says plainly why there is no detector', async () => {
    const unavailable = 'its weights were not installed.'
    await renderApp({
      route: 'settings',
      answers: { 'names.list': () => madeNameList({ unavailable }) },
    })
    await expect.element(section.getByText(`No detector names anything now: ${unavailable}`)).toBeVisible()
  })
})

describe('words of the project', () => {
  it('are found by typing, changed with Enter, and all that differ are sent', async () => {
    const { engine } = await showProject()
    await userEvent.fill(textbox('Find a word'), 'tr')
    await expect.poll(() => wordList.getByRole('listitem').elements().length).toBe(1)
    await userEvent.fill(textbox('Word for truck'), ' lorry ')
    expect(engine.inputsOf('names.setWords')).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => engine.inputsOf('names.setWords'))
      .toEqual([{ storePath, words: { truck: 'lorry' } }])
    await userEvent.fill(textbox('Find a word'), '')
    await part('checkbox', 'Leave out person').click()
    await expect
      .poll(() => engine.inputsOf('names.setWords').at(-1)?.words)
      .toEqual({ truck: 'lorry', person: null })
    await expect.element(textbox('Word for person')).toBeDisabled()
    await expect.element(section).toHaveTextContent('2 changed')
  })

  it('stay as they are at Escape, and are reset one by one or all', async () => {
    const { engine } = await showProject()
    const word = textbox('Word for boat')
    await userEvent.fill(word, 'ship')
    await userEvent.keyboard('{Escape}')
    await expect.element(word).toHaveValue('boat')
    await userEvent.tab()
    expect(engine.inputsOf('names.setWords')).toEqual([])
    await userEvent.fill(word, 'ship')
    await userEvent.tab()
    await button('Call boat by its own word').click()
    await expect
      .poll(() => engine.inputsOf('names.setWords').map(({ words }) => words))
      .toEqual([{ boat: 'ship' }, {}])
    await userEvent.fill(word, 'ship')
    await userEvent.keyboard('{Enter}')
    await button('Use all own words').click()
    await expect.element(word).toHaveValue('boat')
    await expect.poll(() => engine.inputsOf('names.setWords').at(-1)?.words).toEqual({})
  })

  it('go back to what is stored where they cannot be', async () => {
    const { engine } = await showProject()
    const word = textbox('Word for boat')
    await expect.element(word).toBeVisible()
    engine.refuse('names.setWords', { code: 'cannot-write', path: '/p', message: 'The disk is full.' })
    await userEvent.fill(word, 'ship')
    await userEvent.keyboard('{Enter}')
    await expect.element(alertSaying('The disk is full.')).toBeVisible()
    await expect.element(word).toHaveValue('boat')
  })
})

describe('the caption language', () => {
  const field = part('combobox', 'Caption language')

  it('is English at first, is stored with the project, and naming again is offered', async () => {
    const { engine } = await showProject()
    engine.on('project.setCaptionLanguage', ({ captionLanguage }) => madeProject({ captionLanguage }))
    await expect.element(field).toHaveValue('English')
    await field.click()
    await part('option', 'Deutsch').click()
    await expect
      .poll(() => engine.inputsOf('project.setCaptionLanguage'))
      .toEqual([{ storePath, captionLanguage: 'de' }])
    await expect.element(field).toHaveValue('Deutsch')
    await expect.element(statusSaying(/Names and captions that are there already stay/)).toBeVisible()
    await button('Name again').click()
    expect(engine.inputsOf('names.renew')).toEqual([{ storePath }])
  })

  it('is the one before where it cannot be stored', async () => {
    const { engine } = await showProject()
    engine.refuse('project.setCaptionLanguage', { code: 'held', message: 'Another program has it.' })
    await field.click()
    await part('option', '简体中文').click()
    await expect.element(alertSaying('Another program has it.')).toBeVisible()
    await expect.element(field).toHaveValue('English')
    await expect.element(button('Name again')).not.toBeInTheDocument()
  })

  it('is not there without a project', async () => {
    await renderApp({ route: 'settings' })
    await expect.element(section).toBeVisible()
    await expect.element(field).not.toBeInTheDocument()
  })
})

describe('taught names', () => {
  it('say how many examples they have, and which of them are too few', async () => {
    await showProject()
    const rows = taught.getByRole('listitem')
    await expect.element(rows.nth(0)).toHaveTextContent(/crane\s*7 examples/)
    await expect.element(rows.nth(1)).toHaveTextContent(/shed\s*names regions from five on\s*2 examples/)
  })

  it('that are learned while the list is shown appear in it', async () => {
    const { engine } = await showProject()
    await expect.element(taught).toHaveTextContent(/crane\s*7 examples/)
    const list = madeNameList({ unavailable: null })
    engine.on('names.list', () => ({ ...list, taught: [{ word: 'crack', count: 5, isUsed: true }] }))
    engine.emit('names.changed', { storePath: '/pictures/elsewhere/.deltascribe/project.db' })
    engine.emit('names.changed', { storePath })
    await expect.element(taught).toHaveTextContent(/crack\s*5 examples/)
    expect(engine.inputsOf('names.list')).toHaveLength(2)
  })

  it('are forgotten once that is confirmed', async () => {
    const { engine } = await showProject()
    await button('Forget crane').click()
    const asked = dialog('Forget “crane”?')
    await expect.element(button('Cancel', asked)).toHaveFocus()
    await button('Cancel', asked).click()
    await expect.element(asked).not.toBeInTheDocument()
    expect(engine.inputsOf('names.forget')).toEqual([])
    await button('Forget crane').click()
    await button('Forget', asked).click()
    await expect.poll(() => engine.inputsOf('names.forget')).toEqual([{ storePath, word: 'crane' }])
    await expect.element(button('Forget crane')).not.toBeInTheDocument()
    await expect.element(button('Forget shed')).toBeVisible()
  })
})

describe('naming again', () => {
  it('is offered after a change, and says what it did', async () => {
    const { engine } = await showProject()
    await expect.element(wordList).toBeVisible()
    await expect.element(button('Name again')).not.toBeInTheDocument()
    await part('checkbox', 'Leave out person').click()
    await expect.element(statusSaying(/Proposes again for all pairs that nobody has touched/)).toBeVisible()
    await button('Name again').click()
    await expect.element(page.getByText('3 pairs are proposed for again.')).toBeVisible()
    expect(engine.inputsOf('names.renew')).toEqual([{ storePath }])
    await expect.element(button('Name again')).not.toBeInTheDocument()
  })

  it('alerts to its failure, and is still offered', async () => {
    const { engine } = await showProject()
    engine.refuse('names.renew', { code: 'unavailable', message: 'The queue is closed.' })
    await part('switch', /^Name what changed/).click()
    await button('Name again').click()
    await expect.element(alertSaying('The queue is closed.')).toBeVisible()
    await expect.element(button('Name again')).toBeVisible()
  })
})

it('has no violations that axe-core finds, dark and light', async () => {
  const { engine } = await renderApp({
    route: 'settings',
    pairs: [proposedPair(1, 'harbour')],
    answers: { 'names.list': () => madeNameList({ unavailable: 'its weights were not installed.' }) },
  })
  await part('checkbox', 'Leave out person').click()
  await expect.element(button('Name again')).toBeVisible()
  expect(await violations()).toEqual([])
  engine.emit('settings.changed', madeSettings({ theme: 'light' }))
  await expect.poll(() => document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light')
  expect(await violations()).toEqual([])
})
