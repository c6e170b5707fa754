import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../build/build'
import type { Region } from '../src/domain/document'
import { decodePair } from '../src/frames/decode-pair'
import type { Raster } from '../src/images/raster'
import { encodeRle } from '../src/mask/rle'
import { createDifferenceProposer } from '../src/models/difference/proposer'
import { openProposer } from '../src/models/registry'
import { EVALUATION_SETS } from './accuracy/sets'
import { SetScore } from './accuracy/scoring'
import { dataFolder } from './data'
import { fixedMask } from './difference-scores'
import { grey, spread, unionOf } from './evaluation-sets'

/**
 * Masks on real pairs, one column a proposer: IoU over all pixels of a set (of surveillance, the mean of its
 * sequences); of boards the share of defects that a region touches, and regions a pair that touch none; of pairs in
 * which nothing changed, the share of pixels that are marked. `npm run bench -- accuracy`, or
 * `npx tsx bench/accuracy.bench.ts [--set NAME,...] [--limit PAIRS] [--model FOLDER]`.
 */
const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: Object.keys(EVALUATION_SETS).join(',') },
    limit: { type: 'string', default: '1000000' },
    model: { type: 'string', default: join(root, 'models', 'ccrc-photo') },
  },
})

interface Proposer {
  propose(before: Raster, after: Raster): Promise<{ regions: Pick<Region, 'mask'>[] }>
  release(): Promise<void>
}

/** A threshold of 25 grey levels on the blurred difference, as one region. */
const naive: Proposer = {
  propose(before, after) {
    const { width, height } = after
    const mask = encodeRle({ width, height, data: fixedMask(before, after, 25) })
    return Promise.resolve({ regions: [{ mask }] })
  },
  release: () => Promise.resolve(),
}

const SESSION = { provider: 'cpu', threads: 1 } as const
const model = await openProposer(options.model, {
  ...SESSION,
  detector: join(root, 'dist', 'models', 'nanodet'),
})
const proposers: Record<string, Proposer> = {
  naive,
  difference: await createDifferenceProposer(SESSION),
  [model.id]: {
    propose: (before, after) => model.propose(before, after, ''),
    release: () => model.release(),
  },
}

console.log(['set', 'pairs', ...Object.keys(proposers)].join(' | '))
for (const name of options.set.split(',')) {
  const folder = dataFolder(name)
  const set = EVALUATION_SETS[name]
  if (folder === null) {
    console.log(`${name} | not here (set DELTASCRIBE_DATA)`)
    continue
  }
  // one region of all that differs says nothing of boxes
  const scored = Object.keys(proposers).filter((one) => one !== 'naive' || set.measure !== 'boxes')
  const scores = new Map(scored.map((proposer) => [proposer, new SetScore()]))
  const milliseconds = new Map<string, number>()
  const pairs = spread<Awaited<ReturnType<typeof set.pairs>>[number]>(
    await set.pairs(folder),
    Number(options.limit),
  )
  for (const pair of pairs) {
    const { before, after } = await decodePair(pair.before, pair.after)
    for (const [proposer, score] of scores) {
      const began = performance.now()
      const draft = await proposers[proposer].propose(before, after)
      milliseconds.set(proposer, (milliseconds.get(proposer) ?? 0) + performance.now() - began)
      if ('boxes' in pair) {
        score.addBoxes(
          draft.regions.map(({ mask }) => mask),
          after.width,
          pair,
        )
      } else if (set.measure === 'marked') {
        score.addStill(unionOf(draft, after))
      } else {
        score.addMask(pair.group, unionOf(draft, after), await grey(pair.truth))
      }
    }
  }
  const cells = Object.keys(proposers).map((proposer) => {
    const score = scores.get(proposer)?.toString() ?? '-'
    return `${score} (${Math.round((milliseconds.get(proposer) ?? 0) / pairs.length)} ms)`
  })
  console.log([name, pairs.length, ...cells].join(' | '))
}
await Promise.all(Object.values(proposers).map((proposer) => proposer.release()))
