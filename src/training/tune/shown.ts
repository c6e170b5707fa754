import { CAPTION_LENGTH, IMAGE_SIDE } from '../../systems/blocks/sizes'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { firstClauses } from '../../text/clauses'
import { captionsOfPart, mirrorCaption, turnCaption } from './caption-words'
import type { Cut } from './cut'
import type { TuneItem } from './item'
import { isMarked } from './marked'
import { takeSample, type Movement, type Sample } from './sample'

/** A cut with what is said of it. */
export interface Shown {
  readonly item: TuneItem
  readonly cut: Cut
  readonly movement: Movement
}

export interface SampleOptions {
  /** Moved, mirrored and lit at random; else as the proposer looks. */
  readonly isVaried: boolean
  /** False: it may be turned upside down too. */
  readonly isUpright: boolean
}

/** As the proposer looks. */
export const still: SampleOptions = { isVaried: false, isUpright: true }

export interface Spoken {
  readonly sample: Sample
  readonly item: TuneItem
  /** Whether it is known where it changed. */
  readonly isMarked: boolean
  /** None where it cannot be told which words are true of what it shows. */
  readonly captions: readonly string[]
}

/** Places a cut's sample, and says of it what is true of it there. */
export function speak(
  { item, cut, movement }: Shown,
  random: () => number,
  { isVaried, isUpright }: SampleOptions,
): Spoken {
  const spare = { x: cut.width - IMAGE_SIDE, y: cut.height - IMAGE_SIDE }
  const place = (space: number): number => Math.floor(isVaried ? random() * (space + 1) : space / 2)
  const [x, y] = [place(spare.x), place(spare.y)]
  const wantsMirror = isVaried && random() < 0.5
  const wantsTurn = isVaried && !isUpright && random() < 0.5
  const inside = cut.regions.map(({ region }) => region)
  const said = cut.kind === 'whole' ? item.captions : inside.length > 0 ? captionsOfPart(item, inside) : []
  const mirrored = wantsMirror ? exchangeAll(said, mirrorCaption) : said
  const isMirrored = wantsMirror && mirrored !== null
  const turned = wantsTurn ? exchangeAll(mirrored ?? said, turnCaption) : null
  const isKnown = isMarked(item)
  const sample = takeSample(cut, isKnown ? movement : 'unknown', {
    x,
    y,
    isMirrored,
    isTurned: turned !== null,
  })
  const isWhole = sample.regions.length === cut.regions.length
  return { item, sample, isMarked: isKnown, captions: isWhole ? (turned ?? mirrored ?? said) : [] }
}

/** Null where one of the captions cannot be exchanged. */
function exchangeAll(
  captions: readonly string[],
  exchange: (caption: string) => string | null,
): readonly string[] | null {
  const all = captions.map((caption) => exchange(caption))
  return all.every((caption) => caption !== null) ? all : null
}

export interface Fitting {
  readonly text: string
  readonly ids: readonly number[]
}

/** Captions as tokens; of those that are too long the first clauses. */
export function fittingCaptions({ captions }: Spoken, tokenizer: Tokenizer): Fitting[] {
  const fits = (text: string): boolean => tokenizer.encode(text).length < CAPTION_LENGTH
  return captions
    .flatMap((caption) => firstClauses(caption, fits) ?? [])
    .map((text) => ({ text, ids: tokenizer.encode(text) }))
    .filter(({ ids }) => ids.length > 0)
}
