import type { Family } from '../../../models/family'
import { smallPhoto } from '../../../models/photo/testing-small'
import { FAMILIES } from '../../../models/registry'

/** The training process, in which the family of photographs has a small network. */
;(FAMILIES as Map<string, Family>).set(smallPhoto.network.name, smallPhoto)
await import('../../../training/process')
