import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DEFAULT_REMOTE_SETTINGS } from '../../../src/contract/remote'
import { documentFrom } from '../../../src/domain/review'
import { connectorOn } from '../../testing/made-handlers'
import { button, dialog, part } from '../../testing/find'
import type { MadeHandlers } from '../../testing/made-engine'
import { madeRun, madeVerdict } from '../../testing/made-models'
import {
  madeCaption,
  madeLink,
  madePair,
  madeProposal,
  madeRegion,
  proposedPair,
  tiledPair,
} from '../../testing/made-pairs'
import { countsOf, madeEmbeddings } from '../../testing/made-project'
import { madeName } from '../../testing/made-store'
import { madeDepth } from '../../testing/made-values'
import { renderApp, renderReview } from '../../testing/mount'
import { reviewPair } from '../../review/commands/navigation'
import { inLanguage, message, messageFields } from '../../../src/messages/message'
import { text } from '../chosen'
import { flaws } from './flaws'

const mapAnswers: MadeHandlers = {
  'embeddings.status': () => madeEmbeddings({ ready: 3 }),
  'similar.map': () => ({
    ids: [1, 2, 3],
    x: [0, 0.8, -0.8],
    y: [0, 0, 0],
    states: [0, 0, 1],
    scores: [0.87, 0.87, -1],
    categories: [0, 0, -1],
    categoryNames: ['building'],
  }),
}
const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market'), madePair(3, 'station')]

const queue = part('listbox', text.queue.pairs)

