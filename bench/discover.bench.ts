import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discoverPairs } from '../src/dataset/discover'

/** Finding 50,000 pairs among 100,000 files, against the bare directory listing and a limit of 2 s. */

const PAIR_COUNT = 50_000
const LIMIT_MS = 2000

async function measure(name: string, put: (folder: string, index: number) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))
  try {
    for (let index = 0; index < PAIR_COUNT; index += 1) {
      put(folder, index)
    }
    const listingStart = performance.now()
    await readdir(folder, { recursive: true, withFileTypes: true })
    const listingMs = performance.now() - listingStart
    const start = performance.now()
    const { readings } = await discoverPairs(folder)
    const elapsedMs = performance.now() - start
    const share = (elapsedMs / LIMIT_MS).toFixed(2)
    console.log(
      `${name}: ${readings[0].pairs.length} pairs in ${elapsedMs.toFixed(0)} ms, ` +
        `${(elapsedMs / listingMs).toFixed(1)} x the listing alone (${listingMs.toFixed(0)} ms), ` +
        `${share} of the limit of ${LIMIT_MS} ms`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function main(): Promise<void> {
  await measure('A/ and B/', (folder, index) => {
    if (index === 0) {
      mkdirSync(join(folder, 'A'))
      mkdirSync(join(folder, 'B'))
    }
    writeFileSync(join(folder, 'A', `${index}.png`), '')
    writeFileSync(join(folder, 'B', `${index}.png`), '')
  })
  await measure('_before and _after', (folder, index) => {
    writeFileSync(join(folder, `${index}_before.png`), '')
    writeFileSync(join(folder, `${index}_after.png`), '')
  })
  await measure('a folder for each pair', (folder, index) => {
    mkdirSync(join(folder, `${index}`))
    writeFileSync(join(folder, `${index}`, 'before.png'), '')
    writeFileSync(join(folder, `${index}`, 'after.png'), '')
  })
}

await main()
