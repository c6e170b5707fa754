import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import { encodeDbf } from '../src/dataset/formats/geographic/dbf'
import { encodeGeometry } from '../src/dataset/formats/geographic/gpkg-geometry'
import { encodeShapes } from '../src/dataset/formats/geographic/shp'
import { crsOfCode } from '../src/georeference/crs'
import { encodeGeoTiff } from '../src/georeference/write-tiff'
import { serializeModel } from '../src/graph'
import { writeSafetensors } from '../src/graph/safetensors'
import { asJpeg2000, asJpegLs, makeDicom, SYNTAXES } from '../src/images/dicom/testing'
import { makeNifti } from '../src/images/nifti/testing'
import { encodePng } from '../src/images/raster'
import { makePair, makeTiff } from '../src/images/testing'
import { encodeBrush } from '../src/mask/label-studio-rle'
import { encodeRle } from '../src/mask/rle'
import { tokenizerToJson } from '../src/text/bpe/json'
import { trainTokenizer } from '../src/text/bpe/train'

/** `npx tsx fuzz/seeds.ts`: writes the inputs that fuzzing begins with, small and whole, into `fuzz/corpus`. */
const [WIDTH, HEIGHT] = [12, 10]

function put(target: string, name: string, bytes: Uint8Array | string): void {
  const folder = join(import.meta.dirname, 'corpus', target)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), bytes)
}

const { before } = makePair(1, WIDTH, HEIGHT)
const png = await encodePng(before)
const samples = Uint8Array.from(before.data)
put('image-header', 'rgb.png', png)
for (const compression of [1, 5, 8] as const) {
  const tiff = makeTiff({ width: WIDTH, height: HEIGHT, data: samples, compression })
  put('tiff', `rgb-${compression}.tif`, tiff)
  put('image-header', `rgb-${compression}.tif`, tiff)
}

const words = Buffer.from(Uint16Array.from(samples.subarray(0, WIDTH * HEIGHT)).buffer)
const FRAME = { width: WIDTH, height: HEIGHT, bitsPerSample: 16, componentCount: 1, isSigned: false }
for (const [name, syntax, pixels] of [
  ['little', SYNTAXES.little, words],
  ['jpeg-ls', SYNTAXES.jpegLs, [await asJpegLs(FRAME, words)]],
  ['jpeg-2000', SYNTAXES.jpeg2000, [await asJpeg2000(FRAME, words)]],
] as const) {
  const dicom = makeDicom({ width: WIDTH, height: HEIGHT, syntax, pixels, center: '90', windowWidth: '120' })
  put('dicom', `${name}.dcm`, dicom)
  put('image-header', `${name}.dcm`, dicom)
}

for (const isPacked of [false, true]) {
  const volume = makeNifti({ dims: [WIDTH, HEIGHT, 3], at: (i, j, k) => i + j + k, isPacked })
  put('image-header', isPacked ? 'volume.nii.gz' : 'volume.nii', volume)
}

const bitmap = { width: WIDTH, height: HEIGHT, data: new Uint8Array(WIDTH * HEIGHT).fill(1, 20, 70) }
put('rle', 'runs', Buffer.concat([Buffer.of(HEIGHT - 1, WIDTH - 1), Buffer.from(encodeRle(bitmap).counts)]))
put('rle', 'brush', Buffer.concat([Buffer.of(HEIGHT - 1, WIDTH - 1), Buffer.from(encodeBrush(bitmap))]))

const tensor = { shape: [2, 3], values: Float32Array.of(1, 2, 3, 4, 5, 6) }
put('safetensors', 'one', writeSafetensors(new Map([['weight', tensor]])))
const SHAPE = [1, 3]
put(
  'onnx',
  'add',
  serializeModel({
    name: 'add',
    inputs: [{ name: 'x', type: 'float32', shape: SHAPE }],
    outputs: [{ name: 'y', type: 'float32', shape: SHAPE }],
    constants: [{ name: 'one', type: 'float32', shape: SHAPE, data: Float32Array.of(1, 1, 1) }],
    nodes: [{ op: 'Add', inputs: ['x', 'one'], outputs: ['y'] }],
  }),
)

