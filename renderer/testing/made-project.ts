import type { Project, Reading, StateCounts } from '../../src/contract/project'
import type { ProviderStatus, Proposer, QueueStatus } from '../../src/contract/proposal'
import { DEFAULT_MAPPING } from '../../src/domain/value-mapping'
import { DEFAULT_SETTINGS } from '../../src/contract/work'
import type { EmbeddingStatus } from '../../src/contract/similar'
import type { Statistics } from '../../src/contract/statistics'
import type { Job, Settings } from '../../src/contract/work'
import type { ModelPack } from '../../src/contract/models'
import { message } from '../../src/messages/message'
import { shippedSummary } from './made-models'

/** Values that tests name only what matters of. */

export function madeReading(change: Partial<Reading> = {}): Reading {
  return {
    id: 'a-b-folders',
    title: message('readings.sides', { before: 'A', after: 'B' }),
    pairCount: 4,
    labelCount: 0,
    leftOutCount: 0,
    leftOut: [],
    examples: [{ key: 'harbour', before: 'A/harbour.png', after: 'B/harbour.png' }],
    ...change,
  }
}

export function countsOf(counts: Partial<StateCounts> = {}): StateCounts {
  return { unreviewed: 0, accepted: 0, corrected: 0, rejected: 0, flagged: 0, ...counts }
}

export function madeProject(change: Partial<Project> = {}): Project {
  const reading = madeReading()
  return {
    folder: '/pictures/town',
    name: 'town',
    reading,
    readings: [reading],
    pairCount: 4,
    counts: countsOf({ unreviewed: 4 }),
    storePath: '/pictures/town/.deltascribe/project.db',
    storeNotice: null,
    isShared: false,
    changeDefinition: '',
    captionLanguage: 'en',
    mapping: DEFAULT_MAPPING,
    viewOnly: null,
    sceneKind: 'photographs',
    ...change,
  }
}

export function madeSettings(change: Partial<Settings> = {}): Settings {
  return { ...DEFAULT_SETTINGS, hints: 'done', ...change }
}

export const madeProviders: ProviderStatus = {
  reports: [
    {
      name: 'cpu',
      isUsable: true,
      reason: null,
      maxError: 0.00001,
      milliseconds: 12.5,
      device: 'Made processor',
    },
    {
      name: 'webgpu',
      isUsable: false,
      reason: message('providers.wrongAnswer', { by: '0.5' }),
      maxError: null,
      milliseconds: null,
      device: null,
    },
  ],
  wanted: 'auto',
  inUse: 'cpu',
  notice: null,
  isFallback: false,
}

export function madeQueue(change: Partial<QueueStatus> = {}): QueueStatus {
  return {
    isRunning: false,
    proposer: 'ccrc-base',
    done: 4,
    failed: 0,
    total: 4,
    rate: null,
    secondsLeft: null,
    currentKey: null,
    parts: null,
    naming: null,
    work: [],
    coverage: { pairs: 4, proposed: 4, missing: 0, unnamed: 0 },
    ...change,
  }
}

/** None made yet, and nothing under way. */
export function madeEmbeddings(change: Partial<EmbeddingStatus> = {}): EmbeddingStatus {
  return { state: 'idle', ready: 0, total: 4, failed: 0, isMeasured: false, problem: null, ...change }
}

export function madeProposer(change: Partial<Proposer> = {}): Proposer {
  return {
    name: 'ccrc-base',
    title: 'CCRC base',
    description: shippedSummary,
    isModel: true,
    answers: ['recaption', 'complete', 'remask', 'agree'],
    isAvailable: true,
    reason: null,
    isInUse: true,
    isAutomatic: false,
    threshold: 0.5,
    ...change,
  }
}

export const differenceOnly: Proposer[] = [
  madeProposer({
    name: 'difference',
    title: 'Measured difference',
    description: message('proposals.difference'),
    isModel: false,
    answers: [],
  }),
]

export function madePack(change: Partial<ModelPack> = {}): ModelPack {
  return {
    id: 'sam2-tiny',
    use: 'segment',
    title: 'Segment Anything 2, tiny',
    version: '1',
    installedVersion: change.isInstalled === true ? '1' : null,
    licence: 'Apache-2.0',
    dataLicence: 'CC BY 4.0',
    limits: message('packs.sam2Limits'),
    hosts: ['registry.example.org'],
    isAgreed: false,
    servedBy: null,
    homepage: 'https://example.org/',
    source: '@scope/name 1.2.3 from the npm registry',
    downloadBytes: 60_000_000,
    diskBytes: 150_000_000,
    isInstalled: false,
    partialBytes: 0,
    folder: '/data/packs/sam2-tiny',
    jobId: null,
    ...change,
  }
}

export function madeJob(change: Partial<Job> = {}): Job {
  return {
    id: 1,
    kind: 'export',
    title: 'Export',
    state: 'running',
    done: 0,
    total: 0,
    failure: null,
    exportReport: null,
    importReport: null,
    predictionReport: null,
    captionReport: null,
    ...change,
  }
}

const share = { decided: 3, asProposed: 2 / 3, times: { lowerQuartile: 3, median: 6.5, upperQuartile: 12 } }

export const madeStatistics: Statistics = {
  ...share,
  pairCount: 4,
  days: [
    { day: '2026-11-24', decided: 2 },
    { day: '2026-11-26', decided: 1 },
  ],
  hours: Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 3 : 0)),
  reviewers: [{ ...share, reviewer: 'Ada' }],
  proposers: [
    {
      ...share,
      proposer: 'ccrc-base',
      version: '14',
      corrected: 1,
      rejected: 0,
      flagged: 0,
      medianIou: 0.91,
      medianCaptionDistance: 4,
    },
  ],
}
