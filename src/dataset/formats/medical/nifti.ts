import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sliceOf } from '../../../domain/slice-path'
import { fileSource, withImageFile } from '../../../images/file'
import { labelHeader } from '../../../images/nifti/label-header'
import { gridOf, voxelAt } from '../../../images/nifti/slice-grid'
import { parseNifti } from '../../../images/nifti/volume'
import type { NiftiVolume } from '../../../images/nifti/volume'
import { volumeStart } from '../../../images/nifti/volume-bytes'
import { message } from '../../../messages/message'
import { allCaptions } from '../../export/export-pair'
import type { WrittenPair } from '../../export/export-pair'
import { classEntries, classNamesIn, paintClasses } from '../class-numbers'
import { mapped, writeJsonList } from '../../export/write-pieces'
import type { DatasetFormat, FormatWriter } from '../format'
import { CLASS_FILE } from '../class-number-labels'
import { niftiReader, VOLUME_LIST } from './nifti-reader'
import { groupsOfScans, scanEntryOf, uniqueName, writeScanPair } from './scan-pair'

const compress = promisify(gzip)

/** Label volumes: class numbers in the voxels of the after image. */
const writer: FormatWriter = {
  description:
    'NIfTI labels: `labels/NAME.nii.gz` has a class number for each voxel of the after volume, 0 where nothing ' +
    'changed or nothing was reviewed, with the dimensions, sizes and orientation of that volume (dim, pixdim, qform ' +
    'and sform). Slices of the same two files and of one direction share a volume; a pair that ' +
    'shows a slice again has another one. `' +
    `${CLASS_FILE}\` has the names of the numbers. Where regions lie over one another the later one counts. Our own ` +
    `list \`${VOLUME_LIST}\` has images, volumes, slices, captions and the areas of regions in square millimetres. ` +
    'Images of the slices are in `images/{before,after}`.',
  supports: {
    masks: 'classes',
    categories: 'all',
    beforeMasks: 'none',
    details: 'captions',
    captions: 'all',
  },
  sentences: allCaptions,
  writePair: (output, pair) => writeScanPair(output, pair, 'nifti', message('exports.noVolume')),
  async writeLists(output, written) {
    const names = classNamesIn(written)
    await writeJsonList(output, CLASS_FILE, classEntries(names))
    const entries = new Map<WrittenPair, object>()
    const taken = new Set<string>()
    for (const scans of await groupsOfScans(written)) {
      const label = `labels/${uniqueName(scans[0], taken)}.nii.gz`
      const pairs = scans.map((scan) => scan.written)
      const { bytes, slices } = await labelVolume(pairs, names)
      await output.write(label, await compress(bytes))
      for (const [index, scan] of scans.entries()) {
        entries.set(scan.written, { ...scanEntryOf(scan), label, ...slices[index] })
      }
    }
    await writeJsonList(
      output,
      VOLUME_LIST,
      mapped(written, (pair) => entries.get(pair) ?? {}),
    )
  },
  notices: () => [],
}

export const nifti: DatasetFormat = {
  name: 'nifti',
  title: 'NIfTI labels',
  summary: message('formats.nifti'),
  recognisedBy: 'list-names',
  needs: 'nifti',
  page: {
    text:
      'For pairs of NIfTI files: others are left out with the reason. `labels/NAME.nii.gz` has class numbers in the ' +
      'voxels of the after file, with its dimensions and orientation, so that viewers lay it over that file; ' +
      '`classes.json` has the names. Slices of the same two files and of one direction share a volume; a pair that ' +
      'shows a slice again has another one. Areas are in mm².',
  },
  writer,
  reader: niftiReader,
}

interface LabelledSlice {
  axis: string
  /** From 1. */
  slice: number
}

async function labelVolume(
  pairs: readonly WrittenPair[],
  names: readonly string[],
): Promise<{ bytes: Buffer; slices: LabelledSlice[] }> {
  const volume = await volumeAt(pairs[0].pair.item.afterPath)
  const [across, down, deep] = volume.dims
  const size = names.length > 255 ? 2 : 1
  const labels = Buffer.alloc(across * down * deep * size)
  const slices: LabelledSlice[] = []
  for (const { pair } of pairs) {
    const grid = gridOf(volume, sliceOf(pair.item.afterPath))
    if (grid === null) {
      throw new Error(`${pair.item.key} has no such slice`)
    }
    slices.push({ axis: grid.axis, slice: grid.number })
    const painted = paintClasses(pair, names)
    painted.forEach((value, at) => {
      if (value > 0) {
        const voxel = voxelAt(grid, volume.dims, at % grid.width, Math.floor(at / grid.width)) * size
        if (size === 1) {
          labels[voxel] = value
        } else if (volume.isLittle) {
          labels.writeUInt16LE(value, voxel)
        } else {
          labels.writeUInt16BE(value, voxel)
        }
      }
    })
  }
  return { bytes: Buffer.concat([labelHeader(volume, size), labels]), slices }
}

function volumeAt(path: string): Promise<NiftiVolume> {
  return withImageFile(path, async (handle, bytes) =>
    parseNifti(await volumeStart(fileSource(handle, bytes))),
  )
}
