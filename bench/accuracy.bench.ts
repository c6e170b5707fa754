import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../build/build'
import { decodePair } from '../src/frames/decode-pair'
import { describeCorrections } from './accuracy/correction-results'
import { openProposers } from './accuracy/proposers'
import { countsOf, SetScore } from './accuracy/scoring'
import { EVALUATION_SETS } from './accuracy/sets'
import { dataFolder } from './data'
import { spread } from './evaluation-sets'

/**
 * Masks on real pairs, one column a proposer: IoU over all pixels of a set (of surveillance, the mean of its
 * sequences); of boards the share of defects that a region touches, and regions a pair that touch none; of pairs in
 * which nothing changed, the share of pixels that are marked. In brackets what 95 % of resamples over pairs lie in (of
 * surveillance over sequences), then the time of the processor for a pair. `npm run bench -- accuracy`, or
 * `npx tsx bench/accuracy.bench.ts [--set NAME,...] [--limit PAIRS] [--model FOLDER] [--sam2 PACK] [--corrections RUNS]`.
 * The folder of the pack is what `deltascribe models list` names; that of the runs is `--out` of `corrections.bench.ts`.
 */
const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: Object.keys(EVALUATION_SETS).join(',') },
    limit: { type: 'string', default: '1000000' },
    model: { type: 'string', default: join(root, 'models', 'ccrc-photo') },
    sam2: { type: 'string' },
    corrections: { type: 'string' },
  },
})

const proposers = await openProposers(options.model, options.sam2)
if (options.sam2 === undefined) {
  console.log('Without the columns of Segment Anything 2: name the folder of its pack with --sam2.')
}
if (options.corrections === undefined) {
  console.log('Without what corrections bring: name the runs of corrections.bench.ts with --corrections.')
}
const tuned = options.corrections === undefined ? [] : ['tuned on corrections, on other pairs']
console.log(['set', 'pairs', ...proposers.keys(), ...tuned].join(' | '))
for (const name of options.set.split(',')) {
  const folder = dataFolder(name)
  console.log(folder === null ? `${name} | not here (set DELTASCRIBE_DATA)` : await rowOf(name, folder))
}
for (const { release } of proposers.values()) {
  await release()
}

async function rowOf(name: string, folder: string): Promise<string> {
  const { measure, pairs: pairsOf } = EVALUATION_SETS[name]
  // one region of all that differs says nothing of boxes
  const columns = [...proposers].filter(([proposer]) => proposer !== 'naive' || measure !== 'boxes')
  const scores = new Map(columns.map(([proposer]) => [proposer, new SetScore(measure)]))
  const times = new Map<string, number>()
  const pairs = spread(await pairsOf(folder), Number(options.limit))
  for (const pair of pairs) {
    const { before, after } = await decodePair(pair.before, pair.after)
    for (const [proposer, { propose }] of columns) {
      const draft = await propose(before, after)
      scores.get(proposer)?.add(await countsOf(measure, pair, draft, after))
      times.set(proposer, (times.get(proposer) ?? 0) + draft.milliseconds)
    }
  }
  const cells = [...proposers.keys()].map((proposer) => {
    const time = Math.round((times.get(proposer) ?? 0) / pairs.length)
    return `${scores.get(proposer)?.withIntervals() ?? '-'} (${time} ms)`
  })
  const corrected = options.corrections === undefined ? [] : [describeCorrections(options.corrections, name)]
  return [name, pairs.length, ...cells, ...corrected].join(' | ')
}
