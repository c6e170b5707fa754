import { clause, spellingOf } from '../spelling'

const { counted, number } = spellingOf('en')
const PAIRS = { one: 'pair', other: 'pairs' }

interface Counted {
  count: number
}

/** What formats of data sets hold, and the code that reads them. */
export const formats = {
  levirMci:
    'Change captioning and change segmentation in one: read by Change-Agent, RSICCformer and their successors.',
  coco: 'Instances with run-length masks, and captions: read by pycocotools, Detectron2, MMDetection and CVAT.',
  qwenVl: 'Two images and a question per sample: read by Qwen-VL fine-tuning, LLaMA-Factory and ms-swift.',
  llava:
    'Two images and a question per sample, as a list of images an entry: read by LLaVA-NeXT and its successors.',
  huggingFace: 'Images as files and a list of metadata for each split: read by the datasets library.',
  parquet:
    'Images, masks and captions in parquet files: read by every version of the datasets library, and shown on the hub.',
  labelStudio:
    'Tasks with brush masks and captions, and the labelling interface for them: for work in Label Studio.',
  abFolders:
    'Images and masks of one name in three folders for each split: read by most change detection code.',
  spotTheDiff:
    'Two images, their difference and free sentences: read by VisualRelationships and other change captioning code.',
  editingRequest:
    'An image, its edited version and what was asked for: read by VisualRelationships and its successors.',
  clevrChange:
    'Triplets of a before image, a changed and an unchanged after image: read by RobustChangeCaptioning and its successors.',
  webDataset:
    'Shards of samples in tar files, for reading in a stream: read by WebDataset, torchdata and Hugging Face datasets.',
  geoJson: 'Polygons in longitude and latitude, for georeferenced pairs: read by QGIS, ArcGIS and GeoPandas.',
  geoPackage:
    'Polygons in the coordinates of the images, one layer a system: read by QGIS, ArcGIS and GeoPandas.',
  labelGeoTiff:
    'One raster of class numbers a pair, in its place on the map: read by QGIS, GDAL and segmentation code.',
  nifti: 'Label volumes in the place of NIfTI files: read by 3D Slicer, ITK-SNAP, FSL and MONAI.',
  dicomSeg:
    'Segmentation objects that refer to DICOM files: read by 3D Slicer, OHIF and archives of hospitals.',
  shapefile: 'Polygons in the coordinates of the images, one file a system: read by every program for maps.',
  mergedMasks: ({ count }: Counted) =>
    `${counted(count, { one: 'pair has', other: 'pairs have' })} several regions in one mask.`,
  categoriesLost: ({ names }: { names: string }) => `Categories are not kept: ${names}.`,
  categoriesPartly: ({ names }: { names: string }) =>
    `Categories are kept only where the format has them: ${names}.`,
  beforeMasksLost: ({ count }: Counted) =>
    `${counted(count, { one: 'mask in a before frame is', other: 'masks in before frames are' })} not kept.`,
  beforeMasksBoxes: ({ count }: Counted) =>
    `${counted(count, { one: 'mask in a before frame becomes a box', other: 'masks in before frames become boxes' })}.`,
  scoresLost: ({ count }: Counted) =>
    `${counted(count, { one: 'score of a region is', other: 'scores of regions are' })} not kept.`,
  regionOriginsLost: ({ count }: Counted) =>
    `${counted(count, { one: 'region loses its origin', other: 'regions lose their origins' })}: read back, all are imported.`,
  originsLost: ({ count }: Counted) =>
    `${counted(count, { one: 'region or caption loses its origin', other: 'regions and captions lose their origins' })}: read back, all are imported.`,
  captionsLost: ({ count }: Counted) =>
    `${counted(count, { one: 'caption beyond the fifth is', other: 'captions beyond the fifth are' })} not in the list.`,
  valuesLost:
    'Frames that are laid over each other become 8-bit RGB images: values of more than 8 bits are not kept, nor are other bands than the three that are shown.',
}

