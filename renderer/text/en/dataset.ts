import { counted, plural, spellNumber } from '../spelling'
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
    captions: 'Captions',
    captionChoices: {
      all: 'All of each pair',
      first: 'The first of each pair alone',
      people: 'Written or edited by hand',
    },
    masks: 'Masks',
    maskStyles: {
      rle: 'Run lengths, compressed',
      'rle-numbers': 'Run lengths as numbers',
      polygons: 'Polygons',
    },
    patient: 'Copy name, number and dates of the patient into the segmentations',
    licence: 'Licence, for the data card',
    licencePlaceholder: 'Not stated',
  },
  out: 'Folder to write',
  where: {
    title: 'Where',
    names: { here: 'On this machine', workers: 'On a worker' },
    explain: {
      here: 'Where Deltascribe itself runs.',
      workers: 'One of the machines that take work from the project’s database. This one stays free.',
    },
  },
  outOnWorker: 'Where the worker writes it',
  outOnWorkerExplain: 'A path below its folder for exports, or s3://BUCKET/FOLDER.',
  outOrBucket: 'A new or empty folder, or s3://BUCKET/FOLDER',
  outInBucket: 'It is written on this disk first, and then uploaded with your credentials for buckets.',
  outPlaceholder: 'A folder that does not exist yet, or is empty',
  choose: 'Choose…',
  chooseTitle: 'Folder to put the data set into',
  preview: 'What will be written',
  previewing: 'Counting…',
  totals: (pairs: number, regions: number, captions: number) =>
    `${counted(pairs, { one: 'pair', other: 'pairs' })} in these states, with ${counted(regions, { one: 'region', other: 'regions' })} and ${counted(captions, { one: 'caption', other: 'captions' })}. Which of them can be written is being found out.`,
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
  splitsKept:
    'Where the source gives no split, pairs held out of training are test, and a pair keeps its split in later exports.',
  leftOut: (count: number) => counted(count, { one: 'pair left out', other: 'pairs left out' }),
  nothingLeftOut: 'Nothing is left out.',
  pair: 'Pair',
  reason: 'Reason',
  more: (count: number) => `and ${spellNumber(count)} more`,
  export: (count: number) =>
    count === 0
      ? 'Export'
      : plural(count, { one: 'Export 1 pair', other: `Export ${spellNumber(count)} pairs` }),
  needsOut: 'Choose the folder to write.',
  running: (done: number, total: number) => `Writing ${spellNumber(done)} of ${spellNumber(total)}`,
  cancel: 'Stop the export',
  done: (count: number) => `Exported ${counted(count, { one: 'pair', other: 'pairs' })}`,
  failed: 'The export failed',
  cancelled: 'The export was stopped.',
  stopped: {
    title: (count: number) =>
      plural(count, {
        one: 'An export to this folder was stopped: 1 pair is done.',
        other: `An export to this folder was stopped: ${spellNumber(count)} pairs are done.`,
      }),
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
      count === 0
        ? ''
        : plural(count, { one: 'and 1 image or archive', other: `and ${count} images and archives` }),
  },
  import: {
    open: 'Import a data set…',
    title: 'Import a data set',
    as: 'Import as',
    asProject: 'A project of its own',
    asProposals: 'Proposals for the open project',
    lead: 'Makes a project folder of a data set, with its captions, masks and splits. The data set stays as it is.',
    source: 'Data set',
    sourcePlaceholder: 'Its folder, one of its lists, or s3://BUCKET/FOLDER',
    chooseSource: 'Folder of the data set',
    format: 'Format of the data set',
    findOut: 'Find it out',
    images: 'Folder of its images, if they lie elsewhere',
    imagesPlaceholder: 'Only where its lists or links lead out of it',
    chooseImages: 'Folder of the images',
    into: 'Folder to make',
    chooseInto: 'Folder to put the project into',
    start: 'Import',
    running: (count: number) => counted(count, { one: 'pair so far', other: 'pairs so far' }),
    cancel: 'Cancel the import',
    cancelled: 'The import was cancelled. Nothing was left behind.',
    done: (count: number, format: string) =>
      `Imported ${counted(count, { one: 'pair', other: 'pairs' })} of ${format}`,
    counts: (regions: number, captions: number) =>
      `${counted(regions, { one: 'region', other: 'regions' })}, ${counted(captions, { one: 'caption', other: 'captions' })}`,
    openProject: 'Open the project',
    problems: (leftOut: number, warnings: number) =>
      [
        ...(leftOut === 0 ? [] : [`${spellNumber(leftOut)} left out`]),
        ...(warnings === 0 ? [] : [counted(warnings, { one: 'warning', other: 'warnings' })]),
      ].join(', '),
    noProblem: 'Nothing was left out.',
    place: 'Where',
  },
  predictions: {
    lead: 'Predictions of a model of yours become proposals beside ours, each for the pair that it names. No pair changes: you choose in Review what to take.',
    source: 'Predictions',
    sourcePlaceholder: 'A folder, or a file such as results.json',
    chooseSource: 'Folder of the predictions',
    format: 'Format of the predictions',
    name: 'Name of the model',
    namePlaceholder: 'As it will stand in Review',
    plan: 'Look them over',
    start: (count: number) => `Import ${counted(count, { one: 'proposal', other: 'proposals' })}`,
    replace: (count: number, name: string) =>
      plural(count, {
        one: `Replace the proposal by ${name} that 1 of these pairs has`,
        other: `Replace the proposals by ${name} that ${spellNumber(count)} of these pairs have`,
      }),
    running: (done: number, total: number) =>
      total === 0
        ? `${counted(done, { one: 'prediction', other: 'predictions' })} read`
        : `${spellNumber(done)} of ${spellNumber(total)} stored`,
    cancel: 'Cancel',
    cancelled: 'Cancelled.',
    planned: (pairs: number, items: number) =>
      `${spellNumber(pairs)} of ${counted(items, { one: 'prediction', other: 'predictions' })} can be imported`,
    stored: (pairs: number, name: string) =>
      `Imported ${counted(pairs, { one: 'proposal', other: 'proposals' })} by ${name}`,
    matched: ({ key, path, name }: { key: number; path: number; name: number }) =>
      `Matched by key: ${spellNumber(key)}, by path: ${spellNumber(path)}, by file name: ${spellNumber(name)}`,
    where: 'They stand under Proposal in Review, and the queue can be ordered by them.',
    unmatched: (count: number) =>
      `${counted(count, { one: 'prediction', other: 'predictions' })} without a pair`,
    item: 'Prediction',
  },
}
