import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Scratch } from '../../src/dataset/import/item'
import { predictionReader } from '../../src/dataset/import/predictions/formats'
import { Problems } from '../../src/dataset/import/problems'
import { Source } from '../../src/dataset/import/source'
import { decodeRle } from '../../src/mask/rle'
import { tolerate } from '../tolerate'

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-fuzz-predictions-'))
const SIZE = { width: 12, height: 10 }

/** Predictions: the first byte tells whether the rest is COCO results, records by name, or JSON lines of them. */
export async function fuzz(data: Buffer): Promise<void> {
  const kind = (data[0] ?? 0) % 3
  const file = kind === 2 ? 'predictions.jsonl' : 'predictions.json'
  writeFileSync(join(folder, file), data.subarray(1))
  const source = await Source.open(join(folder, file), null, undefined, true)
  const context = { source, problems: new Problems(), scratch: new Scratch(folder, false), isCheck: false }
  await tolerate(async () => {
    for await (const item of predictionReader(kind === 0 ? 'coco-results' : 'captions', null).read(context)) {
      await tolerate(async () => {
        const regions = await item.regions(SIZE)
        regions.forEach(({ mask }) => decodeRle(mask))
      })
    }
  })
}