/** Exports: why pairs are left out, remarks, and failures. */
export const exports = {
  maskSize: ({
    maskWidth,
    maskHeight,
    width,
    height,
  }: Record<'maskWidth' | 'maskHeight' | 'width' | 'height', number>) =>
    `a mask has ${maskWidth} x ${maskHeight} pixels, the image ${width} x ${height}: was the image replaced?`,
  noProposal: 'it has no proposal yet, and nobody has said that nothing changed',
  noVolume: 'its after image is no NIfTI file',
  noDicom: 'its after image is no DICOM file',
  noInstance: 'its DICOM file has no UID that a segmentation could refer to',
  noCaption: 'it has regions and no caption: write one',
  noChosenCaption:
    'none of its captions was written or edited by a person: write one, or choose all captions',
  noWord: 'none of its captions has a word',
  captionLength: 'none of its captions has 1 to 39 words, for which the loader has room',
  sizeChanged: ({ size, known }: Record<'size' | 'known', string>) =>
    `the after image is ${size} pixels now and was ${known} when it was reviewed`,
  twoSizes: ({ before, after }: Record<'before' | 'after', string>) =>
    `the format needs one size for both images: before is ${before} pixels, after ${after}`,
  laidOver: ({ count }: Counted) =>
    `${counted(count, { one: 'pair was', other: 'pairs were' })} laid over each other: the images are written anew as 8-bit RGB PNG on their common grid, also where links were asked for.`,
  ownGrid: 'its frames are laid over each other, and its before image would not be that of the changed pair',
  links: 'Images are links to where they lie: to import this folder again, name their folder too.',
  copied: ({ count }: Counted) =>
    `Copied, as links cannot be made between these disks: ${counted(count, { one: 'image', other: 'images' })}.`,
  largeList: ({ name, mebibytes }: { name: string; mebibytes: number }) =>
    `${name} is larger than ${number(mebibytes)} MiB, so this program cannot import it again: export fewer pairs at once for that.`,
  emptySplits: ({ names }: { names: string }) =>
    `No pair falls into ${names}: put pairs into folders of those names to decide it yourself.`,
  otherSplits: ({ count, names }: Counted & { names: string }) =>
    `${counted(count, { one: 'pair has a split', other: 'pairs have splits' })} of another name (${names}), and got train, val or test by chance.`,
  splitsByTraining: ({ heldOut, trained }: Record<'heldOut' | 'trained', number>) =>
    `Training of this project decides splits: ${counted(heldOut, { one: 'pair that it holds out is', other: 'pairs that it holds out are' })} test, ${counted(trained, { one: 'pair that it was trained on is', other: 'pairs that it was trained on are' })} train or val.`,
  splitsAgainstTraining: ({ count }: Counted) =>
    `${counted(count, { one: 'pair has a split', other: 'pairs have splits' })} of the source that training of this project does not keep to: it was trained on pairs of test, or holds others out.`,
  splitsChanged: ({ count }: Counted) =>
    `${counted(count, { one: 'pair has another split', other: 'pairs have other splits' })} than in an earlier export, as the source or training says so now.`,
  splitsNotKept:
    'Later exports may split these pairs otherwise: nothing is stored while another program has the project open.',
  splitsNotStored: ({ reason }: { reason: string }) =>
    `Later exports may split these pairs otherwise, as their splits could not be stored: ${clause(reason)}.`,
  rejectedCaptions: ({ count, names }: Counted & { names: string }) =>
    `${counted(count, { one: 'pair has a caption whose words speak', other: 'pairs have captions whose words speak' })} of a rejected region (${names}): they are written as they are. Review shows the words.`,
  unchosenCaptions: ({ count }: Counted) =>
    `${counted(count, { one: 'caption is', other: 'captions are' })} left out by the choice of captions.`,
  barePairs: ({ count, names }: Counted & { names: string }) =>
    `${counted(count, { one: 'pair has', other: 'pairs have' })} no caption that a person wrote or edited (${names}), and ${count === 1 ? 'is written like a pair' : 'are written like pairs'} without caption.`,
  splitsOr: ({ first, second }: Record<'first' | 'second', string>) => `${first} or ${second}`,
  unsegmentedCaptions: ({ count }: Counted) =>
    `${counted(count, { one: 'caption has', other: 'captions have' })} no blanks between words, as in Chinese or Japanese: the loader takes what stands between blanks for one word, and learns next to nothing of them. Segment them into words first.`,
  changeOnly: 'Masks tell change from no change only: categories are left behind.',
  requests: ({ count, sentence }: Counted & { sentence: string }) =>
    `Pairs without change and without caption: ${number(count)}. Their request is "${sentence}".`,
  capitalA: ({ path }: { path: string }) =>
    `The LEVIR-MCI loader replaces every capital A of a path, and ${path} has one: give the loader a relative path, or move the folder to a path without a capital A.`,
  manySizes: ({ count }: Counted) =>
    `The images have ${count} sizes, and the LEVIR-MCI loader makes batches of one: use batches of 1.`,
  asBuilding: ({ names }: { names: string }) =>
    `LEVIR-MCI knows roads and buildings only; written as building (255): ${names}.`,
  longCaptions: ({ count, first, words }: Counted & Record<'first' | 'words', number>) =>
    `${counted(count, { one: 'caption has', other: 'captions have' })} more than the ${words} words that the LEVIR-MCI loader has room for, and ${count === 1 ? 'is' : 'are'} left out, ${number(first)} of them the first of ${first === 1 ? 'its pair' : 'their pairs'}.`,
  noUnchanged: ({ count, total, sentence }: Counted & { total: number; sentence: string }) =>
    `Before images without an unchanged pair: ${count} of ${total}. A copy of the before image stands in nsc_images for each, with the caption "${sentence}": from those nothing can be learned about changes of view and light alone.`,
  noType: ({ count, total }: Counted & { total: number }) =>
    `In no list of type_mapping.json: ${count} of ${total} changed pairs, as the categories of their regions are not all color, all material, all add, all drop or all move.`,
  boxFrame:
    'evaluate_pointing.py takes all images to be 480 x 360 pixels, and some here are not: set its IMAGE_SIZE before you evaluate boxes.',
  captionRoom: ({ count, most }: Counted & { most: number }) =>
    `preprocess_captions.py has room for the ${count} words of the longest change caption and stops at a no-change caption of ${most}: shorten it, or describe a change with more words.`,
  stoppedBefore:
    'An export to this folder had been stopped; its pairs have changed since, so this one began anew.',
  otherChoice: 'An export to this folder had been stopped; it had another choice, so this one began anew.',
  wentOn: ({ count }: Counted) =>
    `Went on from an export that had been stopped: ${counted(count, { one: 'pair is', other: 'pairs are' })} there already.`,
  madeAnew: ({ count }: Counted) => `Changed since and made anew: ${counted(count, PAIRS)}.`,
  cancelled: 'The export was cancelled; nothing was written.',
  stopped: 'The export was stopped.',
  kept: ({ count }: Counted) =>
    `${counted(count, { one: 'pair is', other: 'pairs are' })} kept: the same export goes on from there.`,
  besideChanged:
    'nothing changed in it, and CLEVR-Change has such a pair only beside a changed one of the same before image',
  placeTaken: 'nothing changed in it, and another such pair has the place beside the changed one',
  notAbsolute: ({ path }: { path: string }) =>
    `${path} is not an absolute path: give the whole path of a new folder.`,
  notEmpty: ({ path }: { path: string }) => `${path} is not empty: choose a new or an empty folder.`,
  diskFull: ({ path }: { path: string }) =>
    `The disk of ${path} is full: free some space or choose another disk.`,
  mayNotWrite: ({ path }: { path: string }) =>
    `${path} may not be written: choose another folder or change its permissions.`,
  isAFile: ({ path }: { path: string }) => `${path} is a file: choose a new folder.`,
  longPath: ({ path }: { path: string }) => `${path} is too long a path: choose a folder nearer to the root.`,
  noneInStates: ({ states }: { states: string }) =>
    `No pair is ${states}: review some pairs first, or choose other states.`,
  onlyPair: ({ title }: { title: string }) => `The only pair cannot be written as ${title}.`,
  noPairFits: ({ count, title }: Counted & { title: string }) =>
    `None of the ${number(count)} pairs can be written as ${title}.`,
  onePair: ({ key, reason }: Record<'key' | 'reason', string>) => `${key}: ${clause(reason)}.`,
  manyPairs: ({ key, count, reason }: Record<'key' | 'reason', string> & Counted) =>
    `${key} and ${number(count)} more: ${clause(reason)}.`,
  otherReasons: ({ count }: Counted) => `Other reasons: ${number(count)}.`,
}

