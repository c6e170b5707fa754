import { fileOf, sliceOf } from '../../../domain/slice-path'
import { segmentationFile } from '../../../images/dicom/segmentation'
import type { SegmentFrame } from '../../../images/dicom/segmentation'
import { patientData, sourceReference } from '../../../images/dicom/source-reference'
import { readImageFile } from '../../../images/file'
import { HeaderError } from '../../../images/header/source'
import { paintRle } from '../../../mask/rle'
import { message } from '../../../messages/message'
import { allCaptions, PairLeftOut } from '../../export/export-pair'
import type { PlannedPair, WrittenPair } from '../../export/export-pair'
import { mapped, writeJsonList } from '../../export/write-pieces'
import type { DatasetFormat, FormatOptions, FormatWriter } from '../format'
import { dicomSegReader, SEGMENTATION_LIST } from './dicom-seg-reader'
import { groupsOfScans, scanEntryOf, uniqueName, writeScanPair } from './scan-pair'

/** DICOM Segmentation objects, one for each pair of files. */
const writer: FormatWriter = {
  description:
    'DICOM Segmentation (PS3.3 A.51): `segmentations/NAME.dcm` is binary, with one segment for each category and one ' +
    'frame for each segment and frame of the source, which it refers to by SOP instance and frame number. Frames of ' +
    'the same two files share one; a pair that shows a frame again has another one. Its own ' +
    `UIDs are made from hashes. A pair without change has none. Our own list \`${SEGMENTATION_LIST}\` has images, ` +
    'segmentations, captions and the areas of regions in square millimetres. Images of the frames are in ' +
    '`images/{before,after}`.',
  supports: {
    masks: 'classes',
    categories: 'all',
    beforeMasks: 'none',
    details: 'captions',
    captions: 'all',
  },
  sentences: allCaptions,
  async writePair(output, pair) {
    const written = await writeScanPair(output, pair, 'dicom', message('exports.noDicom'))
    await referenceOf(pair)
    return written
  },
  async writeLists(output, written, options) {
    const entries = new Map<WrittenPair, object>()
    const taken = new Set<string>()
    for (const scans of await groupsOfScans(written)) {
      const pairs = scans.map((scan) => scan.written)
      const bytes = await segmentationOf(pairs, options)
      const label = bytes === null ? null : `segmentations/${uniqueName(scans[0], taken)}.dcm`
      if (bytes !== null && label !== null) {
        await output.write(label, bytes)
      }
      for (const scan of scans) {
        const frame = scan.header.slices?.shown.number ?? null
        entries.set(scan.written, { ...scanEntryOf(scan), label, frame })
      }
    }
    await writeJsonList(
      output,
      SEGMENTATION_LIST,
      mapped(written, (pair) => entries.get(pair) ?? {}),
    )
  },
  notices: () => [],
}

export const dicomSeg: DatasetFormat = {
  name: 'dicom-seg',
  title: 'DICOM Segmentation',
  summary: message('formats.dicomSeg'),
  recognisedBy: 'list-names',
  needs: 'dicom',
  page: {
    text:
      'For pairs of DICOM files: others are left out with the reason. `segmentations/NAME.dcm` is a binary segmentation ' +
      'of the after file, with a segment a category; it refers to the SOP instance and frame. Frames of the same two ' +
      'files share a segmentation; a pair that shows a frame again has another one. Elements about the patient are ' +
      'empty, unless `--patient-data copied` asks for them. Areas are in mm².',
  },
  writer,
  reader: dicomSegReader,
}

async function referenceOf({ item }: PlannedPair): Promise<ReturnType<typeof sourceReference>> {
  try {
    return sourceReference(await readImageFile(item.afterPath), sliceOf(item.afterPath))
  } catch (error) {
    throw error instanceof HeaderError ? new PairLeftOut(message('exports.noInstance')) : error
  }
}

/** Null where nothing changed in any of the pairs. */
async function segmentationOf(
  pairs: readonly WrittenPair[],
  { patientData: choice }: FormatOptions,
): Promise<Buffer | null> {
  const bytes = await readImageFile(fileOf(pairs[0].pair.item.afterPath))
  const masks = pairs.map(({ pair }) => masksOf(pair))
  const names = [...new Set(masks.flatMap((one) => [...one.keys()]))].sort()
  const frames: SegmentFrame[] = []
  for (const [index, name] of names.entries()) {
    for (const [at, { pair }] of pairs.entries()) {
      const mask = masks[at].get(name)
      if (mask !== undefined) {
        const source = sourceReference(bytes, sliceOf(pair.item.afterPath))
        frames.push({ source, segment: index + 1, mask })
      }
    }
  }
  return frames.length === 0
    ? null
    : segmentationFile(names, frames, choice === 'copied' ? patientData(bytes) : undefined)
}

/** Categories with a pixel, each as one mask. */
function masksOf({ item, content }: PlannedPair): Map<string, Uint8Array> {
  const masks = new Map<string, Uint8Array>()
  for (const { category, mask } of content.regions) {
    const data = masks.get(category) ?? new Uint8Array(item.width * item.height)
    paintRle(mask, data, 1)
    if (data.includes(1)) {
      masks.set(category, data)
    }
  }
  return masks
}
