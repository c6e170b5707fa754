import { buckets } from './de/buckets'
import { waits, connector } from './de/connector'
import { formats, exports, imports } from './de/dataset'
import { engine, edits, remote, jobs, sequences } from './de/engine'
import { folders, readings } from './de/folders'
import { georeference, overlay } from './de/georeference'
import { joining } from './de/joining'
import { models } from './de/models'
import { contradictions, located, seen } from './de/names'
import { packs } from './de/packs'
import { problems } from './de/problems'
import { providers, proposals, naming } from './de/proposals'
import { shell, questions } from './de/shell'
import { store } from './de/store'
import { reviews, roles, team } from './de/team'
import { shortages, verdict, training } from './de/training'
import { workers } from './de/workers'
import type { Messages } from './catalogue'

/** German. */
export const german: Messages = {
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
