import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { MOST_MESSAGE_BYTES } from '../contract/port'
import { packMessage } from './packed-message'
import { STREAM_MAGIC, streamPort } from './stream-port'

const MESSAGE = {
  kind: 'request',
  id: 7,
  input: {
    absent: null,
    text: 'Ünïcode',
    lists: [Float32Array.of(0.5, -2), Int8Array.of(-1, 2, 3), Int32Array.of(1 << 30), new Uint8Array(0)],
  },
}

/** What a port hears of these bytes, and why it was closed. */
function hear(chunks: readonly Uint8Array[]): { heard: unknown[]; problems: string[]; closed: number } {
  const input = new PassThrough()
  const result = { heard: [] as unknown[], problems: [] as string[], closed: 0 }
  const port = streamPort(input, new PassThrough(), { onBroken: (reason) => result.problems.push(reason) })
  port.onMessage((message) => result.heard.push(message))
  port.onClose(() => (result.closed += 1))
  chunks.forEach((chunk) => input.emit('data', Buffer.from(chunk)))
  return result
}

const whole = (...messages: unknown[]): Buffer =>
  Buffer.concat([STREAM_MAGIC, ...messages.flatMap((message) => packMessage(message))])

/** A message of JSON text and bytes as another program could send it. */
function raw(text: string, bytes: Uint8Array = new Uint8Array(0)): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(Buffer.byteLength(text), 0)
  header.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([STREAM_MAGIC, header, Buffer.from(text), bytes])
}

test('messages come whole, however the stream is cut or joined', () => {
  const bytes = whole(MESSAGE, 'second', MESSAGE)
  for (const length of [1, 3, 7, 64, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
      bytes.subarray(at * length, (at + 1) * length),
    )
    expect(hear(chunks)).toEqual({ heard: [MESSAGE, 'second', MESSAGE], problems: [], closed: 0 })
  }
})

test('a banner before the first message is skipped, also where it holds half of the first line', () => {
  const banner = Buffer.from('Welcome!\n\ndeltascribe port 2\ndeltascribe')
  const bytes = Buffer.concat([banner, whole(MESSAGE)])
  expect(hear([bytes]).heard).toEqual([MESSAGE])
  expect(hear([bytes.subarray(0, 50), bytes.subarray(50)]).heard).toEqual([MESSAGE])
})

test('a program that is another one is given up after a limit', () => {
  const noise = Buffer.alloc(40_000, 'no such command ')
  expect(hear([noise]).problems).toEqual([])
  expect(hear([noise, noise])).toEqual({
    heard: [],
    problems: ['what answers there is not Deltascribe'],
    closed: 1,
  })
})

test('a message that says it is too long is refused before it comes', () => {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(MOST_MESSAGE_BYTES, 0)
  const { heard, problems, closed } = hear([STREAM_MAGIC, header])
  expect([heard, problems, closed]).toEqual([[], [expect.stringContaining('too long')], 1])
  expect(() => packMessage(new Uint8Array(MOST_MESSAGE_BYTES))).toThrow('too long')
})

test.each([
  ['no JSON', raw('{')],
  ['no text', Buffer.concat([raw('"x"').subarray(0, -2), Buffer.from([0xff, 0x22])])],
  ['too deep', raw('['.repeat(3000) + ']'.repeat(3000))],
  ['a list beyond the bytes', raw('{"$part":["Uint8Array",0,9]}', new Uint8Array(8))],
  ['a list before the bytes', raw('{"$part":["Uint8Array",-1,1]}', new Uint8Array(8))],
  ['half an element', raw('{"$part":["Float32Array",0,3]}', new Uint8Array(8))],
  ['an unknown type', raw('{"$part":["Function",0,4]}', new Uint8Array(8))],
  [
    'the same bytes twice',
    raw('[{"$part":["Uint8Array",0,8]},{"$part":["Uint8Array",0,8]}]', new Uint8Array(8)),
  ],
])('%s ends the stream', (_, bytes) => {
  expect(hear([bytes, ...packMessage('after')])).toEqual({
    heard: [],
    problems: ['a message cannot be read'],
    closed: 1,
  })
})

test('a member named __proto__ is a member like others', () => {
  const [message] = hear([raw('{"__proto__":{"isAdmin":true}}')]).heard as [object]
  expect(Object.getPrototypeOf(message)).toBe(Object.prototype)
  expect('isAdmin' in message).toBe(false)
})

test('messages before the listener are kept, and the end of the stream is told once', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const port = streamPort(input, output)
  const onClose = vi.fn<() => void>()
  port.onClose(onClose)
  input.write(whole('early'))
  await expect.poll(() => input.readableLength).toBe(0)
  const heard: unknown[] = []
  port.onMessage((message) => heard.push(message))
  expect(heard).toEqual(['early'])
  port.post('answer')
  expect(output.read()).toEqual(whole('answer'))
  input.end()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1), 60_000)
  port.post('late')
  port.close()
  expect(onClose).toHaveBeenCalledTimes(1)
})
