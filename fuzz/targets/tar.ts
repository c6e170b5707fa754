import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Scratch } from '../../src/dataset/import/item'
import { Problems } from '../../src/dataset/import/problems'
import { readDataset } from '../../src/dataset/import/read'
import { Source } from '../../src/dataset/import/source'
import { decodeRle } from '../../src/mask/rle'

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-fuzz-tar-'))

/** A shard of a WebDataset: anything wrong in it becomes a problem of an item, and masks of the others decode. */
export async function fuzz(data: Buffer): Promise<void> {
  writeFileSync(join(folder, 'train-000000.tar'), data)
  const scratch = new Scratch(folder, false)
  const context = { source: await Source.open(folder), problems: new Problems(), scratch, isCheck: true }
  try {
    for await (const item of readDataset('webdataset', context)) {
      item.regions.forEach(({ mask }) => decodeRle(mask))
    }
  } finally {
    await scratch.dispose()
  }
}
