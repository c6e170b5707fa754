import { counted } from '../spelling'

export const chain = {
  recaption: {
    label: 'Re-caption from my mask',
    short: 'From my mask',
    explain: 'Says anew what changed, from the regions as they are. It can be undone.',
  },
  remask: {
    label: 'Re-mask from my caption',
    short: 'From my caption',
    explain:
      'The model marks anew what the caption speaks of, in place of all proposed regions that nobody has decided on, measured ones too. Regions that you accepted, rejected, drew or corrected stay. It can be undone.',
  },
  running: {
    recaption: 'Looking at your mask…',
    remask: 'The model reads your caption…',
    complete: 'The model thinks of ways to go on…',
    threshold: 'Cutting the masks…',
  },
  noModel: (reason: string | null) =>
    reason === null
      ? 'This needs a model, and none is installed.'
      : `This needs a model, and none can be used: ${reason}.`,
  unable: {
    recaption: (model: string) =>
      `${model}, which proposes now, cannot be told of a mask: its captions are of what it sees itself. Promote another model to re-caption.`,
    remask: (model: string) =>
      `${model}, which proposes now, cannot mark what a caption speaks of. Promote another model to re-mask.`,
  },
  noneAble: 'No model that is installed can do this.',
  noImages: 'A pair whose files have a problem shows no images to a model.',
  noCaption: 'Nothing can be said about these regions.',
  needsCaption: 'Write a caption first: it says what to mark.',
  noRegion: (caption: string) => `The model finds nothing in the images that “${caption}” speaks of.`,
  takenAway: (count: number) =>
    `Your caption says that nothing changed: ${counted(count, { one: 'proposed region was', other: 'proposed regions were' })} taken away. Undo brings them back.`,
  stillRunning: (pair: string) => `The model is still asked about ${pair}.`,
  answers: (model: string) => `${model} is asked.`,
  noCompletion: 'The model knows no way to go on with this.',
  completions: 'Ways to go on',
  offered: 'The model also says',
  use: 'Use',
  useInstead: (caption: string) => `Use: ${caption}`,
  addToo: 'Add as one more caption',
  dismiss: 'Dismiss the other captions',
}
