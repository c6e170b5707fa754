export const packs = {
  title: 'Model packs',
  explain:
    'Models made elsewhere that do not come with Deltascribe. A pack is fetched only when you press its button; everything else works without it.',
  what: {
    'sam2-tiny':
      'For click to segment, and for proposals whose masks follow the outlines of things (difference + Segment Anything 2).',
  } as Record<string, string>,
  facts: (facts: { download: string; disk: string; licence: string; source: string }) =>
    `Download ${facts.download}, ${facts.disk} on the disk. Licence ${facts.licence}. Source: ${facts.source}.`,
  install: (size: string) => `Install (${size})`,
  goOn: (done: string, total: string) => `Go on with the download (${done} of ${total} are there)`,
  forget: 'Delete what was downloaded',
  file: 'Path of the archive',
  filePlaceholder: 'or the path of the .tgz archive on this machine',
  fromFile: 'Install from the file',
  installed: (folder: string) => `Installed in ${folder}.`,
  verify: 'Check the files',
  isIntact: (title: string) => `${title} is whole.`,
  remove: 'Remove',
  adding: (title: string) => `Installing ${title}`,
  progress: (done: string, total: string) => `${done} of ${total}`,
  cancel: 'Cancel',
  cancelNamed: (title: string) => `Cancel installing ${title}`,
}