/** Data sets that come in. */
export const imports = {
  cancelled: 'The import was cancelled; nothing was written.',
  nothingTaken: ({ path, format }: Record<'path' | 'format', string>) =>
    `Nothing in ${path} can be taken as ${format}.`,
  unknownFormat: ({ path }: { path: string }) =>
    `${path} is in none of the formats that are read: name the format to see why.`,
  noPairs: 'No image pairs were found: the user guide lists the layouts that are recognised.',
  importedFrom: ({ name }: { name: string }) => `Imported from ${name}.`,
  replace: ({ name, count }: Counted & { name: string }) =>
    `${counted(count, { one: 'pair has', other: 'pairs have' })} proposals named ${name} from an earlier import. Nothing was stored: choose to replace them, or give another name.`,
  nothingStored: 'The import was cancelled; nothing was stored.',
  partlyStored: ({ done, total }: Record<'done' | 'total', number>) =>
    `The import was cancelled: ${number(done)} of ${number(total)} proposals were stored. Import again to replace them.`,
  listNotWritten: ({ path, reason }: Record<'path' | 'reason', string>) =>
    `The list ${path} cannot be written (${clause(reason)}).`,
  noRegion: ({ count, format }: Counted & { format: string }) =>
    `None of the ${number(count)} predictions has a region, read as ${format}. If they have masks, name another format.`,
  moreProblems: ({ count }: Counted) => `There are ${number(count)} more problems: check the folder for all.`,
}
