import type { DataSet } from 'dicom-parser'

/** DICOM PS3.3 C.12.1.1.2, those without escapes, by the names of the Encoding Standard. */
const ENCODINGS: Readonly<Record<string, string>> = {
  '': 'windows-1252',
  'ISO_IR 6': 'windows-1252',
  'ISO_IR 100': 'windows-1252',
  'ISO_IR 101': 'iso-8859-2',
  'ISO_IR 109': 'iso-8859-3',
  'ISO_IR 110': 'iso-8859-4',
  'ISO_IR 144': 'iso-8859-5',
  'ISO_IR 127': 'iso-8859-6',
  'ISO_IR 126': 'iso-8859-7',
  'ISO_IR 138': 'iso-8859-8',
  'ISO_IR 148': 'windows-1254',
  'ISO_IR 13': 'shift_jis',
  'ISO_IR 192': 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
}

/** A text in the characters that the file names for all of it; null where it is missing, empty or in characters that are not read. */
export function valueText(dataSet: DataSet, tag: string, file = dataSet): string | null {
  const found = dataSet.elements[tag]
  const encoding = ENCODINGS[(file.string('x00080005') ?? '').trim()]
  if (found === undefined || found.length <= 0 || encoding === undefined) {
    return null
  }
  const bytes = dataSet.byteArray.subarray(found.dataOffset, found.dataOffset + found.length)
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes).replaceAll('\0', '').trim()
    return text === '' ? null : text
  } catch {
    return null
  }
}
