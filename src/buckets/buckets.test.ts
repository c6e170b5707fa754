import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addressText, parseBucketAddress } from './address'
import { BucketFolder } from './bucket-folder'
import { listObjects } from './listing'
import { makeRoom } from './make-room'
import { prepareObjectFile } from './object-file'
import { startTestBucket } from './testing'
import type { TestBucket } from './testing'
import { cacheOfPath, objectPath, readTicket, safeName, writeTicket } from './ticket'

let bucket: TestBucket
let folder = ''
beforeAll(async () => {
  bucket = await startTestBucket()
})
afterAll(() => bucket.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-bucket-'))
})
afterEach(async () => {
  bucket.fault = null
  bucket.requests.length = 0
  await rm(folder, { recursive: true })
})

const opened = async (prefix: string, cacheBytes?: number): Promise<BucketFolder> => {
  const place = new BucketFolder(bucket.place(folder, prefix, cacheBytes))
  await place.list()
  return place
}

test('an address names a bucket and what its keys begin with', () => {
  expect(parseBucketAddress('s3://b-1/a/ü b/')).toEqual({ bucket: 'b-1', prefix: 'a/ü b/' })
  expect(addressText(parseBucketAddress('S3://bucket'))).toBe('s3://bucket')
  for (const address of ['s3://', 's3:///x', 's3://key:secret@bucket/x', 's3://a?b=c', '/s3://x']) {
    expect(() => parseBucketAddress(address)).toThrow('is no address of a bucket')
  }
})

test('no key names a file of its own choice', () => {
  const names = [
    '../../etc/passwd',
    'a/..',
    '/abs/con.png',
    'x/object.json',
    'a\0b',
    `x/${'ü'.repeat(400)}.png`,
  ]
  for (const name of names.map(safeName)) {
    expect(name).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}._ -]*$/u)
    expect(Buffer.from(name).length).toBeLessThanOrEqual(120)
    expect(name).not.toBe('object.json')
  }
})

test('all pages of a list are read', async () => {
  for (let index = 0; index < 5; index += 1) {
    await bucket.put(`pages/${index} + %41.png`, String(index))
  }
  const pages: number[] = []
  const found = await listObjects(
    bucket.connection,
    { bucket: bucket.bucket, prefix: 'pages/' },
    { onPage: (count) => pages.push(count), page: 2 },
  )
  expect(found.map(({ key, size }) => [key, size])).toEqual(
    [0, 1, 2, 3, 4].map((index) => [`pages/${index} + %41.png`, 1]),
  )
  expect(pages).toEqual([2, 4, 5])
})

test.each(['', '<NextContinuationToken>same</NextContinuationToken>'])(
  'a list that goes on nowhere is not taken for the whole (%j)',
  async (next) => {
    bucket.fault = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/xml' })
      response.end(
        `<ListBucketResult><IsTruncated>true</IsTruncated>${next}<Contents><Key>cut/a.png</Key></Contents></ListBucketResult>`,
      )
      return true
    }
    await expect(listObjects(bucket.connection, { bucket: bucket.bucket, prefix: 'cut/' })).rejects.toThrow(
      'The list of s3://pictures/cut is not whole',
    )
  },
)

test('credentials that are mended after a refusal are found by the next list', async () => {
  await bucket.put('mended/a.png', 'a')
  const file = join(folder, 'credentials')
  const write = (key: string): Promise<void> =>
    writeFile(file, `[default]\naws_access_key_id = ${key}\naws_secret_access_key = ${key}\n`)
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
    vi.stubEnv(name, undefined)
  }
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file)
  vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'none'))
  // a client of its own
  const connection = { ...bucket.connection, region: 'eu-central-1' }
  const list = (): Promise<unknown> => listObjects(connection, { bucket: bucket.bucket, prefix: 'mended/' })
  try {
    await write('WRONG')
    await expect(list()).rejects.toThrow('may not be read (InvalidAccessKeyId)')
    await write('S3RVER')
    expect(await list()).toHaveLength(1)
  } finally {
    vi.unstubAllEnvs()
  }
})

test('an object is fetched once, and again only when it is another one', async () => {
  await bucket.put('one/a.png', 'first')
  const place = await opened('one/')
  const first = await place.fetch('a.png')
  expect(await readFile(first, 'utf8')).toBe('first')
  await Promise.all([place.fetch('a.png'), place.fetch('a.png')])
  expect(bucket.requests.filter((one) => one.startsWith('GET /pictures/one/a.png'))).toHaveLength(1)

  await bucket.put('one/a.png', 'second')
  const again = await opened('one/')
  const second = await again.fetch('a.png')
  expect(second).not.toBe(first)
  expect(await readFile(second, 'utf8')).toBe('second')
  // without a new list too: the server is asked what the object is now
  await bucket.put('one/a.png', 'third')
  expect(await readFile(await new BucketFolder(again.place).fetch('a.png'), 'utf8')).toBe('third')
})

