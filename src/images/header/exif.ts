/** The orientation (tag 0x0112) of an EXIF block that begins with its TIFF header; 1 where there is none. */
export function exifOrientation(exif: Buffer): number {
  const order = exif.toString('latin1', 0, 2)
  if (exif.length < 14 || (order !== 'II' && order !== 'MM')) {
    return 1
  }
  const little = order === 'II'
  const u16 = (offset: number): number => (little ? exif.readUInt16LE(offset) : exif.readUInt16BE(offset))
  const u32 = (offset: number): number => (little ? exif.readUInt32LE(offset) : exif.readUInt32BE(offset))
  const directory = u32(4)
  if (directory + 2 > exif.length) {
    return 1
  }
  const count = u16(directory)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > exif.length) {
      return 1
    }
    if (u16(entry) === 0x0112) {
      return validOrientation(u16(entry + 8))
    }
  }
  return 1
}

export function validOrientation(value: number): number {
  return value >= 1 && value <= 8 ? value : 1
}
