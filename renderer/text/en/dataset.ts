import type { ExportFormat } from '../../../src/contract/work'

export const dataset = {
  title: 'Export a dataset',
  lead: 'Writes the pairs that you choose, with masks and captions, into a new folder.',
  format: 'Format',
  formats: {
    'levir-mci': {
      title: 'LEVIR-MCI',
      explain:
        'Change captioning and change segmentation in one: read by Change-Agent, RSICCformer and their successors.',
    },
    coco: {
      title: 'COCO',
      explain:
        'Instances with run-length masks, and captions: read by pycocotools, Detectron2, MMDetection and CVAT.',
    },
    'qwen-vl': {
      title: 'Qwen-VL conversations',
      explain:
        'Two images and a question per sample: read by Qwen-VL fine-tuning, LLaMA-Factory and ms-swift.',
    },
    'a-b': {
      title: 'A, B and label folders',
      explain:
        'Images and masks of one name in three folders for each split: read by most change detection code.',
    },
    'spot-the-diff': {
      title: 'Spot-the-Diff',
      explain:
        'Two images, their difference and free sentences: read by VisualRelationships and other change captioning code.',
    },
    'image-editing-request': {
      title: 'Image-Editing-Request',
      explain:
        'An image, its edited version and what was asked for: read by VisualRelationships and its successors.',
    },
    'clevr-change': {
      title: 'CLEVR-Change',
      explain:
        'Triplets of a before image, a changed and an unchanged after image: read by RobustChangeCaptioning and its successors.',
    },
    webdataset: {
      title: 'WebDataset',
      explain:
        'Shards of samples in tar files, for reading in a stream: read by WebDataset, torchdata and Hugging Face datasets.',
    },
  } satisfies Record<ExportFormat, { title: string; explain: string }>,
  states: 'States to include',
  statesExplain: 'Accepted and corrected pairs are what people have checked.',
  out: 'Folder to write',
  outPlaceholder: 'A folder that does not exist yet, or is empty',
  choose: 'Choose…',
  chooseTitle: 'Folder to put the dataset into',
  preview: 'What will be written',
  previewing: 'Counting…',
  noState: 'Choose at least one state.',
  nothing: 'No pair has one of these states yet. Review some pairs first.',
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
  cancel: 'Cancel the export',
  done: (count: number) => `Exported ${count === 1 ? '1 pair' : `${count.toLocaleString()} pairs`}`,
  failed: 'The export failed',
  cancelled: 'The export was cancelled. Nothing was left behind.',
  openFolder: 'Open the folder',
  another: 'Export again',
  earlier: 'Exports in this session',
}