test('what is missing, refused or gone is told in words', async () => {
  await bucket.put('two/a.png', 'a')
  const place = await opened('two/')
  await bucket.remove('two/a.png')
  await expect(place.fetch('a.png')).rejects.toMatchObject({
    code: 'missing',
    message: expect.stringContaining('a.png is not there') as string,
  })
  bucket.fault = (_, response) => {
    response.writeHead(403, { 'Content-Type': 'application/xml' })
    response.end('<Error><Code>AccessDenied</Code><Message>key AKIASECRET</Message></Error>')
    return true
  }
  const refused = place.fetch('a.png')
  await expect(refused).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('a.png may not be read in the bucket (AccessDenied)') as string,
  })
  await expect(refused).rejects.not.toThrow('AKIA')
  bucket.fault = null
  await bucket.put('two/b.png', 'b')
  const other = await opened('two/')
  await other.fetch('b.png')
  bucket.fault = (_, response) => {
    response.writeHead(404, { 'Content-Type': 'application/xml' })
    response.end('<Error><Code>NoSuchBucket</Code></Error>')
    return true
  }
  await expect(new BucketFolder(other.place).fetch('b.png')).rejects.toMatchObject({ code: 'no-bucket' })
  bucket.fault = null
  const gone = new BucketFolder({ ...place.place, bucket: 'no-such-bucket' })
  await expect(gone.list()).rejects.toMatchObject({ code: 'no-bucket' })
})

test('a body that breaks off is asked for again, and nothing that is cut is kept', async () => {
  await bucket.put('three/a.png', 'x'.repeat(5000))
  const place = await opened('three/')
  let cuts = 0
  const cut: TestBucket['fault'] = (request, response) => {
    if (request.method !== 'GET' || !request.url?.includes('a.png')) {
      return false
    }
    cuts += 1
    response.writeHead(200, { 'Content-Length': '5000', ETag: '"0"' })
    response.write('x'.repeat(1000), () => response.destroy())
    return true
  }
  bucket.fault = (request, response) => cuts < 2 && cut(request, response)
  expect((await readFile(await place.fetch('a.png'))).length).toBe(5000)
  expect(cuts).toBe(2)

  await bucket.put('three/a.png', 'y'.repeat(5000))
  const other = await opened('three/')
  bucket.fault = cut
  await expect(other.fetch('a.png')).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringContaining('incomplete or damaged') as string,
  })
  const left = await readdir(join(folder, 'cache'), { recursive: true, withFileTypes: true })
  expect(left.filter(({ name }) => name.endsWith('.part'))).toEqual([])
})

test('bytes that are not those of the ETag are fetched again', async () => {
  await bucket.put('four/a.png', 'right')
  const place = await opened('four/')
  let lies = 1
  const { etag } = (await listObjects(bucket.connection, place.place))[0]
  bucket.fault = (request, response) => {
    if (request.method !== 'GET' || lies === 0) {
      return false
    }
    lies -= 1
    response.writeHead(200, { 'Content-Length': '5', ETag: etag })
    response.end('wrong')
    return true
  }
  expect(await readFile(await place.fetch('a.png'), 'utf8')).toBe('right')
})

test('the cache keeps its limit: what was not used for longest goes, and can be had again by its path', async () => {
  for (const name of ['a', 'b', 'c']) {
    await bucket.put(`five/${name}.png`, name.repeat(1000))
  }
  const place = await opened('five/', 2500)
  const paths = [await place.fetch('a.png'), await place.fetch('b.png'), await place.fetch('c.png')]
  await makeRoom(join(folder, 'cache'), 2500, -1)
  expect(paths.map((path) => existsSync(path))).toEqual([false, true, true])
  // a process that knows the path alone
  expect(await prepareObjectFile(paths[0])).toBeNull()
  expect(await readFile(paths[0], 'utf8')).toBe('a'.repeat(1000))
})

test('a world file comes with its image', async () => {
  await bucket.put('six/a.tif', 'image')
  await bucket.put('six/a.tfw', '1 2 3 4 5 6')
  const path = await (await opened('six/')).fetch('a.tif')
  expect(await readFile(path.replace(/\.tif$/, '.tfw'), 'utf8')).toBe('1 2 3 4 5 6')
})

test('a world file that is gone or may not be read costs the position alone', async () => {
  await bucket.put('seven/a.tif', 'image')
  await bucket.put('seven/a.tfw', '1 2 3 4 5 6')
  const place = await opened('seven/')
  bucket.fault = (request, response) => {
    const isSidecar = request.url?.includes('a.tfw') === true
    if (isSidecar) {
      response.writeHead(403, { 'Content-Type': 'application/xml' })
      response.end('<Error><Code>AccessDenied</Code></Error>')
    }
    return isSidecar
  }
  const path = await place.fetch('a.tif')
  const beside = path.replace(/\.tif$/, '.tfw')
  expect([await readFile(path, 'utf8'), existsSync(beside)]).toEqual(['image', false])
  bucket.fault = null
  // of an earlier version
  await writeFile(beside, '0')
  await bucket.remove('seven/a.tfw')
  await rm(path)
  expect([await place.fetch('a.tif'), existsSync(beside)]).toEqual([path, false])
  bucket.requests.length = 0
  await rm(path)
  await place.fetch('a.tif')
  expect(bucket.requests.filter((one) => one.includes('a.tfw'))).toEqual([])
})

test('a ticket in a folder that is no cache of this program is not followed', async () => {
  await bucket.put('six/a.png', 'bytes')
  const place = await opened('six/')
  const own = await place.fetch('a.png')
  expect(cacheOfPath(own)).toBe(join(folder, 'cache'))
  const ticket = (await readTicket(own))!
  const foreign = objectPath(join(folder, 'pictures'), ticket)
  await writeTicket(foreign, ticket)
  await rm(own)
  bucket.requests.length = 0
  expect(await prepareObjectFile(foreign)).toBeNull()
  expect([existsSync(foreign), bucket.requests]).toEqual([false, []])
  await prepareObjectFile(own)
  expect(existsSync(own)).toBe(true)
})
