import { message } from '../../../messages/message'
import { SEQUENCE_READINGS } from '../../../domain/sequence'
import type { SequenceReading } from '../../../domain/sequence'
import { emptyReading } from '../../reading'
import type { DiscoveredPair, ReadingBuilder } from '../../reading'
import type { Scan } from '../../scan'
import { splitOf } from '../../split-names'
import { findSequences, splitFolderOf } from './find-sequences'
import type { Sequence, SequenceFrame } from './find-sequences'

/** Both ways to pair the images of sequences, the usual one first; without pairs where there is no sequence. */
export async function readSequences(
  root: string,
  scan: Scan,
  options: { reads: boolean },
): Promise<ReadingBuilder[]> {
  const { sequences, leftOut } = await findSequences(root, scan, options)
  return SEQUENCE_READINGS.map((id) => {
    const title = message(
      id === 'sequence-neighbours' ? 'readings.sequenceNeighbours' : 'readings.sequenceFirst',
      { count: sequences.length },
    )
    const builder = emptyReading(id, title)
    for (const sequence of sequences) {
      for (const pair of pairsOf(sequence, id)) {
        builder.pairs.push(pair)
      }
    }
    builder.leftOut.push(...(builder.pairs.length > 0 ? leftOut : []))
    return builder
  })
}

function pairsOf(sequence: Sequence, reading: SequenceReading): DiscoveredPair[] {
  const { name, frames } = sequence
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
      label: null,
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