describe('places', () => {
  it('open', async () => {
    const recent = { openedAt: Date.now(), pairCount: 120, reviewedCount: 30 }
    await renderApp({
      answers: {
        'project.recent': () => [
          { ...recent, folder: '/pictures/town', name: 'town', exists: true, bucket: null },
          { ...recent, folder: '/gone/boards', name: 'boards', exists: false, bucket: null },
        ],
      },
    })
    await expect.element(button(text.open.forget('boards'))).toBeVisible()
    expect(await flaws()).toEqual([])
    await button(text.open.bucket.open).click()
    const form = dialog(text.open.bucket.title)
    await form.getByText(text.open.bucket.server).click()
    await userEvent.fill(part('textbox', text.open.bucket.endpoint, form), 'http://minio.example')
    await expect.element(form.getByText(text.open.bucket.inTheClear)).toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('review, with each hint of a first review', async () => {
    await renderReview(1, { pairs, settings: { hints: 'on' } })
    const hint = part('region', text.hints.label)
    for (let left = 4; left > 0; left -= 1) {
      await expect.element(hint).toBeVisible()
      expect(await flaws()).toEqual([])
      await userEvent.keyboard('{Escape}')
    }
    await expect.element(hint).not.toBeInTheDocument()
  })

  it('queue, as list, sheet and map', async () => {
    await renderApp({ route: 'queue', pairs, answers: mapAnswers })
    await expect.element(queue.getByRole('option').first()).toBeVisible()
    expect(await flaws()).toEqual([])
    await userEvent.keyboard('{Control>}a{/Control}')
    await expect.element(part('toolbar', text.queue.selected(3))).toBeVisible()
    expect(await flaws()).toEqual([])
    await button(text.queue.layouts.sheet).click()
    expect(await flaws()).toEqual([])
    await button(text.queue.layouts.map).click()
    await expect.element(part('application', text.queue.map.label(3))).toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('queue, with its statistics', async () => {
    await renderApp({ route: 'queue', pairs })
    await button(text.statistics.title).click()
    await expect.element(dialog(text.statistics.title).getByRole('row').first()).toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('queue and review, with sequences', async () => {
    const sequence = { name: 'harbour', position: 1, beforeDate: '2019-05', afterDate: '2019-06' }
    const dated = [proposedPair(1, 'harbour'), proposedPair(2, 'market')].map((made, index) => {
      return { ...made, pair: { ...made.pair, sequence: { ...sequence, position: index + 1 } } }
    })
    const grouped = [...dated, madePair(3, 'station')]
    const { engine } = await renderApp({ route: 'queue', pairs: grouped })
    engine.on('sequences.carry', () => {
      return { proposalId: 9, pairId: 2, key: 'market', regionCount: 2, isKnown: false }
    })
    await part('combobox', text.queue.order).click()
    await page.getByRole('option', { name: text.queue.orders.sequence }).click()
    await expect.element(page.getByText(text.queue.sequences.none, { exact: true })).toBeVisible()
    expect(await flaws()).toEqual([])
    await queue.getByRole('option').first().dblClick()
    await expect.element(button(text.review.sequence.carry)).toBeEnabled()
    expect(await flaws()).toEqual([])
    await button(text.review.sequence.carry).click()
    await expect.element(button(text.review.sequence.takeBack)).toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('queue, where nothing is', async () => {
    await renderApp({ route: 'queue', pairs: [] })
    await expect.element(page.getByText(text.queue.empty.title)).toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('review, with a name that has others', async () => {
    const remarks = [message('proposals.aligned', { pixels: 12 }), message('proposals.littleInCommon')]
    const named = madeRegion(2, { category: 'car', name: madeName() })
    const said = madeCaption('a car is new', { id: 'said' })
    const base = documentFrom([madeRegion(1), named], [said], [madeLink(said, 'car', named)])
    await renderReview(1, {
      pairs: [madePair(1, 'harbour', { base, proposals: [madeProposal({ remarks })] })],
      settings: { connector: connectorOn },
    })
    await page
      .getByRole('button', { name: text.review.regions.region(2, 'car') })
      .first()
      .click()
    expect(await flaws()).toEqual([])
  })

  it('review, with the window and the bands of deep images', async () => {
    const many = { count: 4, names: ['', '', '', ''] }
    const facts = madeDepth({ bands: { before: many, after: { ...many, count: 5 } } })
    await renderReview(1, {
      pairs,
      project: { mapping: { window: { low: 10, high: 900 }, bands: [4, 2, 1] } },
      answers: { 'pairs.values': () => facts },
    })
    await button(text.depth.open).click()
    await expect.element(dialog(text.depth.open)).toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('review, of a pair with a problem, and of one without a proposal', async () => {
    const path = 'B/x.png'
    const fields = messageFields(message('problems.missing', { name: 'x.png' }))
    const problem = { code: 'missing', ...fields, path } as const
    const broken = madePair(1, 'harbour')
    await renderReview(1, { pairs: [{ ...broken, pair: { ...broken.pair, problem } }] })
    await expect.element(page.getByText(text.review.problem.titles.missing)).toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('review, of a scene whose tiles are being made, and cannot be had', async () => {
    await renderReview(602, { pairs: [tiledPair(602, 'harbour'), tiledPair(800, 'market')] })
    const [beginning] = text.stage.tiles.reading(0, 0).split(',')
    await expect.element(page.getByText(beginning).first()).toBeVisible()
    expect(await flaws()).toEqual([])
    await reviewPair(800)
    await page.getByRole('button', { name: text.stage.actualSize }).click()
    await expect
      .element(
        page
          .getByText(inLanguage(text.engine, message('problems.incomplete', { name: 'large.tif' })))
          .first(),
      )
      .toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('review, in each view and with each tool', async () => {
    await renderReview(1, { pairs })
    for (const view of Object.values(text.review.views)) {
      await button(view).click()
      expect(await flaws()).toEqual([])
    }
    for (const tool of Object.values(text.stage.tools)) {
      await button(tool).click()
      expect(await flaws()).toEqual([])
    }
  })

  it('dataset', async () => {
    await renderApp({
      route: 'dataset',
      pairs,
      project: { counts: countsOf({ accepted: 2, unreviewed: 1 }) },
    })
    await expect.element(page.getByText(text.dataset.title)).toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('models', async () => {
    await renderApp({ route: 'models', pairs })
    await expect.element(page.getByRole('option').first()).toBeVisible()
    expect(await flaws()).toEqual([])
    await page.getByRole('option').nth(1).click()
    expect(await flaws()).toEqual([])
  })

  it('settings', async () => {
    const remote = { ...DEFAULT_REMOTE_SETTINGS, isOn: true }
    await renderApp({ route: 'settings', pairs, settings: { connector: connectorOn, remote } })
    expect(await flaws()).toEqual([])
  })
})

describe('training', () => {
  const run = { route: 'training', pairs, project: { counts: countsOf({ accepted: 2 }) } } as const

  it('the choice of pairs, with all of its options', async () => {
    await renderApp(run)
    await page.getByText(text.training.advanced.title).click()
    expect(await flaws()).toEqual([])
  })

  it('a run that goes on', async () => {
    await renderApp({ ...run, answers: { 'training.runs': () => [madeRun()] } })
    await expect.element(part('region', text.training.run.progress)).toBeVisible()
    expect(await flaws()).toEqual([])
    await button(text.training.run.cancel).click()
    expect(await flaws()).toEqual([])
  })

  it('a verdict', async () => {
    const example = { key: 'harbour', score: 0.9, regions: [madeRegion(1)], captions: [] }
    const done = madeRun({ state: 'done', phase: 'saving', model: 'town-1', verdict: 'better', step: 600 })
    await renderApp({
      ...run,
      answers: {
        'training.runs': () => [done],
        'training.verdict': () => madeVerdict(),
        'training.compare': ({ pairId }) => ({
          before: { ...example, pairId },
          after: { ...example, pairId },
        }),
      },
    })
    await part('navigation', text.training.runs.title).getByRole('button').last().click()
    await expect.element(part('region', text.training.verdict.title)).toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('nothing to learn from', async () => {
    await renderApp({ ...run, project: {} })
    expect(await flaws()).toEqual([])
  })
})

describe('dialogs and menus', () => {
  it('all keys', async () => {
    await renderApp({ route: 'queue', pairs })
    await userEvent.keyboard('?')
    await expect.element(dialog(text.keys.title)).toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('import of a data set, and of predictions', async () => {
    await renderApp({ route: 'dataset', pairs })
    await button(text.dataset.import.open).click()
    await expect.element(dialog(text.dataset.import.title)).toBeVisible()
    expect(await flaws()).toEqual([])
    await part('radio', text.dataset.import.asProposals).click()
    expect(await flaws()).toEqual([])
  })

  it('of models: rename, export, import, and consent to a pack', async () => {
    await renderApp({ route: 'models', pairs })
    await page.getByRole('option').nth(1).click()
    for (const [open, title] of [
      [text.models.rename, text.models.renameTitle],
      [text.models.export, text.models.exportTitle('Town, first')],
      [text.models.import, text.models.importTitle],
      [text.packs.install('60 MB'), text.packs.consent.title('Segment Anything 2, tiny')],
    ]) {
      await button(open).click()
      await expect.element(dialog(title)).toBeVisible()
      expect(await flaws()).toEqual([])
      await userEvent.keyboard('{Escape}')
      await expect.element(dialog(title)).not.toBeInTheDocument()
    }
  })

  it('the project menu, and how its folder is read', async () => {
    await renderApp({ route: 'queue', pairs })
    await button(text.shell.projectMenu.label('town')).click()
    await expect.element(part('menuitem', text.shell.projectMenu.close)).toBeVisible()
    expect(await flaws()).toEqual([])
    await part('menuitem', text.shell.projectMenu.readings).click()
    expect(await flaws()).toEqual([])
  })

  it('backups', async () => {
    const list = {
      path: '/pictures/town/.deltascribe/backups',
      present: { pairCount: 2, reviewedCount: 2, editCount: 30 },
      backups: [
        {
          name: 'a',
          at: 1_700_000_000_000,
          reason: 'migration' as const,
          bytes: 20,
          counts: null,
          problem: null,
        },
      ],
    }
    await renderApp({ route: 'queue', pairs, answers: { 'backups.list': () => list } })
    await button(text.shell.projectMenu.label('town')).click()
    await part('menuitem', text.open.backups.open).click()
    await expect.element(dialog(text.open.backups.title)).toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('filters of the queue', async () => {
    await renderApp({
      route: 'queue',
      pairs,
      answers: { 'proposals.proposers': () => [{ proposer: 'ccrc-base', pairCount: 2 }] },
    })
    await button(text.queue.proposers.title).click()
    await expect.element(dialog(text.queue.proposers.title)).toBeVisible()
    expect(await flaws()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await part('combobox', text.queue.order).click()
    expect(await flaws()).toEqual([])
  })

  it('question for captions of many pairs', async () => {
    await renderApp({ route: 'queue', pairs, settings: { connector: connectorOn } })
    await expect.element(queue.getByRole('option').first()).toBeVisible()
    await button(text.connector.pairs.open).click()
    expect(await flaws()).toEqual([])
  })
})
