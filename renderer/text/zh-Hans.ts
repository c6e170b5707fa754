import { simplifiedChinese as engine } from '../../src/messages/zh-Hans'
import { blindReviews } from './zh-Hans/blind-reviews'
import { connector } from './zh-Hans/connector'
import { dataset } from './zh-Hans/dataset'
import { depth } from './zh-Hans/depth'
import { hints, samples } from './zh-Hans/first-run'
import { keys } from './zh-Hans/keys'
import { models } from './zh-Hans/models'
import { open } from './zh-Hans/open'
import { others } from './zh-Hans/others'
import { packs } from './zh-Hans/packs'
import { queue } from './zh-Hans/queue'
import { review } from './zh-Hans/review'
import { scan } from './zh-Hans/scan'
import { names, settings } from './zh-Hans/settings'
import { shell } from './zh-Hans/shell'
import { stage } from './zh-Hans/stage'
import { statistics } from './zh-Hans/statistics'
import { training } from './zh-Hans/training'
import { updates } from './zh-Hans/updates'
import type { Texts } from './texts'

/** Simplified Chinese. */
export const zhHans: Texts = {
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
