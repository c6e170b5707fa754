import { clause } from '../spelling'

interface At {
  /** Of the file or folder. */
  path: string
}

interface Reason {
  reason: string
}

/** Model packages, networks of users, and the list of models. */
export const models = {
  damaged: ({ path, reason }: At & Reason) =>
    `${path} is damaged: ${clause(reason)}. Copy or make the model again.`,
  notAFile: 'it is not a file',
  notJson: 'it is not JSON',
  wrongField: ({ field, reason }: { field: string } & Reason) => `${field} is wrong (${reason})`,
  otherField: ({ field, reason }: { field: string } & Reason) => `${field} is wrong: ${reason}`,
  wrong: ({ reason }: Reason) => `it is wrong (${reason})`,
  missingField: ({ field }: { field: string }) => `${field} is missing`,
  unknownField: ({ field }: { field: string }) => `${field} is no field that is known`,
  tooLarge: ({ path, bytes, limit }: At & Record<'bytes' | 'limit', number>) =>
    `${path} has ${bytes} bytes, and at most ${limit} are read: it is not a model of this kind.`,
  wrongHash: ({ path }: At) =>
    `${path} is not the file that the model was made with (another SHA-256): it was changed or cut short. Copy or import the model again.`,
  missing: ({ path }: At) => `${path} is missing. Copy the whole folder of the model again.`,
  unreadable: ({ path, code }: At & { code: string }) => `${path} cannot be read (${code}).`,
  linkOut: ({ path }: At) => `${path} is a link out of its folder. Put the file itself there.`,
  notImported: ({ path }: At) =>
    `${path} was not imported, so it was never tried out. Move it elsewhere and import it from there.`,
  isHere: ({ path, title }: At & { title: string }) => `${path} is here already, as ${title}.`,
  cannotWrite: ({ path, code }: At & { code: string }) => `${path} cannot be written (${code}).`,
  diskFull: 'the disk is full',
  nameTaken: ({ path }: At) => `${path} is there already. Choose another name for the model.`,
  newerFormat: ({ path, format, known }: At & Record<'format' | 'known', number>) =>
    `${path} has format ${format}, and this Deltascribe reads format ${known}: it is a model of a newer version. Update Deltascribe.`,
  noneOfName: ({ path }: At) => `${path} is not there: no model has this name. Choose another model.`,
  sameId: ({ path, id, other }: At & Record<'id' | 'other', string>) =>
    `${path} has the same id (${id}) as ${other}. Remove one of them.`,
  wrongManifest: ({ path, reason }: At & Reason) =>
    `${path} does not describe the network: ${clause(reason)}. Correct this field.`,
  wrongNetwork: ({ path, reason }: At & Reason) =>
    `${path} does not do what its manifest says: ${clause(reason)}.`,
  notTrained: ({ path }: At) =>
    `${path} is a network of your own. It proposes; it is not trained or measured here. Choose another model.`,
  otherFamily: ({ path, family, wanted }: At & Record<'family' | 'wanted', string>) =>
    `${path} is a model of the family ${family}, and ${wanted} is wanted here. Choose another model.`,
  unknownFamily: ({ path, family }: At & { family: string }) =>
    `${path} is a model of the family ${family}, which is not known here. Update Deltascribe, or choose another model.`,
  otherVersion: ({ path, reason }: At & Reason) =>
    `${path} does not fit this version of Deltascribe (${reason}): another one made it, or it is of another family. Make the model again, by fine-tuning one that opens.`,
  detectorMissing: ({ path, detector }: At & { detector: string }) =>
    `${path} reads the features of the detector ${detector}, which this build of Deltascribe lacks. Run npm ci and npm run build where the registry can be reached.`,
  notDeleted: ({ path }: At) => `${path} was not deleted, or longer ago than a week.`,
  placeTaken: ({ path }: At) => `${path} is there already: another model has taken this place.`,
  cannotMove: ({ path, code }: At & { code: string }) => `${path} cannot be moved (${code}).`,
  notANumber: ({ path }: At) => `${path} is damaged: what it says of a pair is not a number.`,
  unusable: ({ path, reason }: At & Reason) => `The model in ${path} cannot be used: ${reason}`,
  cannotBeOpened: ({ reason }: Reason) => `The model cannot be opened: ${reason}`,
  none: ({ id }: { id: string }) => `There is no model called ${id}.`,
  shippedNotRenamed: ({ id }: { id: string }) => `${id} comes with Deltascribe and cannot be renamed.`,
  shippedNotDeleted: ({ id }: { id: string }) => `${id} comes with Deltascribe and cannot be deleted.`,
  titleTaken: ({ title }: { title: string }) => `Another model is called ${title}. Choose another name.`,
  inUse: ({ id }: { id: string }) => `${id} is in use. Promote another model or roll back first.`,
  renamed: ({ given, id }: Record<'given' | 'id', string>) =>
    `Another model is called ${given}: this one is ${id}.`,
  notPromoted: ({ id, reason }: { id: string } & Reason) => `${id} cannot be promoted: ${clause(reason)}.`,
  noSuch: 'there is no such model',
  nothingBefore: 'Nothing was promoted before, so there is nothing to roll back to.',
  fasterOnCpu: ({ name, provider, factor }: Record<'name' | 'provider', string> & { factor: string }) =>
    `Proposals of ${name} are made on the CPU here: ${provider} takes ${factor} times as long.`,
  deviceDiffers: ({ name, provider }: Record<'name' | 'provider', string>) =>
    `Proposals of ${name} are made on the CPU here: ${provider} gave another mask or score for the same pair.`,
  halfPrecision: ({ name, provider, factor }: Record<'name' | 'provider' | 'factor', string>) =>
    `Proposals of ${name} are made in half precision on ${provider}, ${factor} times as fast as in full.`,
  noHalfPrecision: ({ name, provider, reason }: Record<'name' | 'provider', string> & Reason) =>
    `Proposals of ${name} stay in full precision on ${provider}: ${clause(reason)}.`,
  halfDiffers: ({ by }: { by: string }) => `in half precision a proposal differs by ${by}`,
  fewerAtOnce: ({
    provider,
    pairs,
    fewer,
    reason,
  }: { provider: string; pairs: number; fewer: number } & Reason) =>
    `${provider} failed at ${pairs} pairs at once, and makes ${fewer} at once from now on: ${clause(reason)}.`,
  segmentFailed: ({ provider, reason }: { provider: string } & Reason) =>
    `Segment Anything cannot be used on ${provider}: ${reason}`,
  notSegmentAnything: ({ path, reason }: At & Reason) =>
    `${path} is no Segment Anything 2 model as expected: ${clause(reason)}.`,
  replacedMeanwhile: 'The model was removed or replaced meanwhile.',
}
