import { connector } from './en/connector'
import { dataset } from './en/dataset'
import { shell } from './en/shell'
import { keys } from './en/keys'
import { models, packs } from './en/models'
import { names } from './en/names'
import { open } from './en/open'
import { queue } from './en/queue'
import { review } from './en/review'
import { settings } from './en/settings'
import { stage } from './en/stage'
import { training } from './en/training'

/** Every text that the screen shows, by place. Another language is another object of this type. */
export const text = {
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
