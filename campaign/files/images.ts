import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import { root } from '../../build/build'
import { encodePng } from '../../src/images/raster'
import { makePair, makePairFolder } from '../../src/images/testing'
import type { Turn } from '../attack'
import { until } from '../deadline'
import { EngineSession } from '../engine-session'
import { pairIds } from '../engine-client'
import { ensure } from '../loss'
import { mutated } from './mutate'

const FIXTURES = join(root, 'src', 'images', 'fixtures')
const GOOD = 3
const MUTATED = 60

interface Sample {
  /** `.png` */
  extension: string
  bytes: Buffer
}

/** Every kind that is read, and two that are refused in words. */
async function samples(): Promise<Sample[]> {
  const kept = readdirSync(FIXTURES)
    .filter((name) => /\.(png|jpg|webp|gif|tif|bmp)$/.test(name))
    .map((name) => ({ extension: extname(name), bytes: readFileSync(join(FIXTURES, name)) }))
  const png = await encodePng(makePair(1, 48, 32).after)
  return [...kept, { extension: '.avif', bytes: await new Transformer(Buffer.from(png)).avif() }]
}

/** A folder of mutated images with good ones beside them: each bad one gets its message, the good ones a proposal. */
export async function mutatedImages(turn: Turn): Promise<void> {
  const { random } = turn
  const folder = join(turn.folder, 'pairs')
  const good = await makePairFolder(folder, { count: GOOD, width: 48, height: 32, layout: 'before-after' })
  const kinds = await samples()
  for (let index = 0; index < MUTATED; index += 1) {
    turn.tally.attempts += 1
    const { extension, bytes } = random.pick(kinds)
    const frames = [mutated(random, bytes), random.chance(0.5) ? bytes : mutated(random, bytes)]
    for (const [at, frame] of (['before', 'after'] as const).entries()) {
      mkdirSync(join(folder, frame), { recursive: true })
      writeFileSync(join(folder, frame, `mutated-${index}${extension}`), frames[at])
    }
  }
  const home = join(turn.folder, 'home')
  const session = await EngineSession.open(turn, { home, folder, settings: { proposeAhead: true } })
  const { client } = session
  try {
    await until('the queue ends', async () => !(await client.call('proposals.status', {})).isRunning)
    for (const pairId of await pairIds(client)) {
      const { pair } = await client.call('pairs.get', { pairId })
      const proposals = await client.call('proposals.list', { pairId })
      const isDone = proposals.some(({ proposer }) => proposer === 'difference')
      const message = pair.problem?.message ?? ''
      ensure(isDone || message !== '', `${pair.key} has neither a proposal nor a message`)
      ensure(isDone || !good.includes(pair.key), `${pair.key} is good and was not proposed for: ${message}`)
      await session.pictures({ pairId, kind: 'after-thumbnail' }).catch(() => null)
    }
    await client.call('app.info', {})
    session.requireOnlyKills(0)
  } finally {
    await session.close()
  }
}
