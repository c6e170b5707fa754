import { clause, spellingOf } from '../spelling'

const { fixed, number } = spellingOf('en')

interface At {
  path: string
}

interface Reason {
  reason: string
}

type Metric = 'mask-iou' | 'cider-d' | 'change-accuracy'

interface Scores {
  before: number
  after: number
}

const METRICS: Readonly<Record<Metric, string>> = {
  'mask-iou': 'mask overlap (IoU)',
  'cider-d': 'caption score (CIDEr-D)',
  'change-accuracy': 'changed or not',
}

function thereAre(count: number): string {
  return count === 1 ? 'There is one pair' : `There are ${number(count)} pairs`
}

function heldOut(count: number): string {
  return count === 1 ? 'one held-out pair' : `${number(count)} held-out pairs`
}

/** What a plan for training lacks. */
export const shortages = {
  noModel: ({ reason }: Reason) => `There is no model to begin with: ${clause(reason)}.`,
  noneTrainable: 'none that can be trained is there',
  noneNamed: ({ name }: { name: string }) => `none is named ${name}`,
  unknownFamily: ({ id, family }: Record<'id' | 'family', string>) =>
    `${id} is of the family ${family}, which this Deltascribe does not know`,
  tooFew:
    'At least two reviewed pairs are needed, one to train on and one to evaluate on. Review more pairs.',
  allHeldOut:
    'All of these pairs were held out by earlier runs, or belong to the group of one that was, and stay so: none is left to train on. Choose or review more pairs.',
  allTrained:
    'Earlier runs trained on all of these pairs, or on others of their groups: none is left to evaluate on. Choose or review more pairs.',
  fewPairs: ({ count, most }: Record<'count' | 'most', number>) =>
    `${thereAre(count)} to learn from: ${most} or more make it likely to help.`,
  oneGroup:
    'All pairs share a frame, a sequence or a view, so such pairs are on both sides: the verdict is about these views alone.',
  fewHeldOut: ({ count }: { count: number }) =>
    `${thereAre(count)} to judge by: the verdict will be "cannot tell".`,
  fewOwnMasks: 'Too few held-out pairs have other masks to judge by: correct or draw masks in more pairs.',
  noRegion: 'No pair has a region: masks cannot be learned. Mark what changed in some pairs.',
  unmarked: ({ count }: { count: number }) =>
    `${count === 1 ? 'One pair has' : `${number(count)} pairs have`} no region, and no caption that is known to say "no change": whether and where something changed is not learned there. Mark what changed, or write "no change".`,
  noUnchanged:
    'No pair is known to be without a change: the model may come to see one everywhere. Accept some pairs without.',
  noCaption: 'No pair has a caption: only masks will be learned.',
  noCategories: ({ title }: { title: string }) =>
    `${title} marks what changed and tells no kinds of change apart: categories are not learned, and stay with your pairs.`,
  masksAlone: ({ title, instead }: Record<'title' | 'instead', string>) =>
    `${title} learns masks alone: categories and captions are not learned, and stay with your pairs. To learn captions, begin with ${instead}.`,
  rare: ({ count, names }: { count: number; names: string }) =>
    `Seen in fewer than ${count} pairs, so hardly learned: ${names}.`,
  splitEstimated:
    'The split is an estimate: among so many pairs, those that look alike are only searched for when a run begins. Then they stay together.',
  bothSides:
    'Earlier runs trained on a pair of its group and held out another, so it fits neither side. Another grouping may free it.',
  otherSize: 'A mask has another size than the image.',
  damagedWork: 'Its stored work is damaged.',
  tooLittle: 'There is too little to learn from.',
}

/** Whether a new model is better. */
export const verdict = {
  better: ({ count, figures }: { count: number; figures: string }) =>
    `The new model is better on ${heldOut(count)}: ${figures}.`,
  worse: ({ count, figures }: { count: number; figures: string }) =>
    `The new model is worse on ${heldOut(count)}: ${figures}. Keep the one that you have.`,
  mixed: ({ figures }: { figures: string }) =>
    `Whether the new model is better cannot be told: it is better at some things and worse at others (${figures}).`,
  tooFew: ({ count, figures }: { count: number; figures: string }) =>
    `Whether the new model is better cannot be told: ${heldOut(count)} ${count === 1 ? 'is' : 'are'} too few to be sure (${figures}).`,
  nothingToJudge:
    'Whether the new model is better cannot be told: no held-out pair has masks to judge by that a person changed or drew. Correct or draw masks in more pairs.',
  forgets: ({ figures }: { figures: string }) =>
    `Whether the new model is better cannot be told: it is better on pairs that were corrected (${figures}), and misses more of those that were right before. Look at them pair by pair.`,
  favoured: ({ count, total, model }: { model: string } & Record<'count' | 'total', number>) =>
    count === 1
      ? `${total === 1 ? 'The one held-out pair' : `One of ${heldOut(total)}`} was accepted as ${model} proposed it: it favours that model, and its masks are left out of the scores.`
      : `${number(count)} of ${heldOut(total)} were accepted as ${model} proposed them: they favour that model, and their masks are left out of the scores.`,
  kept: ({ kept }: { kept: number }) => `Marked alike by the new model: ${number(kept)}.`,
  figure: ({ metric, before, after }: { metric: Metric } & Scores) =>
    `${METRICS[metric]} ${fixed(before, 2)} before, ${fixed(after, 2)} after`,
  figures: ({ first, second }: Record<'first' | 'second', string>) => `${first}; ${second}`,
}

