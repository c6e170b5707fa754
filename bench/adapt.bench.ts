import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../build/build'
import { photoFamilyNetwork } from '../src/models/photo/network/family'
import { createFrozenEncoder, readEncoderWeights } from '../src/models/photo/frozen-encoder'
import { TRAINING_SIDE } from '../src/models/photo/network/network'
import { openPackage, readPackageWeights } from '../src/packages/read-package'
import { pixelThreshold, SESSION } from './accuracy/proposers'
import { AdaptedSet } from './adapt/adapted-set'
import type { AdaptSettings } from './adapt/adapted-set'
import { describeRule, describeWay } from './adapt/way-results'
import type { WayResult } from './adapt/way-results'
import { dataFolder } from './data'
import { heldOutLibrary } from './remask/asked-pairs'

/**
 * Whether a model of photographs adapts to a folder without a label: scores before and after on the same pairs, whose
 * labels no way reads. `still` trains nothing: thresholds from the folder's probabilities, the mean over mirror images,
 * and frames in one light. `statistics` lets the means and variances of the network's normalisation follow the folder.
 * `self` learns the model's own sure answers, and `self-again` those of the result; `laid` learns composed changes that
 * are laid into the folder's frames.
 * `npx tsx bench/adapt.bench.ts [--set NAME,...] [--ways NAME,...] [--limit PAIRS] [--steps N] [--model FOLDER]
 * [--out FOLDER]`; what lies in the folder `--out` is not made again.
 */
const { values: options } = parseArgs({
  options: {
    set: {
      type: 'string',
      default:
        'pcb-defects,remote-sensing-levir,camera-office,copy-move,puzzle-photographs,camera-highway,surveillance',
    },
    ways: { type: 'string', default: 'still,self,laid,statistics,self-again' },
    limit: { type: 'string', default: '40' },
    steps: { type: 'string', default: '60' },
    model: { type: 'string', default: join(root, 'models', 'ccrc-photo') },
    out: { type: 'string' },
  },
})

const library = await heldOutLibrary()
if (library === null) {
  throw new RangeError('The photographs that are composed are not here (set DELTASCRIBE_DATA).')
}
const encoderWeights = await readEncoderWeights(SESSION.detector)
const { parameters } = photoFamilyNetwork.build({ words: 0, categories: 0 }, [])
const settings: AdaptSettings = {
  out: options.out === undefined ? mkdtempSync(join(tmpdir(), 'adapt-')) : resolve(options.out),
  limit: Number(options.limit),
  steps: Number(options.steps),
  threshold: await pixelThreshold(options.model),
  library,
  encoderWeights,
  weights: await readPackageWeights(await openPackage(options.model, 'photo'), parameters),
  encoder: await createFrozenEncoder(encoderWeights, [TRAINING_SIDE, TRAINING_SIDE], SESSION),
}
const results = new Map<string, WayResult[]>()
console.log('set | way | pairs | score | change | note')
for (const way of options.ways.split(',')) {
  for (const name of options.set.split(',')) {
    const folder = dataFolder(name)
    if (folder === null) {
      console.log(`${name} | not here (set DELTASCRIBE_DATA)`)
      continue
    }
    for (const [each, result] of await new AdaptedSet(name, folder, settings).results(way)) {
      console.log(describeWay(name, each, result))
      results.set(each, [...(results.get(each) ?? []), result])
    }
  }
}
for (const [way, own] of results) {
  console.log(describeRule(way, own))
}
console.log(`The runs lie in ${settings.out}.`)
