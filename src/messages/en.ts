import { buckets } from './en/buckets'
import { waits, connector } from './en/connector'
import { formats, exports, imports } from './en/dataset'
import { engine, edits, remote, jobs, sequences } from './en/engine'
import { folders, readings } from './en/folders'
import { georeference, overlay } from './en/georeference'
import { joining } from './en/joining'
import { models } from './en/models'
import { contradictions, located, seen } from './en/names'
import { packs } from './en/packs'
import { problems } from './en/problems'
import { providers, proposals, naming } from './en/proposals'
import { shell, questions } from './en/shell'
import { store } from './en/store'
import { reviews, roles, team } from './en/team'
import { shortages, verdict, training } from './en/training'
import { workers } from './en/workers'

/** English: the form that every other language takes. */
export const english = {
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
