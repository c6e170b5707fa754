import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MEASURED_ENCODER } from '../../similar/encoders'
import type { ProjectStore } from '../../store/project-store'
import { foundPair, openTestStore } from '../../store/testing'
import type { LanePool } from '../lanes/lane-pool'
import type { OpenProject } from '../project/open-project'
import type { ProviderChoice } from '../providers/providers'
import { setProjectWindow } from '../project/project-mapping'
import { PairEmbedder } from './pair-embedder'

const IDS = [1, 2, 3, 4, 5]

let folder = ''
let store: ProjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-embedder-'))
  store = openTestStore(folder)
  const keys = IDS.map((id) => `pair-${id}`)
  for (const side of ['A', 'B']) {
    mkdirSync(join(folder, side))
    keys.forEach((key) => writeFileSync(join(folder, side, key), ''))
  }
  store.pairs.synchronise(keys.map(foundPair))
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

function storeEmbedding(pairId: number, files: string): void {
  const embedding = new Int8Array(256)
  store.embeddings.put({
    pairId,
    encoder: MEASURED_ENCODER,
    files,
    embedding,
    fingerprints: new Int32Array(32),
  })
}

/** @param onCall before the answer to the call of this number, from 1; rejects where it throws */
function embedderThat(onCall: (call: number) => void): { embedder: PairEmbedder; callCount: () => number } {
  let count = 0
  const lane = {
    call: () => {
      count += 1
      onCall(count)
      return Promise.resolve({ embedding: new Int8Array(256), fingerprints: new Int32Array(32) })
    },
  }
  const lanes: Pick<LanePool, 'use'> = { use: async (task) => task(lane as never) }
  const project: Pick<OpenProject, 'folder' | 'store' | 'isEditable' | 'pairCount'> = {
    folder,
    store,
    isEditable: true,
    pairCount: IDS.length,
  }
  const providers = { inUse: () => Promise.resolve('cpu') } as Partial<ProviderChoice>
  const needs = {
    lanes: lanes as LanePool,
    providers: providers as ProviderChoice,
    detector: null,
    isOn: () => true,
    isAhead: () => true,
    isBusy: () => false,
    onStatus: () => undefined,
  }
  const embedder = new PairEmbedder(project as OpenProject, needs, new AbortController().signal)
  return { embedder, callCount: () => count }
}

async function done(embedder: PairEmbedder): Promise<void> {
  await expect.poll(() => embedder.status().state).toBe('idle')
}

test('a window that changes while all pairs are checked has all of them checked again', async () => {
  IDS.forEach((pairId) => storeEmbedding(pairId, 'files of an earlier window'))
  const { embedder, callCount } = embedderThat((call) => {
    if (call === 2) {
      setProjectWindow(store.meta, { low: 5, high: 9 })
      embedder.mappingChanged()
    }
  })
  embedder.consider()
  await done(embedder)
  expect(embedder.status()).toMatchObject({ ready: 5, failed: 0, problem: null })
  expect(callCount()).toBe(2 + 5)
  const files = IDS.map((pairId) => store.embeddings.filesOf(pairId, MEASURED_ENCODER))
  expect(files).toEqual(IDS.map(() => expect.stringContaining('w5_9')))
})

test('a pair that failed before the window changed is tried again', async () => {
  const { embedder, callCount } = embedderThat((call) => {
    if (call === 1) {
      throw new Error('no such band')
    }
    if (call === 3) {
      embedder.mappingChanged()
    }
  })
  embedder.consider()
  await done(embedder)
  expect(embedder.status()).toMatchObject({ ready: 5, failed: 0, problem: null })
  // of the first round 3, of the second the one that failed and the two that had not begun
  expect(callCount()).toBe(3 + 3)
})
