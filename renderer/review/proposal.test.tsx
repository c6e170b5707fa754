import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { alertSaying, button, part, statusSaying } from '../testing/find'
import { madeAnswer } from '../testing/made-handlers'
import { madePair, madeProposal, proposedPair } from '../testing/made-pairs'
import { differenceOnly, madeQueue } from '../testing/made-project'
import { renderReview } from '../testing/mount'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market')]
const panel = part('region', 'Proposal')

describe('what was proposed', () => {
  it('is told with who proposed it, how long it took, and how sure it is', async () => {
    await renderReview(1, { pairs })
    await expect.element(panel.getByText('CCRC base, version 14')).toBeVisible()
    await expect.element(panel.getByText('420 ms on CPU')).toBeVisible()
    await expect.element(panel).toHaveTextContent(/Change score\s*0\.87/)
    await expect.element(panel).toHaveTextContent(/Agreement\s*0\.81/)
    await expect.element(panel).toHaveTextContent(/Expected IoU\s*0\.74/)
  })

  it('says what a fallback did and why', async () => {
    const remark = 'CCRC base broke at this pair: measured difference proposes instead.'
    const proposals = [
      madeProposal({ proposer: 'difference', version: '3', remarks: [remark], agreement: null }),
    ]
    await renderReview(1, { pairs: [proposedPair(1, 'harbour', { proposals })], proposers: differenceOnly })
    await expect.element(panel.getByText('Measured difference', { exact: true })).toBeVisible()
    await expect.element(part('list', 'Remarks', panel)).toHaveTextContent(remark)
    await expect.element(panel.getByText('Agreement')).not.toBeInTheDocument()
  })

  it('says how sure it is of no change where it marks none', async () => {
    const proposals = [madeProposal({ regionCount: 0, score: 0.1, agreement: null })]
    await renderReview(1, { pairs: [madePair(1, 'harbour', { proposals })] })
    await expect.element(panel).toHaveTextContent(/No change\s*0\.90/)
    await expect.element(panel).not.toHaveTextContent('Expected IoU')
  })

  it('says what contradicts', async () => {
    const agreement = { score: 0.2, remark: 'The caption speaks of a road, and none is marked.' }
    await renderReview(1, {
      pairs: [proposedPair(1, 'harbour', { proposals: [madeProposal({ agreement })] })],
    })
    await expect.element(part('list', 'What contradicts', panel)).toHaveTextContent(agreement.remark)
  })
})

describe('what is known of the masks', () => {
  it('is no longer told once they were changed, unless the pair was accepted as it was', async () => {
    await renderReview(1, { pairs })
    await expect.element(panel).toHaveTextContent(/Expected IoU\s*0\.74/)
    await button(/^Region 2, road/).click()
    await userEvent.keyboard('{Delete}')
    await expect.element(panel).not.toHaveTextContent('Expected IoU')
    await expect.element(panel).toHaveTextContent(/Change score\s*0\.87/)
  })
})

describe('a caption that speaks of a rejected region', () => {
  it('is told as a contradiction, with its words', async () => {
    await renderReview(1, { pairs })
    await button(/^Region 1, building/).click()
    await userEvent.keyboard('x')
    await expect
      .element(part('list', 'What contradicts', panel))
      .toHaveTextContent(/“.+” in the caption speaks of a region that was rejected\./)
  })
})

describe('the agreement after an edit', () => {
  it('is not shown where nothing can be compared', async () => {
    const { engine } = await renderReview(1, { pairs })
    engine.on('chain.agree', () => ({ ...madeAnswer, agreement: null }))
    await button(/^Region 2, road/).click()
    await userEvent.keyboard('{Delete}')
    await expect.poll(() => engine.inputsOf('chain.agree')).toHaveLength(1)
    await expect.element(panel).not.toHaveTextContent('Agreement')
  })

  it('is asked of the model that proposes', async () => {
    const { engine } = await renderReview(1, { pairs })
    engine.on('chain.agree', () => ({
      ...madeAnswer,
      agreement: { score: 0.34, remark: 'A road is missing.' },
    }))
    await button(/^Region 2, road/).click()
    await userEvent.keyboard('{Delete}')
    await expect.element(panel).toHaveTextContent(/Agreement\s*0\.34/)
    await expect.element(part('list', 'What contradicts', panel)).toHaveTextContent('A road is missing.')
    expect(engine.inputsOf('chain.agree')[0]?.regions.map(({ id, category }) => [id, category])).toEqual([
      ['region-1', 'building'],
    ])
  })

  it('is unknown where the model breaks, with the reason', async () => {
    const { engine } = await renderReview(1, { pairs })
    engine.refuse('chain.agree', { code: 'bad-model', path: '/m', message: 'The model broke.' })
    await button(/^Region 2, road/).click()
    await userEvent.keyboard('{Delete}')
    await expect.element(panel.getByText('Agreement unknown: The model broke.')).toBeVisible()
  })
})

describe('proposing for the pair', () => {
  it('is asked for by the button and by Ctrl+P, and said while it goes on', async () => {
    const { engine } = await renderReview(1, { pairs: [madePair(1, 'harbour')] })
    const made = engine.hold('proposals.make')
    await expect.element(panel.getByText('No proposal yet.')).toBeVisible()
    await userEvent.keyboard('{Control>}p{/Control}')
    await expect.element(statusSaying('A proposal for this pair is being made…')).toBeVisible()
    await expect.element(button('Propose', panel)).toBeDisabled()
    made.answer(madeProposal())
    await expect.element(button('Propose', panel)).toBeEnabled()
    expect(engine.inputsOf('proposals.make')).toEqual([{ pairId: 1, proposer: null }])
  })

  it('alerts to its failure', async () => {
    const { engine } = await renderReview(1, { pairs })
    engine.refuse('proposals.make', { code: 'unavailable', message: 'The inference process ended.' })
    await button('Propose again', panel).click()
    await expect.element(alertSaying('The inference process ended.')).toBeVisible()
  })

  it('is said where the queue is at the pair', async () => {
    const { engine } = await renderReview(1, { pairs: [madePair(1, 'harbour')] })
    engine.emit('queue.changed', madeQueue({ isRunning: true, done: 0, currentKey: 'harbour' }))
    await expect.element(statusSaying('A proposal for this pair is being made…')).toBeVisible()
  })
})

it('takes an earlier proposal in place of the present regions', async () => {
  const proposals = [madeProposal(), madeProposal({ id: 2, proposer: 'label', version: '1' })]
  const { engine } = await renderReview(1, { pairs: [proposedPair(1, 'harbour', { proposals })] })
  engine.on('proposals.adopt', () => ({
    pairId: 1,
    version: 1,
    diff: [],
    undoLabel: 'Proposal adopted',
    redoLabel: null,
  }))
  const other = part('list', 'All proposals', panel).getByRole('listitem').filter({ hasText: 'Masks beside' })
  await expect.element(other).toHaveTextContent('Masks beside the images')
  await button('Use this', other).click()
  await expect.element(button('Undo: Proposal adopted')).toBeEnabled()
  expect(engine.inputsOf('proposals.adopt')[0]?.proposalId).toBe(2)
})