/** What a run is at, and why it cannot go on. */
export const training = {
  starting: 'Starting',
  resuming: 'Resuming',
  cropping: 'Cropping pairs',
  measuring: 'Measuring a step',
  running: 'Training',
  comparing: 'Comparing both models',
  saving: 'Saving the model',
  progress: ({ phase, done, total }: { phase: string } & Record<'done' | 'total', number>) =>
    `${phase}: ${number(done)} of ${number(total)}`,
  pausing: 'Pausing after this step',
  paused: 'Paused.',
  done: 'Done.',
  cancelled: 'Cancelled. Its weights are deleted.',
  interrupted: 'It was interrupted. Resume to go on from the last checkpoint.',
  elsewhere: 'Another program is training this run.',
  heldElsewhere: 'Another program is training this run: pause it there, or wait until it ends.',
  runIsRunning: 'This run is running: cancel it first.',
  otherIsRunning: 'A training run is running: pause or cancel it first.',
  stoppedBefore: 'The run was stopped before it began.',
  closedBefore: 'The folder was closed before the run began.',
  startNew: ({ state }: { state: string }) => `This run is ${state}: start a new one.`,
  none: 'There is no such training run.',
  noneHere: ({ id }: { id: string }) => `There is no training run ${id} in this project.`,
  leftAsItIs: ({ path, reason }: At & Reason) =>
    `${path} cannot be written (${clause(reason)}), so the run is left as it is.`,
  notCompared: 'The two models were not compared on this pair.',
  onWorker: ({ machine }: { machine: string }) => `Training on ${machine}.`,
  waitsForWorker: 'Waiting for a worker',
  bringing: 'Bringing the model',
  workersForgot: 'Workers do not know of this run any more. Resume to ask again.',
  workersGaveUp: ({ reason }: Reason) => `Workers have given this run up: ${clause(reason)}.`,
  wrongResult: ({ path }: At) => `What the worker sent is damaged (${path}), and was not taken.`,
  trainingBy: ({ provider }: { provider: string }) =>
    `Training by ${provider === 'CPU' ? 'the CPU' : provider}.`,
  goesOnAfter: ({ reason }: Reason) => `${reason} The run continues on the CPU from its last checkpoint.`,
  processEnded: ({ provider }: { provider: string }) =>
    `The training process ended while ${provider} trained. The run continues on the CPU from its last checkpoint.`,
  trying: ({ provider }: { provider: string }) =>
    `Trying a few steps on ${provider === 'CPU' ? 'the CPU' : provider}`,
  cpuAlone: ({ rate, provider, reason }: Reason & Record<'rate' | 'provider', string>) =>
    `Training on the CPU, ${rate} pairs a second: ${provider} cannot train here. ${reason}`,
  otherLoss: ({ rate, provider }: Record<'rate' | 'provider', string>) =>
    `Training on the CPU, ${rate} pairs a second: ${provider} gives another loss.`,
  trialEnded: 'Its process ended, or took too long.',
  byDevice: ({ rate, provider, factor }: Record<'rate' | 'provider' | 'factor', string>) =>
    `Training by ${provider}, ${rate} pairs a second. The CPU would take ${factor} times as long.`,
  byCpu: ({ rate, provider, factor }: Record<'rate' | 'provider' | 'factor', string>) =>
    `Training on the CPU, ${rate} pairs a second: ${provider} would take ${factor} times as long.`,
  deviceFailed: ({ provider, reason }: Reason & { provider: string }) =>
    `Training on ${provider} failed: ${clause(reason)}.`,
  deviceSilent: ({ minutes }: { minutes: number }) => `no answer for ${minutes} minutes`,
  lossNotANumber: ({ step }: { step: number }) => `the loss after step ${step} is not a number`,
  notANumber: ({ step }: { step: number }) =>
    `The loss is not a number after step ${step}: choose a lower learning rate.`,
  gone: ({ path }: At) => `${path} is gone: start a new run.`,
  goneResume: ({ path }: At) => `${path} is gone: resume the run.`,
  truncated: ({ path }: At) => `${path} is gone or truncated: start a new run.`,
  cannotBeRead: ({ path }: At) => `${path} cannot be read: start a new run.`,
  damaged: ({ path }: At) => `${path} is damaged: start a new run.`,
  putBack: ({ reason }: Reason) => `${clause(reason)}. Put the file back and resume.`,
  putBackOrNew: ({ reason }: Reason) =>
    `${clause(reason)}. Put the file back and resume, or start a new run without this pair.`,
  pairUnusable: ({ key, reason }: Reason & { key: string }) =>
    `${key} cannot be used for training: ${clause(reason)}.`,
  brokeDown: ({ reason }: Reason) => `The training broke down: ${clause(reason)}. It can be resumed.`,
  diskFull: ({ path }: At) =>
    `The disk is full: ${path} could not be written. The last checkpoint is kept: free some space, then resume.`,
  cannotBeUsed: ({ path, code }: At & { code: string }) =>
    `${path} cannot be written or read (${code}). The last checkpoint is kept: mend that, then resume.`,
  aFile: 'a file of the training run',
  checkpointUnreadable: ({ path, reason }: At & Reason) => `${path} cannot be read: ${reason}`,
  checkpointChanged: ({ path }: At) =>
    `${path} was changed after it was written; resume from an earlier checkpoint`,
  trainerStopped: ({ command }: { command: string }) => `The trainer was stopped before it began: ${command}`,
  trainerGaveUp: ({ reason }: Reason) => `The trainer gave up: ${reason}`,
  trainerEnded: ({ code, command }: Record<'code' | 'command', string>) =>
    `The trainer ended with code ${code}: ${command}`,
  trainerKilled: ({ signal, command }: Record<'signal' | 'command', string>) =>
    `The trainer was ended by the signal ${signal}: ${command}`,
  trainerNoModel: ({ command }: { command: string }) =>
    `The trainer reported no model (no "done" line): ${command}`,
}
