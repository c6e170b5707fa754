import { buckets } from './zh-Hans/buckets'
import { waits, connector } from './zh-Hans/connector'
import { formats, exports, imports } from './zh-Hans/dataset'
import { engine, edits, remote, jobs, sequences } from './zh-Hans/engine'
import { folders, readings } from './zh-Hans/folders'
import { georeference, overlay } from './zh-Hans/georeference'
import { joining } from './zh-Hans/joining'
import { models } from './zh-Hans/models'
import { contradictions, located, seen } from './zh-Hans/names'
import { packs } from './zh-Hans/packs'
import { problems } from './zh-Hans/problems'
import { providers, proposals, naming } from './zh-Hans/proposals'
import { shell, questions } from './zh-Hans/shell'
import { store } from './zh-Hans/store'
import { reviews, roles, team } from './zh-Hans/team'
import { shortages, verdict, training } from './zh-Hans/training'
import { workers } from './zh-Hans/workers'
import type { Messages } from './catalogue'

/** Simplified Chinese. */
export const simplifiedChinese: Messages = {
  buckets,
  waits,
  connector,
  formats,
  exports,
  imports,
  engine,
  edits,
  remote,
  jobs,
  sequences,
  folders,
  readings,
  georeference,
  overlay,
  joining,
  models,
  contradictions,
  located,
  seen,
  packs,
  problems,
  providers,
  proposals,
  naming,
  shell,
  questions,
  store,
  reviews,
  roles,
  team,
  shortages,
  verdict,
  training,
  workers,
}
