import { spellingOf } from '../spelling'

const { fixed } = spellingOf('en')

/** Captions and masks that do not fit together. */
export const contradictions = {
  saysNoChange: ({ count }: { count: number }) =>
    `The caption says that nothing changed, but ${count === 1 ? 'a region is marked' : `${count} regions are marked`}.`,
  nothingSaid: 'No caption tells of what is marked.',
  nothingMarked: 'The caption tells of a change, but no region is marked.',
  ofRejected: ({ said }: { said: string }) =>
    `“${said}” in the caption speaks of a region that was rejected.`,
  otherThing: ({ said, seen }: Record<'said' | 'seen', string>) =>
    `The caption says ${said}, but a region is called ${seen}.`,
  wordDoesNotFit: ({ word, expected }: Record<'word' | 'expected', string>) =>
    `“${word}” in the caption does not fit what is marked: the model expects “${expected}”.`,
}

type Frame = 'before' | 'after'

interface Seen {
  name: string
  score: number
  frame: Frame
  /** Changed part of its box. */
  percent: number
}

function sighting({ name, score, frame, percent }: Seen): string {
  return `${name} seen in the ${frame} image (score ${fixed(score, 2)}); ${percent} % of its box changed`
}

const OTHER = { before: 'after', after: 'before' } as const

/** Why a region has its name. */
export const seen = {
  alone: ({ name, score, frame, percent }: Seen) =>
    `${sighting({ name, score, frame, percent })}; the ${OTHER[frame]} image shows none there`,
  inBoth: ({ name, score, frame, percent }: Seen) =>
    `${sighting({ name, score, frame, percent })}; the ${OTHER[frame]} image shows it too`,
  former: ({
    name,
    score,
    frame,
    percent,
    former,
    formerScore,
  }: Seen & { former: string; formerScore: number }) =>
    `${sighting({ name, score, frame, percent })}; the before image shows ${former} there (score ${fixed(formerScore, 2)})`,
  moved: ({ name, score, frame, percent, left, leftScore }: Seen & { left: string; leftScore: number }) =>
    `${sighting({ name, score, frame, percent })}; the before image shows ${left} of its size and colour near by (score ${fixed(leftScore, 2)})`,
  knownMove: ({ name, score, frame, percent }: Seen) =>
    `${sighting({ name, score, frame, percent })}; its region is known to have moved`,
  taught: ({ count, total }: Record<'count' | 'total', number>) =>
    `${count} of the ${total} regions that are most like it have this name`,
}

/** What a caption tells of and no region shows. `said`: its words. */
export const located = {
  nothingFits: ({ said }: { said: string }) => `Nothing that fits “${said}” was found.`,
  fewer: ({ said, count, wanted }: { said: string; count: number; wanted: number }) =>
    `“${said}”: ${count} of ${wanted} found.`,
  notKnown:
    'No word of the caption is known. Say what came, went, moved or changed, and where: “a car appeared on the left”.',
}
