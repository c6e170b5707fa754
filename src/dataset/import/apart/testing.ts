import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { nodeProcessHost } from '../../../process/process-host'
import type { ProcessHost } from '../../../process/process-host'
import { writeParquet } from '../../parquet'
import type { ParquetRow } from '../../parquet'
import { madeImages } from '../testing'
import type { Apart } from './apart'

const GOOD = 'data/train-00000-of-00001.parquet'
export const HANGING = 'data/test-00000-of-00001.parquet'
const STUCK_MILLISECONDS = 6000
/** The message about it. */
export const LEFT_OUT = `${HANGING} is left out: nothing came of it for 6 s.`

/** A folder of its own for each test, and the processes that it started. */
export class ApartTest {
  folder = ''
  source = ''
  into = ''
  pids: number[] = []

  readonly host: ProcessHost = {
    start: async (program, options) => {
      const hosted = await nodeProcessHost.start(program, options)
      this.pids.push(hosted.pid!)
      return hosted
    },
  }

  constructor() {
    beforeEach(async () => {
      this.folder = await mkdtemp(join(tmpdir(), 'deltascribe-apart-'))
      this.source = join(this.folder, 'source')
      this.into = join(this.folder, 'into')
      this.pids = []
    })
    afterEach(() => rm(this.folder, { recursive: true }))
  }

  /** A set of two files; reading one of them never ends. */
  async putHangingSet(): Promise<void> {
    await putHangingParquet(join(this.source, HANGING))
    await putParquet(join(this.source, GOOD))
  }

  apart(change: Partial<Apart> = {}): Apart {
    const signal = new AbortController().signal
    return {
      host: this.host,
      signal,
      progress: () => {},
      stuckMilliseconds: STUCK_MILLISECONDS,
      ...change,
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The header of the page of captions: counts of values, nulls and rows, the encoding, the lengths of both levels. */
const CAPTIONS_PAGE = Buffer.from([
  0x5c, 0x15, 0x02, 0x15, 0x00, 0x15, 0x02, 0x15, 0x00, 0x15, 0x06, 0x15, 0x04,
])
const LENGTHS_AT = 9

/** A parquet file of one pair, in which one page lacks its lengths: reading it never ends. */
export async function putHangingParquet(path: string): Promise<void> {
  await putParquet(path)
  const bytes = await readFile(path)
  // the header then ends before its lengths
  bytes[bytes.indexOf(CAPTIONS_PAGE) + LENGTHS_AT] = 0
  await writeFile(path, bytes)
}

export async function putParquet(path: string): Promise<void> {
  const { before, after } = await madeImages()
  const image = { bytes: before, path: 'image.png' }
  const record = {
    key: path.replace(/^.*\//, ''),
    width: 12,
    height: 10,
    captions: ['a car is new'],
    regions: [],
  }
  const row: ParquetRow = { before: image, after: { ...image, bytes: after }, mask: image, record }
  await mkdir(dirname(path), { recursive: true })
  async function* rows(): AsyncGenerator<ParquetRow> {
    yield row
  }
  await writeParquet(path, rows())
}
