// A CCRC package on real CLEVR-Change triplets: does its score part changed from unchanged pairs?
//   npx tsx bench/ccrc-real.ts PACKAGE [SHEET.html]

import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePair } from '../src/frames/decode-pair'
import { encodePng } from '../src/images/raster'
import type { Raster } from '../src/images/raster'
import { decodeRle } from '../src/mask/rle'
import { readManifest } from '../src/packages/read-package'
import { createCcrcProposer } from '../src/models/ccrc/predictor/predictor'
import type { ModelProposal } from '../src/models/model-proposer'
import { dataFolder } from './data'

interface Triplet {
  name: string
  changed: ModelProposal
  same: ModelProposal
  frames: { before: Raster; after: Raster }
}

const [folder, sheet] = process.argv.slice(2)
const data = dataFolder('clevr-change')
if (data === null) {
  throw new Error('CLEVR-Change is not on this machine: set DELTASCRIBE_DATA.')
}
const proposer = await createCcrcProposer(folder, { provider: 'cpu', threads: 2 })
const triplets: Triplet[] = []
for (const file of readdirSync(join(data, 'images')).sort()) {
  const number = file.replace('CLEVR_default_', '')
  const before = join(data, 'images', file)
  const frames = await decodePair(before, join(data, 'sc_images', `CLEVR_semantic_${number}`))
  const other = await decodePair(before, join(data, 'nsc_images', `CLEVR_nonsemantic_${number}`))
  const changed = await proposer.propose(frames.before, frames.after, `${number} sc`)
  const same = await proposer.propose(other.before, other.after, `${number} nsc`)
  triplets.push({ name: number, changed, same, frames })
}
await proposer.release()

const yes = triplets.map(({ changed }) => changed.score)
const no = triplets.map(({ same }) => same.score)
let wins = 0
for (const a of yes) {
  for (const b of no) {
    wins += a > b ? 1 : a === b ? 0.5 : 0
  }
}
const threshold = (await readManifest(folder)).thresholds['change'] ?? 0.5
const over = (scores: readonly number[]): number =>
  scores.filter((score) => score >= threshold).length / scores.length
const milliseconds = triplets.map(({ changed }) => changed.milliseconds['total'])
console.log(`${triplets.length} triplets`)
console.log(`AUC ${(wins / (yes.length * no.length)).toFixed(3)}`)
console.log(
  `balanced accuracy at the model's threshold, ${threshold}: ${((over(yes) + 1 - over(no)) / 2).toFixed(3)}`,
)
console.log(
  `${(milliseconds.reduce((sum, value) => sum + value, 0) / milliseconds.length).toFixed(0)} ms a pair`,
)

if (sheet !== undefined) {
  const rows: string[] = []
  for (const { name, changed, same, frames } of triplets.slice(0, 40)) {
    const shown = await Promise.all([frames.before, overlay(frames.after, changed)].map(toUri))
    rows.push(
      `<figure><img src="${shown[0]}"><img src="${shown[1]}"><figcaption>${name} · ${changed.score.toFixed(2)} / ${same.score.toFixed(2)} · ${changed.captions[0]?.text ?? ''} · <i>${same.captions[0]?.text ?? ''}</i></figcaption></figure>`,
    )
  }
  const style =
    'body{font:13px sans-serif;display:flex;flex-wrap:wrap}figure{margin:6px;width:500px}img{width:49%}'
  writeFileSync(sheet, `<!doctype html><meta charset="utf-8"><style>${style}</style>${rows.join('\n')}`)
}

async function toUri(image: Raster): Promise<string> {
  return `data:image/png;base64,${Buffer.from(await encodePng(image)).toString('base64')}`
}

/** Changed pixels in red. */
function overlay(image: Raster, draft: ModelProposal): Raster {
  const data = Uint8Array.from(image.data)
  for (const { mask } of draft.regions) {
    decodeRle(mask).data.forEach((value, pixel) => {
      if (value !== 0) {
        data.set([255, data[3 * pixel + 1] >> 1, data[3 * pixel + 2] >> 1], 3 * pixel)
      }
    })
  }
  return { ...image, data }
}
