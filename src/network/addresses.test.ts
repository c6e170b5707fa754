import { describe, expect, test } from 'vitest'
import { nextAddress, RefusedRedirect } from './addresses'

const hub = new URL('https://hub.test/model/file')
const local = new URL('http://127.0.0.1:4000/file')

async function refusal(from: URL, location: string, canLookUp = true): Promise<string> {
  const error = await nextAddress(from, location, canLookUp).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RefusedRedirect)
  return (error as Error).message
}

describe('a redirect', () => {
  test.each([
    [hub, '/elsewhere', 'https://hub.test/elsewhere'],
    [hub, 'https://203.0.113.7/file', 'https://203.0.113.7/file'],
    [local, 'http://127.0.0.1:4001/file', 'http://127.0.0.1:4001/file'],
    [local, 'http://localhost:4001/file', 'http://localhost:4001/file'],
    [new URL('https://10.0.0.5/a'), '/b', 'https://10.0.0.5/b'],
  ])('from %s to %s is followed', async (from, location, to) => {
    expect((await nextAddress(from, location, true)).href).toBe(to)
  })

  test.each([
    [hub, 'http://hub.test/file', 'not encrypted'],
    [hub, 'http://127.0.0.1/file', 'not encrypted'],
    [local, 'http://203.0.113.7/file', 'not encrypted'],
    [hub, 'file:///etc/passwd', 'no address of the web'],
    [hub, 'data:text/plain,x', 'no address of the web'],
    [hub, 'https://10.1.2.3/file', 'private network'],
    [hub, 'https://192.168.1.1/file', 'private network'],
    [hub, 'https://169.254.169.254/latest', 'private network'],
    [hub, 'https://[fd00::1]/file', 'private network'],
    [hub, 'https://[::ffff:10.0.0.1]/file', 'private network'],
    [hub, 'https://0x0a000001/file', 'private network'],
    [hub, 'https://127.0.0.1/file', 'private network'],
    [hub, 'https://localhost/file', 'private network'],
    [local, 'https://10.1.2.3/file', 'private network'],
    [hub, 'https://user:word@203.0.113.7/file', 'carries a login'],
    [hub, 'https://', 'address that is none'],
  ])('from %s to %s is refused', async (from, location, why) => {
    const message = await refusal(from, location)
    expect(message).toContain(`${from.host} sends on to`)
    expect(message).toContain(why)
  })

  test('behind a proxy is judged by its spelling, as the proxy looks names up', async () => {
    expect((await nextAddress(hub, 'https://other.test/file', false)).host).toBe('other.test')
    expect(await refusal(hub, 'https://10.1.2.3/file', false)).toContain('private network')
    expect(await refusal(hub, 'https://localhost/file', false)).toContain('private network')
  })

  test('names no query in its message, which may hold a secret', async () => {
    expect(await refusal(hub, 'http://hub.test/file?token=secret')).not.toContain('secret')
  })
})
