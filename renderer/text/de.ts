import { german as engine } from '../../src/messages/de'
import { blindReviews } from './de/blind-reviews'
import { connector } from './de/connector'
import { dataset } from './de/dataset'
import { depth } from './de/depth'
import { hints, samples } from './de/first-run'
import { keys } from './de/keys'
import { models } from './de/models'
import { open } from './de/open'
import { others } from './de/others'
import { packs } from './de/packs'
import { queue } from './de/queue'
import { review } from './de/review'
import { scan } from './de/scan'
import { names, settings } from './de/settings'
import { shell } from './de/shell'
import { stage } from './de/stage'
import { statistics } from './de/statistics'
import { training } from './de/training'
import { updates } from './de/updates'
import type { Texts } from './texts'

/** German. */
export const de: Texts = {
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
