import { expect, test } from 'vitest'
import { runHere } from './testing'
import { addTrainCommand } from './train'

const synthetic = ['--data', 'no-set', '--out', 'no-run']
const tuned = ['--project', 'no-project']

test.each([
  [[...tuned, '--out', 'run', '--minutes', '5'], 'Not with --project: --out, --minutes.'],
  [[...tuned, '--trainer', 'true', '--seed', '3'], 'Not with --trainer: --seed.'],
  [[...synthetic, '--json', '--trainer', 'true'], 'Not with --data: --trainer, --json.'],
  [[...tuned, '--encoder', 'model'], 'Not with --project: --encoder.'],
  [[...tuned, '--sight', 'model'], 'Not with --project: --sight.'],
  [[...synthetic, '--id', 'My Model'], "error: option '--id <name>' argument 'My Model' is invalid"],
])('train %j is refused before any work', async (args, message) => {
  const { code, err } = await runHere(addTrainCommand, 'train', ...args)
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})
