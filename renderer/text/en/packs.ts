export const packs = {
  title: 'Model packs',
  explain:
    'Models made elsewhere that do not come with Deltascribe. A pack is fetched only when you press its button; everything else works without it.',
  what: {
    'sam2-tiny':
      'For click to segment, and for proposals whose masks follow the outlines of things (difference + Segment Anything 2).',
  } as Record<string, string>,
  /** For a pack that is not named above, by its use. */
  whatFor: {
    segment: '',
    caption: 'For captions by the caption connector, on this machine and without a server.',
  },
  installAndUse: (size: string) => `Install and use (${size})`,
  useForCaptions: 'Use for captions',
  usedForCaptions: 'It answers the caption connector.',
  facts: (facts: { download: string; disk: string; licence: string; source: string }) =>
    `Download ${facts.download}, ${facts.disk} on the disk. Licence ${facts.licence}. Source: ${facts.source}.`,
  dataLicence: (licence: string) => `Licence of the training data: ${licence}.`,
  limits: (limits: string) => `Limits: ${limits}`,
  homepage: (address: string) => `More about it: ${address}`,
  consent: {
    title: (title: string) => `Fetch ${title}?`,
    hosts: (hosts: string, version: string) =>
      `Nothing was asked over the network yet. ${hosts} is asked first, and may send on to other servers over https. What comes is checked by its SHA-256. That you agreed to version ${version}, and when, is written down in your user data folder.`,
    agree: (size: string) => `Agree and fetch (${size})`,
  },
  isOffered: (installed: string, offered: string) =>
    `Version ${installed} is installed. Version ${offered} is offered; the installed one stays in use until you take it.`,
  update: (size: string) => `Update (${size})`,
  install: (size: string) => `Install (${size})`,
  goOn: (done: string, total: string) => `Go on with the download (${done} of ${total} are there)`,
  forget: 'Delete what was downloaded',
  file: 'Path of the archive',
  filePlaceholder: 'or the path of a .tar or .tgz file or of a folder on this machine',
  fromFile: 'Install from the file',
  installed: (folder: string) => `Installed in ${folder}.`,
  verify: 'Check the files',
  isIntact: (title: string) => `${title} is whole.`,
  remove: 'Remove',
  adding: (title: string) => `Installing ${title}`,
  progress: (done: string, total: string, host: string | null) =>
    host === null ? `${done} of ${total}` : `${done} of ${total}, from ${host}`,
  cancel: 'Cancel',
  cancelNamed: (title: string) => `Cancel installing ${title}`,
}
