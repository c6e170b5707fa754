import { describe, expect, it } from 'vitest'
import type { Proposal } from '../../src/contract/proposal'
import { button, part } from '../testing/find'
import { madeProposal, madeRegion, proposedPair } from '../testing/made-pairs'
import { renderReview, violations } from '../testing/mount'
import type { Shown } from '../testing/mount'
import { useMaskDifference } from './commands/mask-difference'

const panel = part('region', 'Proposal')
const list = part('list', 'All proposals', panel)
const ours = list.getByRole('listitem').filter({ hasText: 'CCRC base' })
const theirs = list.getByRole('listitem').filter({ hasText: 'my-model' })

const imported = madeProposal({
  id: 2,
  proposer: 'import:my-model',
  version: '3f9ac2',
  score: 0.64,
  regionCount: 2,
  agreement: null,
  remarks: ['Imported from results.json.'],
})

/** As stored: its second region is one that the document has too. */
const whole: Proposal = {
  ...imported,
  regions: [
    madeRegion(3, { id: 'import-1', category: 'tree', score: 0.64 }),
    madeRegion(1, { id: 'import-2', score: null }),
  ],
  captions: [],
  links: [],
}

async function shown(): Promise<Shown> {
  return renderReview(1, {
    pairs: [proposedPair(1, 'harbour', { proposals: [madeProposal(), imported] })],
    answers: {
      'proposals.get': () => whole,
      'proposals.compare': ({ againstId }) => [
        { proposalId: 1, iou: againstId === null ? 1 : 0.25, caption: 'a house was built' },
        { proposalId: 2, iou: againstId === null ? 0.25 : 1, caption: null },
      ],
    },
  })
}

describe('the proposals of a pair', () => {
  it('lie side by side with score, regions, IoU and caption', async () => {
    await shown()
    await expect.element(ours).toHaveTextContent(/began here.*score 0\.87, 2 regions, IoU 1\.00/)
    await expect.element(ours).toHaveTextContent('a house was built')
    await expect.element(theirs).toHaveTextContent(/my-model \(imported\).*score 0\.64, 2 regions, IoU 0\.25/)
    // what the pair shows already cannot be taken over
    await expect.element(button('Use this', ours)).not.toBeInTheDocument()
    await expect.element(button('Use this', theirs)).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('are joined by one that comes while they are shown', async () => {
    const { engine } = await shown()
    await expect.element(theirs).toBeVisible()
    engine.on('proposals.list', () => [
      madeProposal(),
      imported,
      madeProposal({ id: 3, proposer: 'import:late' }),
    ])
    engine.emit('pair.changed', { pairId: 1, version: 0, isProposal: true })
    await expect.element(list.getByText('late (imported)')).toBeVisible()
  })

  it('are compared with another proposal instead of the document', async () => {
    const { engine } = await shown()
    await part('combobox', 'Compare with', panel).click()
    await part('option', /^my-model \(imported\)/).click()
    await expect.element(theirs).toHaveTextContent('IoU 1.00')
    await expect.element(ours).toHaveTextContent('IoU 0.25')
    expect(engine.inputsOf('proposals.compare').at(-1)).toEqual({ pairId: 1, againstId: 2 })
    await expect.element(button('Difference', theirs)).toBeDisabled()
  })

  it('give single regions, which can be undone', async () => {
    const { store } = await shown()
    await button('Regions', theirs).click()
    const regions = part('list', 'Regions of my-model (imported)', panel)
    await expect.element(regions.getByRole('listitem').nth(0)).toHaveTextContent('tree 0.64, 64 px')
    await expect.element(button('Take building', regions)).toBeDisabled()
    await button('Take tree', regions).click()
    await expect
      .poll(() => store.open(1).document.regions.map(({ category }) => category))
      .toEqual(['building', 'road', 'tree'])
    const taken = store.open(1).document.regions[2]
    expect(taken).toMatchObject({ status: 'accepted', mask: whole.regions[0].mask, score: 0.64 })
    expect(taken.id).not.toBe('import-1')
    await expect.element(button('Take tree', regions)).toBeDisabled()
    await button('Undo: Region taken from my-model (imported)').click()
    await expect.poll(() => store.open(1).document.regions).toHaveLength(2)
  })

  it('show their difference to the document by colours, until the document changes', async () => {
    await shown()
    await button('Difference', theirs).click()
    await expect.element(button('Difference', theirs)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(theirs).toHaveTextContent(/only here.*only there.*both/)
    expect(useMaskDifference.getState()).toMatchObject({ pairId: 1, proposalId: 2 })
    expect(useMaskDifference.getState().masks.map(({ part: name }) => name)).toEqual([
      'only in this',
      'only in the other',
      'in both',
    ])
    await button('Regions', theirs).click()
    await button('Take tree', panel).click()
    await expect.element(button('Difference', theirs)).toHaveAttribute('aria-pressed', 'false')
    expect(useMaskDifference.getState().masks).toEqual([])
  })
})

it('a pair with the one proposal that it shows has no list', async () => {
  await renderReview(1, { pairs: [proposedPair(1, 'harbour')] })
  await expect.element(panel.getByText('CCRC base, version 14')).toBeVisible()
  await expect.element(list).not.toBeInTheDocument()
})
