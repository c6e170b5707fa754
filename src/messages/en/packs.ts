import { clause } from '../spelling'

interface At {
  path: string
}

interface Host {
  host: string
}

interface Reason {
  reason: string
}

/** Model packs: fetching, checking, and what they cannot do. */
export const packs = {
  noSpaceFor: ({ path }: At) => `There is no space left for ${path}. Free some and add the model pack again.`,
  noSpace: ({ path, free, needed }: At & Record<'free' | 'needed', string>) =>
    `${path} has ${free} free where ${needed} are needed. Free some and add the model pack again.`,
  cannotWrite: ({ path, reason }: At & Reason) => `${path} cannot be written: ${clause(reason)}.`,
  cannotBeRead: ({ path, reason }: At & Reason) => `${path} cannot be read: ${clause(reason)}.`,
  asksToWait: ({ host, wait, status }: Host & { wait: string; status: number }) =>
    `${host} is busy and asks to wait ${wait} (status ${status}). What has come is kept: add the model pack again then.`,
  isBusy: ({ host, status, url }: Host & { status: number; url: string }) =>
    `${host} is busy or out of order (status ${status}, ${url}). Add the model pack again later.`,
  wantsLogin: ({ host, status, url }: Host & { status: number; url: string }) =>
    `${host} wants a login (status ${status}, ${url}). Fetch the model pack in another way and give it as a file.`,
  hasNot: ({ host, status, url }: Host & { status: number; url: string }) =>
    `${host} does not have it (status ${status}, ${url}). Fetch the model pack in another way and give it as a file.`,
  refuses: ({ host, status, url }: Host & { status: number; url: string }) =>
    `${host} refuses it (status ${status}, ${url}). Fetch the model pack in another way and give it as a file.`,
  wrongPart: ({ url, bytes, name }: Record<'url' | 'name', string> & { bytes: number }) =>
    `${url} sent another part than was asked for where ${bytes} are expected: it is not the file ${name} that was announced. Nothing was installed.`,
  wrongLength: ({
    url,
    length,
    bytes,
    name,
  }: Record<'url' | 'name', string> & Record<'length' | 'bytes', number>) =>
    `${url} sent ${length} bytes where ${bytes} are expected: it is not the file ${name} that was announced. Nothing was installed.`,
  wrongDigest: ({ name, found, expected }: Record<'name' | 'found' | 'expected', string>) =>
    `${name} is not the file that was announced (SHA-256 ${found}… where ${expected}… is expected). What came was deleted, and nothing was installed.`,
  unreachable: ({ host, reason }: Host & Reason) =>
    `${host} cannot be reached (${reason}). Check the connection, and the proxy in Settings, or give the model pack as a file.`,
  nothingCame: 'nothing came any more',
  answersStatus: ({ status }: { status: number }) => `it answers with status ${status}`,
  busyStatus: ({ status }: { status: number }) => `it is busy, status ${status}`,
  keptForNext: 'Cancelled. What has come is kept for the next time.',
  noDigest: ({ name, host }: Host & { name: string }) =>
    `${name} has no digest in the catalogue, so it is fetched over https alone, and ${host} is reached over http.`,
  otherDigest: ({ host, name, found, expected }: Host & Record<'name' | 'found' | 'expected', string>) =>
    `${host} now says another digest for ${name} than at the first install (SHA-256 ${found}… where it was ${expected}…). The files of a commit never change, so nothing was fetched.`,
  tooLong: ({ host, name, length, bytes }: Host & { name: string } & Record<'length' | 'bytes', number>) =>
    `${host} has ${length} bytes for ${name}, more than twice the ${bytes} that were announced. Nothing was fetched.`,
  otherCommit: ({ host, commit }: Host & { commit: string }) =>
    `${host} answers for another commit than ${commit}.`,
  saysNothing: ({ host, name }: Host & { name: string }) =>
    `${host} says no SHA-256 and length for ${name}, so it cannot be checked. Nothing was fetched.`,
  longerThanMay: ({ name }: { name: string }) => `${name} is longer than a file without a SHA-256 may be.`,
  otherBytes: ({ name }: { name: string }) => `${name} has other bytes than the hub says. Nothing was kept.`,
  unpacksTo: ({ path, bytes }: At & { bytes: number }) => `${path} unpacks to more than ${bytes} bytes.`,
  lacks: ({ path, names }: At & { names: string }) => `${path} does not hold ${names}.`,
  in: ({ name, path }: At & { name: string }) => `${name} in ${path}`,
  lengthDiffers: ({ name, length, bytes }: { name: string } & Record<'length' | 'bytes', number>) =>
    `${name} has ${length} bytes where ${bytes} are expected. Nothing was installed.`,
  notWhole: ({ path, reason }: At & Reason) =>
    `${path} is not a whole archive: ${clause(reason)}. Nothing was installed.`,
  nothingWritten: ({ reason }: Reason) => `${reason} Nothing was written.`,
  isThere: ({ path }: At) => `${path} is there already. Name another file.`,
  otherPack: ({ path, found, wanted }: At & Record<'found' | 'wanted', string>) =>
    `${path} holds the model pack ${found}, and ${wanted} is wanted.`,
  named: ({ id, version }: Record<'id' | 'version', string>) => `${id}, version ${version}`,
  saysNoDigest: ({ path, name, id }: At & Record<'name' | 'id', string>) =>
    `${path} says no digest of ${name}, so it cannot be checked. Write one by "deltascribe models pack ${id}" on a machine that has it.`,
  saysOtherDigest: ({ path, name }: At & { name: string }) =>
    `${path} says another digest of ${name} than at the first install. Nothing was installed.`,
  recordsDamaged: ({ path }: At) =>
    `${path} is damaged, so nothing can be compared. Restore it, or delete it to trust the hub anew.`,
  addedElsewhere: ({ id }: { id: number }) => `Another program (process ${id}) is adding this model pack.`,
  noTarball: ({ url }: { url: string }) => `The registry's answer at ${url} names no tarball.`,
  notUsed: ({ title, problem }: Record<'title' | 'problem', string>) =>
    `${title} is not used: ${problem} Remove it and install it again.`,
  onlyAgreed: ({ title, version, licence }: Record<'title' | 'version' | 'licence', string>) =>
    `${title}, version ${version}, is fetched only after you agreed to its licence (${licence}).`,
  isAdded: ({ title }: { title: string }) => `${title} is being added: cancel that first.`,
  none: ({ id, ids }: Record<'id' | 'ids', string>) => `There is no model pack "${id}". There are: ${ids}.`,
  sam2Limits:
    'It outlines things and does not say what they are. Thin parts and soft edges come out roughly. It works on a copy of the image of 1024 x 1024 pixels.',
  sam2Data: 'SA-1B (its own research licence), SA-V (CC BY 4.0), and images of Meta that are not public',
  captionLimits:
    'English alone. It was not trained to compare two pictures, and may describe one of them or invent a change. Each picture is seen as one square of 512 x 512 pixels.',
  notMeasured:
    'Not measured by us: only a made model of the same form was tried. How well it captions, and how long it takes, is not known.',
  cauldronData: 'The Cauldron and Docmatix: sets of several licences, named on their pages',
  videoData: 'twelve sets of pictures and videos of several licences, named on its page',
  notInstalled: ({ id }: { id: string }) => `The model pack ${id} is not installed.`,
  otherManifest: ({ path, id }: At & { id: string }) =>
    `${path} is not that of the model pack ${id}. Install the pack again.`,
  isMissing: ({ path }: At) => `${path} is missing.`,
  hasBytes: ({ path, length, bytes }: At & Record<'length' | 'bytes', number>) =>
    `${path} has ${length} bytes where ${bytes} are expected.`,
  wasChanged: ({ path }: At) => `${path} was changed: its SHA-256 is not the one that was announced.`,
  unreadableFile: ({ reason }: Reason) => `One of its files cannot be read: ${clause(reason)}.`,
  lost: ({ host, reason, arrived, all }: Host & Reason & Record<'arrived' | 'all', string>) =>
    `The connection to ${host} was lost after ${arrived} of ${all} (${reason}). What has come is kept: add the model pack again to go on from there.`,
}
