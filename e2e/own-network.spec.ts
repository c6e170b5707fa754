import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { differenceManifest, writeNetworkFolder } from '../src/models/own-network/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { ModelsPage } from './models-page'
import { pairFolder } from './pairs'
import { removeFolder } from './remove-folder'
import { ReviewPage } from './review-page'
import { startWithSettings } from './settings'

/** Has one channel. */
const LIE = { names: ['change'], values: 'logits', classes: ['same', 'road', 'roof'], noChange: 'same' }

test('a network of the own is tried, imported and promoted, proposes, and is rolled back', async ({
  start,
  home,
}) => {
  const { folder, remove } = await pairFolder('made')
  const networks = mkdtempSync(join(tmpdir(), 'deltascribe-networks-'))
  try {
    const lying = await writeNetworkFolder(join(networks, 'lying'), differenceManifest({ outputs: LIE }))
    const unread = await writeNetworkFolder(join(networks, 'unread'), differenceManifest({ size: 256 }))
    const network = await writeNetworkFolder(join(networks, 'true'), differenceManifest({ threshold: 0.3 }))
    const { page } = await startWithSettings({ start, home, folder, settings: { proposeAhead: true } })
    const models = new ModelsPage(page)
    const review = new ReviewPage(page)
    await expect(page.getByText('Proposals ready for all 4')).toBeVisible()
    await models.open()
    await models.startImport()
    await models.refuses(
      unread,
      `${join(unread, 'proposer.json')} does not describe the network: size is wrong`,
    )
    await models.refuses(lying, 'and the manifest makes it [1, 3, ')
    await models.takes(network, 'Difference net')
    await expect(page.getByText('CC0-1.0').first()).toBeVisible()
    expect(await violations(page)).toEqual([])

    await models.promote('Difference net')
    await expect(page.getByText('Proposals ready for all 4')).toBeVisible()
    await page.keyboard.press('Control+2')
    await expect(review.proposedBy('Difference net, version 3')).toBeVisible()
    await expect(review.regions()).toHaveCount(1)

    await models.open()
    await models.rollBackTo('Measured difference')
    await expect(page.getByText('Proposals ready for all 4')).toBeVisible()
    await page.keyboard.press('Control+2')
    await expect(review.proposedBy('Measured difference')).toBeVisible()
  } finally {
    remove()
    removeFolder(networks)
  }
})
