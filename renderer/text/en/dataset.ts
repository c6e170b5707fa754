function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count.toLocaleString()} ${what}s`
}

export const dataset = {
  title: 'Export a data set',
  lead: 'Writes the pairs that you choose, with masks and captions, into a new folder.',
  format: 'Format',
  states: 'States to include',
  statesExplain: 'Accepted and corrected pairs are what people have checked.',
  details: {
    images: 'Images',
    imageModes: {
      copy: 'Copies',
      link: 'Hard links, which take no room',
      reference: 'Links to where they lie',
    },
    masks: 'Masks',
    maskStyles: {
      rle: 'Run lengths, compressed',
      'rle-numbers': 'Run lengths as numbers',
      polygons: 'Polygons',
    },
    licence: 'Licence, for the data card',
    licencePlaceholder: 'Not stated',
  },
  out: 'Folder to write',
  outPlaceholder: 'A folder that does not exist yet, or is empty',
  choose: 'Choose…',
  chooseTitle: 'Folder to put the data set into',
  preview: 'What will be written',
  previewing: 'Counting…',
  noState: 'Choose at least one state.',
  nothing: 'Nothing yet.',
  noPairs: 'No pair has one of these states yet. Review some pairs first.',
  noPairFits:
    'None of these pairs can be written in this format: the reasons stand under “What will be written”.',
  otherExport: 'Another export is under way: one at a time.',
  noneFits: 'None of these pairs can be written in this format. The reasons are below.',
  counts: { pairs: 'Pairs', regions: 'Regions', captions: 'Captions' },
  splits: 'Splits',
  split: 'Split',
  leftOut: (count: number) => (count === 1 ? '1 pair left out' : `${count.toLocaleString()} pairs left out`),
  nothingLeftOut: 'Nothing is left out.',
  pair: 'Pair',
  reason: 'Reason',
  more: (count: number) => `and ${count.toLocaleString()} more`,
  export: (count: number) =>
    count === 0 ? 'Export' : count === 1 ? 'Export 1 pair' : `Export ${count.toLocaleString()} pairs`,
  needsOut: 'Choose the folder to write.',
  running: (done: number, total: number) => `Writing ${done.toLocaleString()} of ${total.toLocaleString()}`,
  cancel: 'Stop the export',
  done: (count: number) => `Exported ${count === 1 ? '1 pair' : `${count.toLocaleString()} pairs`}`,
  failed: 'The export failed',
  cancelled: 'The export was stopped.',
  stopped: {
    title: (count: number) =>
      count === 1
        ? 'An export to this folder was stopped: 1 pair is done.'
        : `An export to this folder was stopped: ${count.toLocaleString()} pairs are done.`,
    explain: 'Exporting goes on from there. What has changed since is written anew.',
    discard: 'Throw it away',
  },
  openFolder: 'Open the folder',
  unsupportedFields: 'Not kept in this format',
  sample: {
    title: 'A page of it',
    writing: 'Writing a few pairs…',
    file: 'File',
    others: (count: number) =>
      count === 0 ? '' : count === 1 ? 'and 1 image or archive' : `and ${count} images and archives`,
  },
  import: {
    open: 'Import a data set…',
    title: 'Import a data set',
    lead: 'Makes a project folder of a data set, with its captions, masks and splits. The data set stays as it is.',
    source: 'Data set',
    sourcePlaceholder: 'Its folder, or one of its lists',
    chooseSource: 'Folder of the data set',
    format: 'Format of the data set',
    findOut: 'Find it out',
    images: 'Folder of its images, if they lie elsewhere',
    imagesPlaceholder: 'Only where its lists or links lead out of it',
    chooseImages: 'Folder of the images',
    into: 'Folder to make',
    chooseInto: 'Folder to put the project into',
    start: 'Import',
    running: (count: number) => (count === 1 ? '1 pair so far' : `${count.toLocaleString()} pairs so far`),
    cancel: 'Cancel the import',
    cancelled: 'The import was cancelled. Nothing was left behind.',
    done: (count: number, format: string) =>
      `Imported ${count === 1 ? '1 pair' : `${count.toLocaleString()} pairs`} of ${format}`,
    counts: (regions: number, captions: number) =>
      `${counted(regions, 'region')}, ${counted(captions, 'caption')}`,
    openProject: 'Open the project',
    problems: (leftOut: number, warnings: number) =>
      [
        ...(leftOut === 0 ? [] : [`${leftOut.toLocaleString()} left out`]),
        ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
      ].join(', '),
    noProblem: 'Nothing was left out.',
    place: 'Where',
  },
  another: 'Export again',
  earlier: 'Exports in this session',
}
