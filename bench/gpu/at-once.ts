import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { totalmem, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Output } from '../../src/contract/define'
import type { Precision } from '../../src/contract/proposal'
import { proposalLanes } from '../../src/engine/lanes/lanes'
import { LanePool } from '../../src/engine/lanes/lane-pool'
import { InferenceLane } from '../../src/engine/lanes/inference-lane'
import { encodePng } from '../../src/images/raster'
import type { InferenceCommands } from '../../src/inference/inference-contract'
import { emptyRle, unionRle } from '../../src/mask/rle'
import { nodeProcessHost } from '../../src/process/process-host'
import { SharedProcessHost } from '../../src/process/shared-process-host'
import type { CaseOptions, OpenCase } from './case'
import { madePair, withScore } from './proposing'

const LIMITS = { milliseconds: 180_000 }
/** Lanes of each round of pairs: the first pairs of a round begin together, the last ones end one by one. */
const ROUNDS = 3

interface AtOnce {
  readonly count: number
  readonly precision: Precision
}

interface Place {
  /** Null for measured difference. */
  readonly folder: string | null
  readonly detector: string | null
}

/**
 * Proposals for files, as the program makes them: on a device in threads of one process, so many pairs at once; on the
 * processor in as many processes as the program takes.
 */
export async function openAtOnce(
  place: Place,
  { count: atOnce, precision }: AtOnce,
  options: CaseOptions,
): Promise<OpenCase> {
  const { provider, threads, isSmall } = options
  const isCpu = provider === 'cpu'
  const own = proposalLanes(2 * threads, totalmem())
  const count = isCpu ? own.count : atOnce
  const host = isCpu ? nodeProcessHost : new SharedProcessHost(nodeProcessHost)
  const all = Array.from(
    { length: count },
    () => new InferenceLane(host, { threads: isCpu ? own.threads : 1 }),
  )
  const lanes = new LanePool(all)
  const folder = await mkdtemp(join(tmpdir(), 'deltascribe-at-once-'))
  const pairs = isSmall ? count : Math.max(8, ROUNDS * count)
  const files = await writePairs(folder, pairs, options)
  let first: Output<InferenceCommands, 'propose'> | null = null
  const proposer = { name: 'bench', ...place }
  return {
    pairs,
    warmUps: 1,
    async run() {
      const proposals = await Promise.all(
        files.map((frames) =>
          lanes.use((lane) => lane.call('propose', { ...frames, provider, proposer, precision }, LIMITS)),
        ),
      )
      first = proposals[0]
    },
    answer() {
      const { score = NaN, width = 1, height = 1, regions = [] } = first ?? {}
      const masks = regions.map(({ mask }) => mask)
      return withScore(
        score,
        masks.reduce((union, mask) => unionRle(union, mask), emptyRle(width, height)),
      )
    },
    async release() {
      lanes.dispose()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Files that differ in a few values, so that none is taken from a cache. */
async function writePairs(
  folder: string,
  count: number,
  options: CaseOptions,
): Promise<{ before: string; after: string }[]> {
  const pairs: { before: string; after: string }[] = []
  const { before, after } = madePair(options)
  for (let at = 0; at < count; at += 1) {
    before.data[at] ^= 1
    const paths = { before: join(folder, `${at}-before.png`), after: join(folder, `${at}-after.png`) }
    await writeFile(paths.before, await encodePng(before))
    await writeFile(paths.after, await encodePng(after))
    pairs.push(paths)
  }
  return pairs
}
