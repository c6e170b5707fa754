import { message } from '../../../messages/message'
import type { Message } from '../../../messages/message'
import { SEQUENCE_READINGS, TWO_DATES } from '../../../domain/sequence'
import { lastOf, parentOf } from '../../parent-of'
import { emptyReading } from '../../reading'
import type { DiscoveredPair, ReadingBuilder } from '../../reading'
import type { Scan } from '../../scan'
import type { LabelIndex } from '../folders'
import { splitOf } from '../../split-names'
import { findSequences, splitFolderOf } from './find-sequences'
import type { Sequence, SequenceFrame } from './find-sequences'

/**
 * Both ways to pair the images of sequences, the usual one first; one for places of two dates each, which both pair
 * alike; without pairs where there is no sequence.
 */
export async function readSequences(
  root: string,
  scan: Scan,
  { reads, labels }: { reads: boolean; labels: LabelIndex },
): Promise<ReadingBuilder[]> {
  const { sequences, leftOut } = await findSequences(root, scan, { reads })
  const areLonger = sequences.length === 0 || sequences.some(({ frames }) => frames.length > 2)
  const ids = areLonger ? SEQUENCE_READINGS : ([TWO_DATES] as const)
  return ids.map((id) => {
    const builder = emptyReading(id, titleOf(id, sequences))
    for (const sequence of sequences) {
      for (const pair of pairsOf(sequence, id, labels)) {
        builder.pairs.push(pair)
      }
    }
    builder.leftOut.push(...(builder.pairs.length > 0 ? leftOut : []))
    return builder
  })
}

const TITLES = {
  'sequence-neighbours': 'readings.sequenceNeighbours',
  'sequence-first': 'readings.sequenceFirst',
  [TWO_DATES]: 'readings.twoDates',
} as const

function titleOf(reading: keyof typeof TITLES, sequences: readonly Sequence[]): Message {
  const areNames = sequences.some(({ frames: [first, second] }) => first.image.folder === second.image.folder)
  const title = reading === TWO_DATES && areNames ? 'readings.twoDatesInNames' : TITLES[reading]
  return message(title, { count: sequences.length })
}

function pairsOf(sequence: Sequence, reading: keyof typeof TITLES, masks: LabelIndex): DiscoveredPair[] {
  const { name, frames } = sequence
  // a mask beside more dates does not say which of them it is about
  const label =
    frames.length === 2 ? masks.find(parentOf(name), [lastOf(name), ...frames.map(stemOf).reverse()]) : null
  const labels = labelsOf(frames)
  const split = splitOf(splitFolderOf(sequence))
  return frames.slice(1).map((after, index) => {
    const first = reading === 'sequence-first' ? 0 : index
    const before = frames[first]
    return {
      key: `${name}/${labels[first]}..${labels[index + 1]}`,
      split,
      before: before.image.path,
      after: after.image.path,
      label,
      caption: null,
      sequence: {
        name,
        position: index + 1,
        beforeDate: before.moment.date,
        afterDate: after.moment.date,
      },
    }
  })
}

function stemOf({ image }: SequenceFrame): string {
  return image.stem
}

/** Unique in the sequence. Where several images have one date, their names tell them apart, so that no other image changes a key. */
function labelsOf(frames: readonly SequenceFrame[]): string[] {
  const counts = new Map<string, number>()
  for (const { moment } of frames) {
    counts.set(moment.label, (counts.get(moment.label) ?? 0) + 1)
  }
  return frames.map(({ moment, image }) =>
    counts.get(moment.label) === 1 ? moment.label : `${moment.label}-${image.stem}.${image.extension}`,
  )
}
