import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseBucketAddress } from './address'
import { connect, forgetConnection } from './connection'
import { listObjects } from './listing'

const amazon = { endpoint: null, region: null, pathStyle: false }
let home = ''

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-aws-'))
  vi.stubEnv('AWS_REGION', undefined)
  vi.stubEnv('AWS_PROFILE', undefined)
  vi.stubEnv('AWS_CONFIG_FILE', join(home, 'config'))
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(home, 'credentials'))
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'someone')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  forgetConnection(amazon)
})
afterEach(() => {
  vi.unstubAllEnvs()
  forgetConnection(amazon)
  rmSync(home, { recursive: true })
})

test('a region that nobody named is the one that every bucket can be asked for in', async () => {
  const { client } = await connect(amazon)
  expect(await client.config.region()).toBe('us-east-1')
})

test('the region of the settings goes before it', async () => {
  writeFileSync(join(home, 'config'), '[default]\nregion = eu-west-3\n')
  const { client } = await connect(amazon)
  expect(await client.config.region()).toBe('eu-west-3')
})

test('a bucket in another region is found there', async () => {
  const asked: string[] = []
  const server = await bucketIn('eu-central-1', asked)
  const { port } = server.address() as AddressInfo
  const connection = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', pathStyle: true }
  try {
    const objects = await listObjects(connection, parseBucketAddress('s3://pairs/set'))
    expect(objects.map(({ key }) => key)).toEqual(['set/a.png'])
    expect(asked).toEqual(['us-east-1', 'eu-central-1'])
  } finally {
    server.close()
    server.closeAllConnections()
  }
})

const REDIRECT = '<Error><Code>PermanentRedirect</Code><Message>elsewhere</Message></Error>'
const LISTING =
  '<ListBucketResult><Name>pairs</Name><KeyCount>1</KeyCount><IsTruncated>false</IsTruncated><Contents>' +
  '<Key>set/a.png</Key><Size>1</Size><ETag>"1"</ETag></Contents></ListBucketResult>'

/** Answers as Amazon does to requests that are signed for another region. @param asked gets the regions */
async function bucketIn(region: string, asked: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    const named = regionOf(request)
    asked.push(named)
    response
      .writeHead(named === region ? 200 : 301, {
        'content-type': 'application/xml',
        'x-amz-bucket-region': region,
      })
      .end(named === region ? LISTING : REDIRECT)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Credential=KEY/DATE/REGION/s3/aws4_request */
function regionOf({ headers }: IncomingMessage): string {
  return /Credential=[^/]+\/\d+\/([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? ''
}
