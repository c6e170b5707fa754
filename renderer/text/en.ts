import { english as engine } from '../../src/messages/en'
import { blindReviews } from './en/blind-reviews'
import { connector } from './en/connector'
import { dataset } from './en/dataset'
import { depth } from './en/depth'
import { hints, samples } from './en/first-run'
import { keys } from './en/keys'
import { models } from './en/models'
import { open } from './en/open'
import { others } from './en/others'
import { packs } from './en/packs'
import { queue } from './en/queue'
import { review } from './en/review'
import { scan } from './en/scan'
import { names, settings } from './en/settings'
import { shell } from './en/shell'
import { stage } from './en/stage'
import { statistics } from './en/statistics'
import { training } from './en/training'
import { updates } from './en/updates'

/** English: the form that every other language takes. */
export const en = {
  shell,
  open,
  queue,
  review,
  stage,
  depth,
  scan,
  dataset,
  training,
  models,
  packs,
  settings,
  keys,
  connector,
  names,
  samples,
  hints,
  statistics,
  blindReviews,
  updates,
  others,
  engine,
}
