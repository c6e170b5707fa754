import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportMade, madeItem } from './testing'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-hand-off-'))
})
afterEach(() => rm(folder, { recursive: true }))

test.each([
  ['levir-mci', 'python train.py --train_goal 2 --data_folder /data/mine/images', 'LevirCCcaptions.json'],
  ['qwen-vl', '--dataset_path /data/mine/train.jsonl --data_root /data/mine', 'train.jsonl'],
  ['hugging-face', 'load_dataset("imagefolder", data_dir="/data/mine")', 'train/metadata.jsonl'],
  ['hugging-face-parquet', '"/data/mine/data/train-*.parquet"', 'data/train-00000-of-00001.parquet'],
] as const)(
  '%s comes with the command of its trainer, and the file that it names is there',
  async (format, command, file) => {
    const out = join(folder, 'out')
    await exportMade(
      [await madeItem(folder, 'a', { captions: ['x'], item: { split: 'train' } })],
      format,
      out,
    )
    expect(await readFile(join(out, 'TRAINING.md'), 'utf8')).toContain(command)
    await expect(readFile(join(out, file))).resolves.toBeInstanceOf(Buffer)
  },
)
