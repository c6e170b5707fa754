import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tinyModelFiles } from './model'

/** `npx tsx src/captioning/tiny/make.ts` writes the tiny model anew. */
const folder = join(import.meta.dirname, '..', 'fixtures', 'tiny')
mkdirSync(folder, { recursive: true })
for (const [name, bytes] of Object.entries(tinyModelFiles())) {
  writeFileSync(join(folder, name), bytes)
}
