import { describe, expect, test } from 'vitest'
import { reachOfIp } from '../network/addresses'
import { parseAddress, reachOf } from './address'

describe('CA: addresses of the caption connector', () => {
  test.each([
    ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['localhost:11434', 'http://localhost:11434/v1'],
    [' http://nas.lan:1234/v1/ ', 'http://nas.lan:1234/v1'],
    ['http://nas.lan/v1/chat/completions', 'http://nas.lan/v1'],
    ['https://host/proxy/v1/models', 'https://host/proxy/v1'],
    ['[::1]:8000', 'http://[::1]:8000/v1'],
  ])('CA1: %s is understood as %s', (typed, expected) => {
    expect(parseAddress(typed).address).toBe(expected)
  })

  test.each([
    '',
    'ftp://host/v1',
    'http://',
    'file:///etc/passwd',
    'http://user:word@host/v1',
    'http://host/v1?key=x',
  ])('CA2: "%s" is refused', (typed) => {
    expect(() => parseAddress(typed)).toThrow(/address/)
  })

  test.each([
    ['127.0.0.1', 'machine'],
    ['127.9.9.9', 'machine'],
    ['::1', 'machine'],
    ['::ffff:127.0.0.1', 'machine'],
    ['10.1.2.3', 'network'],
    ['172.31.255.255', 'network'],
    ['192.168.1.4', 'network'],
    ['100.100.1.1', 'network'],
    ['fd12::1', 'network'],
    ['fe80::1%eth0', 'network'],
    ['::ffff:192.168.0.1', 'network'],
    ['172.32.0.1', 'public'],
    ['8.8.8.8', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['2001:4860:4860::8888', 'public'],
  ] as const)('CA3: %s is of the %s', (ip, reach) => {
    expect(reachOfIp(ip)).toBe(reach)
  })

  test('CA4: a name is where its address is, and one without an address is nowhere', async () => {
    expect(await reachOf(parseAddress('localhost:1'))).toBe('machine')
    expect(await reachOf(parseAddress('no-such-host.invalid'))).toBe('unknown')
  })
})
