import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { network } from './attempts'
import { isLoopback, OwnHosts } from './own-hosts'
import type { Reach } from './own-hosts'
import { acceptedLanguages } from './sign-in-page'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8::6]:443', '2001:db8:0:0'],
  ['[2001:db8::6]', '2001:db8:0:0'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (address, wanted) => {
  expect(network(address)).toBe(wanted)
})

test('the languages of a browser are in the order of their quality', () => {
  const headers = { 'accept-language': 'en;q=0.5, de-CH, fr;q=0, zh;q=0.8' }
  expect(acceptedLanguages({ headers })).toEqual(['de-CH', 'zh', 'en'])
  expect(acceptedLanguages({ headers: {} })).toEqual([])
})

const request = (host: string | undefined, origin?: string): IncomingMessage =>
  ({ headers: { host, origin } }) as IncomingMessage

describe('the names that a server goes by', () => {
  const PORT = 8443
  const hosts = (reach: Partial<Reach>): OwnHosts =>
    new OwnHosts({ listen: '127.0.0.1', hosts: [], secured: 'tls', ...reach }, () => PORT)

  test.each<[Partial<Reach>, string | undefined, boolean]>([
    [{}, 'localhost:8443', true],
    [{}, '127.0.0.1:8443', true],
    [{}, 'localhost', false],
    [{}, 'evil.example:8443', false],
    [{}, undefined, false],
    [{ hosts: ['Team.example'] }, 'team.EXAMPLE:8443', true],
    [{ hosts: ['team.example'] }, 'team.example', false],
    [{ hosts: ['team.example'], secured: 'proxy' }, 'team.example', true],
    [{ hosts: ['team.example:9000'], secured: 'proxy' }, 'team.example:9000', true],
    [{ hosts: ['team.example:9000'], secured: 'proxy' }, 'team.example', false],
    [{ hosts: ['team.example'] }, 'team.example.evil.example:8443', false],
    [{ listen: '192.0.2.7' }, '192.0.2.7:8443', true],
    [{ listen: '::1' }, '[::1]:8443', true],
    [{ listen: 'FD00:0:0:0::5' }, '[fd00::5]:8443', true],
    [{ listen: 'fe80::5%eth0' }, '[fe80::5]:8443', true],
    [{ listen: '0::0' }, '[::]:8443', false],
    [{ hosts: ['FD00:0::5'] }, '[fd00::5]:8443', true],
    [{ hosts: ['[fd00:0::5]'] }, '[fd00::5]:8443', true],
    [{ hosts: ['[fd00:0::5]:9000'] }, '[fd00::5]:9000', true],
    [{ listen: '0.0.0.0' }, '0.0.0.0:8443', false],
    [{ listen: '0.0.0.0' }, '192.0.2.7:8443', false],
  ])('with %j, that %s is one of them is %s', (reach, host, isOwn) => {
    expect(hosts(reach).has(request(host))).toBe(isOwn)
  })

  test('a page of its own has the scheme and the host that the request names', () => {
    const own = hosts({ hosts: ['team.example'] })
    const isOrigin = (origin: string | undefined): boolean =>
      own.isOrigin(request('team.example:8443', origin))
    expect(isOrigin('https://team.example:8443')).toBe(true)
    expect(
      ['http://team.example:8443', 'https://team.example', 'https://localhost:8443', 'null', undefined].some(
        isOrigin,
      ),
    ).toBe(false)
  })

  test('the address to open has the first name, or where it listens', () => {
    expect(hosts({ hosts: ['team.example'] }).address()).toBe('https://team.example:8443/')
    expect(hosts({ hosts: ['team.example'], secured: 'proxy' }).address()).toBe('https://team.example/')
    expect(hosts({ secured: 'nobody' }).address()).toBe('http://127.0.0.1:8443/')
    expect(hosts({ listen: '0.0.0.0' }).address()).toBe('https://127.0.0.1:8443/')
  })

  test.each([
    ['127.0.0.1', true],
    ['127.1.2.3', true],
    ['::1', true],
    ['0:0::1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['192.168.1.2', false],
    ['127.0.0.1.evil.example', false],
  ])('that only this machine reaches %s is %s', (listen, wanted) => {
    expect(isLoopback(listen)).toBe(wanted)
  })
})
