import { DIFFERENCE_PROPOSER, OUTLINES_PROPOSER } from '../contract/proposal'
import type { ModelQuestion, Proposer } from '../contract/proposal'

export const DIFFERENCE: Omit<Proposer, 'isInUse'> = {
  name: DIFFERENCE_PROPOSER,
  title: 'Measured difference',
  description:
    'Aligns the frames, evens out light, and marks what still differs. Needs no training; its captions say only what was measured.',
  isModel: false,
  answers: [],
  isAvailable: true,
  reason: null,
}

export const OUTLINES = {
  name: OUTLINES_PROPOSER,
  title: 'Measured difference with outlines',
  description:
    'As measured difference, and then Segment Anything 2 finds the things that differ: its masks follow their outlines, and it tells what came, went or moved.',
  isModel: false,
  answers: [],
}

/** In words that follow "cannot". */
export const ABILITIES: Readonly<Record<ModelQuestion, string>> = {
  recaption: 'make a caption from a mask',
  complete: 'go on with a caption',
  remask: 'mark what a caption speaks of',
  agree: 'judge whether caption and masks agree',
}

/** What proposers that are no models answer where things have names. */
export const ANSWERS_BY_NAMES: readonly ModelQuestion[] = ['recaption', 'agree']
