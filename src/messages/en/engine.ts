import { clause, spellingOf } from '../spelling'

const { counted, number } = spellingOf('en')
const PAIRS = { one: 'pair', other: 'pairs' }

interface At {
  path: string
}

interface Reason {
  reason: string
}

/** What the engine as a whole refuses and reports. */
export const engine = {
  starting: 'The engine is starting.',
  silent: ({ seconds }: { seconds: number }) =>
    `The engine answered nothing for ${seconds} s and was started again. What was saved is safe.`,
  notKept: ({ reason }: Reason) =>
    `The engine cannot be kept running: ${clause(reason)}. What was saved is safe. Start Deltascribe again.`,
  notKeptIn: ({ reason, folder }: Reason & { folder: string }) =>
    `The engine cannot be kept running: ${clause(reason)}. What was saved is safe. Start Deltascribe again. If it happens again with ${folder}, open another folder.`,
  stoppedAtStart: 'it stopped several times right after its start',
  stopped: ({ command }: { command: string }) => `The engine stopped before it answered "${command}".`,
  noSuchTile: 'There is no such tile of this picture.',
  cancelled: 'Cancelled.',
  tookTooLong: ({ seconds }: { seconds: number }) => `It took longer than ${seconds} s and was stopped.`,
  processStopped: ({ program }: { program: string }) =>
    `The ${program} process stopped unexpectedly and was restarted.`,
  noJob: ({ id }: { id: number }) => `There is no job ${id}.`,
  otherPair: 'Another pair was opened meanwhile.',
  otherRequest: 'Another request took its place.',
  otherOrder: 'Another order was asked for.',
  otherPlan: 'Another plan was asked for.',
  exportCancelled: 'The export was cancelled.',
  embeddingNotKept: ({ path }: At) => `The embedding cannot be kept in ${path}.`,
  embeddingNotStored: ({ source, path, reason }: At & Reason & { source: string }) =>
    `The embedding of ${source} cannot be stored in ${path}: ${clause(reason)}.`,
  notEncoded: ({ provider, reason }: Reason & { provider: string }) =>
    `The pair could not be encoded on ${provider}: ${reason}`,
  embeddingsOff: 'Embeddings of pairs are turned off. Turn them on in the settings first.',
  noEmbedding: ({ key, ready, total }: { key: string } & Record<'ready' | 'total', number>) =>
    `${key} has no embedding yet, so nothing can be compared with it. Embeddings are ready for ${ready} of ${counted(total, PAIRS)}.`,
  threadEnded: 'The thread that compares pairs ended early.',
  notCompared: ({ reason }: Reason) => `Pairs could not be compared: ${reason}`,
  serveSetsNoProxy:
    'A page of serve cannot set a proxy or a mirror. Set HTTPS_PROXY, HF_ENDPOINT and the registry of npm where deltascribe serve is started.',
  notAllowed: ({ addresses }: { addresses: string }) => `${addresses} was not set, as you did not allow it.`,
  estimated: ({ count }: { count: number }) =>
    `Estimated from the list of pairs, with their first caption and without their categories, while their work is being read: ${counted(count, PAIRS)}.`,
  takenWhole: ({ count }: { count: number }) =>
    `Images that were never opened are taken to be whole: ${counted(count, PAIRS)}.`,
  takenThere: ({ count }: { count: number }) =>
    `Files that were not looked for just now are taken to be there: ${counted(count, PAIRS)}.`,
}

/** Edits that cannot be stored. */
export const edits = {
  noPair: ({ id }: { id: number }) => `There is no pair with the number ${id} in this project.`,
  nothingToUndo: 'There is nothing to undo.',
  nothingToRedo: 'There is nothing to redo.',
  madeElsewhere: 'This edit was already made on another pair.',
  noLongerFits: ({ reason }: Reason) => `The edit no longer fits what is stored: ${clause(reason)}.`,
  tooManyChanges: ({ count, most }: Record<'count' | 'most', number>) =>
    `This would make ${counted(count, { other: 'changes' })} at once, and an edit has ${number(most)} at most: take regions away first, in smaller steps.`,
  maskSize: ({
    maskWidth,
    maskHeight,
    width,
    height,
  }: Record<'maskWidth' | 'maskHeight' | 'width' | 'height', number>) =>
    `A mask of ${maskWidth} x ${maskHeight} pixels does not fit the image of ${width} x ${height}. Was the image replaced? Propose for this pair again.`,
  /** @param what a label of the history */
  stale: ({ who, what }: { who: string; what: string }) =>
    `${who} has changed the same meanwhile (${clause(what)}), so this was not stored.`,
  staleNameless: ({ what }: { what: string }) =>
    `Somebody else has changed the same meanwhile (${clause(what)}), so this was not stored.`,
  builtOnRefused: 'This builds on an edit that was not stored, so it was not stored either.',
  otherProposal: 'Another proposal has come for this pair meanwhile: look at it first.',
  noProposal: ({ key }: { key: string }) => `There is no proposal for ${key} yet, so nothing to accept.`,
}

