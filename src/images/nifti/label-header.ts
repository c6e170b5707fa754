import type { NiftiVolume } from './volume'
import { HEADER_BYTES } from './volume-bytes'

/** Bytes of the header that say how a volume lies: they are copied. nifti1.h has their meaning. */
const GEOMETRY: readonly (readonly [start: number, end: number])[] = [
  [0, 4], // sizeof_hdr
  [39, 40], // dim_info
  [76, 108], // pixdim
  [123, 124], // xyzt_units
  [252, 328], // qform, sform
]

const LABEL_INTENT = 1002
const VOXELS_AT = 352

/**
 * Header of a volume of labels in the place of another one, in the same byte order, with the four bytes that say that no
 * extension follows. Texts of the source are not copied: they may name a person.
 * @param size bytes of a label, 1 or 2
 */
export function labelHeader({ header, dims, isLittle }: NiftiVolume, size: 1 | 2): Buffer {
  const made = Buffer.alloc(VOXELS_AT)
  for (const [start, end] of GEOMETRY) {
    header.copy(made, start, start, end)
  }
  const short = (value: number, at: number): number =>
    isLittle ? made.writeInt16LE(value, at) : made.writeInt16BE(value, at)
  const real = (value: number, at: number): number =>
    isLittle ? made.writeFloatLE(value, at) : made.writeFloatBE(value, at)
  for (const [axis, side] of [3, ...dims, 1, 1, 1, 1].entries()) {
    short(side, 40 + 2 * axis)
  }
  short(LABEL_INTENT, 68)
  short(size === 1 ? 2 : 512, 70)
  short(8 * size, 72)
  real(VOXELS_AT, 108)
  real(1, 112)
  made.write('n+1\0', HEADER_BYTES - 4, 'latin1')
  return made
}
