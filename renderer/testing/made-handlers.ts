import type { Project } from '../../src/contract/project'
import type { Proposer } from '../../src/contract/proposal'
import { changedSettings } from '../../src/contract/work'
import type { Settings } from '../../src/contract/work'
import { DEFAULT_CONNECTOR_SETTINGS } from '../../src/contract/connector'
import type { MadeHandlers } from './made-engine'
import { madeModels, emptyHistory, madePlan } from './made-models'
import { nameHandlers } from './made-store'
import { madeEmbeddings, madePack, madeProviders, madeQueue, madeStatistics } from './made-project'
import { message } from '../../src/messages/message'

const emptyReport = {
  out: '',
  pairCount: 0,
  regionCount: 0,
  captionCount: 0,
  splits: {},
  leftOut: [],
  notices: [],
  unsupportedFields: [],
}

const madeFormats = [
  { name: 'levir-mci', title: 'LEVIR-MCI', summary: message('formats.levirMci') },
  { name: 'coco', title: 'COCO', summary: message('formats.coco') },
  { name: 'llava', title: 'LLaVA conversations', summary: message('formats.llava') },
]

/** Source of an answer of the chain. */
export const madeAnswer = { model: 'ccrc-base', version: '14', milliseconds: 30 }

const madeInfo = {
  version: '0.1.0',
  platform: 'linux',
  node: '20.0.0',
  startFailure: null,
  startChoice: null,
  restartNotice: null,
}

/** Of the first screen, for a newcomer. */
const startHandlers: MadeHandlers = {
  'project.recent': () => [],
  'buckets.defaults': () => ({ endpoint: null, region: null }),
}

interface MadeState {
  project: Project | null
  settings: Settings
  proposers: Proposer[]
}

/** Answers to the requests of every screen when it comes up, as of an idle engine. Settings that are set stay set. */
export function restHandlers({ project, settings, proposers }: MadeState): MadeHandlers {
  let present = settings
  return {
    'app.info': () => madeInfo,
    'app.diagnostics': () => ({
      logPath: '/home/ada/.config/deltascribe/logs/deltascribe.log',
      logFolder: '/home/ada/.config/deltascribe/logs',
      text: 'Deltascribe diagnostics\nversion: 0.1.0',
    }),
    'app.pageError': () => null,
    'team.me': () => null,
    'project.current': () => project,
    'claims.list': () => [],
    'overlap.list': () => [],
    'claims.release': () => null,
    ...startHandlers,
    'providers.status': () => madeProviders,
    'workers.status': () => null,
    'remote.status': () => ({ host: null, isAgreed: false, problem: null }),
    'proposers.list': () => proposers,
    'pairs.values': () => ({ depth: null, bands: null }),
    'proposals.status': () => madeQueue({ total: project?.pairCount ?? 0, done: project?.pairCount ?? 0 }),
    'embeddings.status': () => madeEmbeddings({ total: project?.pairCount ?? 0 }),
    'embeddings.start': () => madeEmbeddings({ state: 'running' }),
    'similar.duplicates': () => ({ ids: [], firstIds: [], firstKeys: [] }),
    'statistics.get': () => madeStatistics,
    'statistics.decisions': () => [],
    'packs.list': () => [madePack()],
    'models.list': () => madeModels(project === null ? { project: null } : {}),
    'models.card': () => ({ card: '# Card\n\nWhat it was taught.' }),
    'jobs.list': () => [],
    'settings.get': () => present,
    'settings.set': (change) => {
      present = changedSettings(present, change)
      return present
    },
    'formats.list': () => madeFormats,
    'predictions.formats': () => [{ name: 'masks', title: 'Folder of masks' }],
    'export.preview': ({ format }) => ({ ...emptyReport, format, estimatedCount: 0 }),
    'export.sample': () => ({ files: [] }),
    'export.stopped': () => null,
    'training.runs': () => [],
    'training.history': () => emptyHistory,
    'training.preview': () => madePlan(),
    'chain.threshold': () => ({ ...madeAnswer, regions: [], captions: [], links: [] }),
    'chain.agree': () => ({ ...madeAnswer, agreement: { score: 0.5, remark: null } }),
    ...nameHandlers(),
    'connector.key': () => ({ origin: null, isPersisted: false }),
    'connector.models': () => ({ models: [] }),
    'connector.inspect': ({ address }) => ({
      address,
      origin: new URL(address).origin,
      host: new URL(address).host,
      reach: 'machine',
      problem: null,
      isAgreed: true,
      howToAgree: null,
    }),
  }
}

/** The connector turned on, with a server on this machine. */
export const connectorOn = {
  ...DEFAULT_CONNECTOR_SETTINGS,
  isOn: true,
  model: 'seer-7b',
}
