import { connector, names, settings } from './en/settings'
import { dataset, open } from './en/dataset'
import { shell, keys } from './en/shell'
import { models, packs } from './en/models'
import { queue } from './en/queue'
import { review } from './en/review'
import { stage } from './en/stage'
import { training } from './en/training'

/** Every text that the screen shows, by place. */
export const en = {
  shell,
  open,
  queue,
  review,
  stage,
  dataset,
  training,
  models,
  packs,
  settings,
  keys,
  connector,
  names,
}