/** Proposals by another machine. */
export const remote = {
  nameOne: 'Name another machine first, and turn it on.',
  howToAllow: ({ host }: { host: string }) =>
    `To allow it, run once in a terminal: deltascribe propose FOLDER --at ${host}. It asks whether images may go there.`,
  nobodyAgreed: ({ host }: { host: string }) =>
    `Nobody agreed yet that images and models are sent to ${host}: agree in Settings, Proposals, or with deltascribe propose --at.`,
  endedTwice: ({ host }: { host: string }) =>
    `The connection to ${host} ended twice while it made this proposal. Propose for the pair again, or make its proposal on this machine.`,
  goesOnHere: ({ reason }: Reason) => `${reason} Proposals go on on this machine.`,
  noName: ({ reason }: Reason) => `This is no name of a machine: ${clause(reason)}.`,
  badCommand: 'The command for the other machine is empty, too long or has line ends.',
  cannotPropose: ({ host, command, reason }: Record<'host' | 'command', string> & Reason) =>
    `${host} cannot make proposals: ${clause(reason)}. Try "ssh ${host} ${command}" in a terminal.`,
  noSsh: ({ reason }: Reason) => `ssh cannot be started (${reason})`,
  noAnswer: 'it does not answer',
  connectionEnded: 'the connection ended',
  otherVersion: ({ host, theirs, ours }: Record<'host' | 'theirs' | 'ours', string>) =>
    `${host} has Deltascribe ${theirs}, and this is ${ours}. Install the same version on both.`,
  cannotBeRead: ({ path, reason }: At & Reason) => `${path} cannot be read: ${clause(reason)}.`,
  fileGone: 'A file is no longer on the other machine. Try again.',
  fileDamaged: 'A file on the other machine was damaged there. Try again.',
  fileChanged: 'A file is not the one that it was said to be: it changed on the way.',
  fileTooLong: 'A file is longer than it was said to be, or than the other machine keeps.',
  notDone: 'This is not done on another machine.',
  wrongAnswer: 'The other machine answered with what it was not asked for.',
  unknownAnswer: 'The other machine answered with what cannot be understood.',
}

interface CaptionCounts extends Reason {
  title: string
  added: number
  noChange: number
  leftOut: number
  failed: number
  /** The first pair that failed; empty without any. */
  key: string
}

/** Long work, as the status bar names it, and what came of it. */
export const jobs = {
  exportTo: ({ out }: { out: string }) => `Export to ${out}`,
  importInto: ({ into }: { into: string }) => `Import into ${into}`,
  predictionsIn: ({ source }: { source: string }) => `Predictions in ${source}`,
  importOf: ({ name }: { name: string }) => `Import of ${name}`,
  captionsBy: ({ title }: { title: string }) => `Captions by ${title}`,
  captions: ({ title, added, noChange, leftOut, failed, key, reason }: CaptionCounts) =>
    `${title}: ${[
      `${added} added`,
      ...(noChange === 0
        ? []
        : [
            counted(noChange, {
              one: 'of them says that nothing changed',
              other: 'of them say that nothing changed',
            }),
          ]),
      ...(leftOut === 0
        ? []
        : [
            counted(leftOut, {
              one: 'pair left out, as it is reviewed, has one, or has a problem',
              other: 'pairs left out, as they are reviewed, have one, or have a problem',
            }),
          ]),
      ...(failed === 0 ? [] : [`${failed} failed (${key}: ${reason})`]),
    ].join(', ')}.`,
}

/** Three dates or more of one place. */
export const sequences = {
  noNext: ({ key }: { key: string }) => `After ${key} there is no other date of its place.`,
  nothingAccepted: ({ key }: { key: string }) =>
    `No region of ${key} is accepted yet: accept the pair, or some of its regions.`,
  otherGrid: ({ key }: { key: string }) =>
    `Regions cannot be carried: the frames of ${key} lie on two grids, or cannot be read.`,
  otherSize: ({ key }: { key: string }) =>
    `Regions cannot be carried: the images of ${key} have another size.`,
  outside: ({ key }: { key: string }) => `The regions lie outside of the view of ${key}.`,
  taken:
    'The carried regions were used, so they can no longer be taken back, also where their use was undone.',
  carriedFrom: ({ key }: { key: string }) => `Carried from ${key}.`,
  lost: ({ count }: { count: number }) =>
    `${counted(count, {
      one: 'region lies outside of the view and was left out',
      other: 'regions lie outside of the view and were left out',
    })}.`,
}