const tokenizer = JSON.stringify(tokenizerToJson(trainTokenizer(['a red car left', 'a red bus came'], 270)))
put('tokenizer', 'small.json', tokenizer)
put('json-text', 'list.json', '{"items": [{"a": 1}, {"b": [true, null]}], "a": "\\u00e9", "a": 2}')
put('json-text', 'tokenizer.json', tokenizer)

const ROWS = 'A/1.png,B/1.png,"one, two",train\nA/2.png,B/2.png,,val\n'
put('lists', 'csv', `0before,after,caption,split\n${ROWS}`)
put('lists', 'semicolons', `0${`before,after,caption,split\n${ROWS}`.replaceAll(',', ';')}`)
put('lists', 'jsonl', '1{"before": "A/1.png", "after": "B/1.png", "key": "one"}\n{"before": 1}\n')

const segmentation = encodeRle(bitmap)
const result = `{"image_id": "a/1", "category_id": 1, "segmentation": ${JSON.stringify(segmentation)}, "score": NaN}`
put(
  'predictions',
  'results',
  `0[${result.replace('NaN', '0.5')}, ${result}, {"image_id": 2, "caption": "a car"}]`,
)
const record = {
  captions: ['a car left'],
  score: 0.5,
  regions: [{ category: 'car', segmentation, score: 1 }],
}
put('predictions', 'records', `1${JSON.stringify({ 'a/1': record, 'a/2': 'a car', 'a/3': ['x', 'y'] })}`)
put('predictions', 'lines', `2${JSON.stringify({ key: 'a/1', ...record })}\n{"img_id": 3, "text": "a car"}\n`)

const shard = pack()
for (const [name, content] of Object.entries({
  'pair.before.png': png,
  'pair.after.png': png,
  'pair.json': Buffer.from('{"captions": ["a car left"]}'),
  'pair.txt': Buffer.from('a car left'),
})) {
  shard.entry({ name }, content)
}
shard.finalize()
put('tar', 'shard.tar', await buffer(shard))

const PLACE = [600_000, 0.5, 0, 5_700_000, 0, -0.5] as const
const utm = await crsOfCode(32_632)
const label = { width: WIDTH, height: HEIGHT, samples: 1, data: bitmap.data } as const
const SQUARES = [
  [
    [
      [0, 0],
      [0, 5],
      [5, 5],
      [0, 0],
    ],
  ],
]
/** System, size and transform of a frame, as `targets/georeference.ts` reads them. */
function framePlace(system: number, transform: readonly number[]): Buffer {
  const bytes = Buffer.alloc(53)
  bytes[0] = system
  bytes.writeUInt16LE(WIDTH, 1)
  bytes.writeUInt16LE(HEIGHT, 3)
  transform.forEach((value, at) => bytes.writeDoubleLE(value, 5 + 8 * at))
  return bytes
}

/** The first byte chooses the parser: see `targets/georeference.ts`. */
const mapFiles: readonly (string | Uint8Array)[] = [
  await encodeGeoTiff(label, [...PLACE], utm),
  utm?.wkt ?? '',
  '0.5\n0\n0\n-0.5\n600000.25\n5699999.75\n',
  encodeShapes([SQUARES, null]).shp,
  encodeDbf([{ name: 'key', type: 'C', length: 8, decimals: 0 }], [{ key: 'one' }]),
  encodeGeometry(SQUARES, 32_632, [0, 0, 5, 5]),
  Buffer.concat([framePlace(0, [...PLACE]), framePlace(2, [10.43, 1e-5, 0, 51.45, 0, -1e-5])]),
]
mapFiles.forEach((bytes, kind) =>
  put('georeference', String(kind), Buffer.concat([Buffer.of(kind), Buffer.from(bytes)])),
)
