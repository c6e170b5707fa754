import { describe, expect, test } from 'vitest'
import { differenceManifest, semanticManifest } from '../models/own-network/testing'
import { parseNetworkManifest } from './network-manifest'

const parse = (json: unknown) => parseNetworkManifest('/x/proposer.json', json)

/** The manifest with one value replaced, or without it where that is undefined. */
function withValue(json: Record<string, unknown>, field: string, value: unknown): unknown {
  const copy = structuredClone(json)
  const path = field.split('.')
  const parent = path.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, copy)
  parent[path[path.length - 1]] = value
  return JSON.parse(JSON.stringify(copy))
}

test('both kinds of size, of inputs and of outputs are read', () => {
  expect(parse(differenceManifest())).toMatchObject({ id: 'difference-net', size: { kind: 'multiple' } })
  expect(parse(semanticManifest())).toMatchObject({ id: 'semantic-net', size: { kind: 'fixed' } })
})

describe('what is wrong is refused with the name of the field:', () => {
  test.each([
    ['licence', undefined, 'licence is missing'],
    ['network.file', undefined, 'network.file is missing'],
    ['inputs.mean', undefined, 'inputs.mean is missing'],
    ['size', undefined, 'size is missing'],
    ['threshold', undefined, 'threshold is missing'],
    ['colour', 'red', 'colour is no field that is known'],
    ['inputs.colour', 'red', 'inputs.colour is no field that is known'],
    ['size.height', 256, 'size.height is no field that is known'],
    [
      'network.file',
      '../net.onnx',
      'network.file is wrong (it must be the name of a file in the same folder',
    ],
    ['network.file', 'net.pt', 'network.file is wrong (it must end with .onnx'],
    ['network.data', 'proposer.json', 'network.data is wrong'],
    ['inputs.names', ['x', 'x'], 'inputs.names is wrong (the two names are the same'],
    ['inputs.names', [], 'inputs.names is wrong'],
    ['inputs.type', 'float16', 'inputs.type is wrong'],
    ['inputs.range', [0, 2], 'inputs.range is wrong (it must be [0, 1] or [0, 255])'],
    ['inputs.deviation', [1, 1, 0], 'inputs.deviation.2 is wrong'],
    ['size.kind', 'any', 'size.kind is wrong (its kind must be "fixed" or "multiple")'],
    ['size.largest', 500, 'size.largest is wrong (it is no multiple of 16'],
    ['size.tile', 1024, 'size.tile is wrong (it is more than size.largest'],
    ['size.overlap', 200, 'size.overlap is wrong (it is more than half of a tile'],
    ['outputs.names', ['a', 'b'], 'outputs.classes is missing'],
    ['outputs.noChange', 'none', 'outputs.noChange is wrong (it needs outputs.classes'],
    ['threshold', 1, 'threshold is wrong'],
    ['leastArea', 0, 'leastArea is wrong'],
    ['id', 'My Net', 'id is wrong'],
  ])('%s as %j', (field, value, message) => {
    expect(() => parse(withValue(differenceManifest(), field, value))).toThrow(
      `/x/proposer.json does not describe the network: ${message}`,
    )
  })

  test.each([
    ['outputs.classes', ['a', 'a'], 'outputs.classes is wrong (two classes have one name'],
    ['outputs.noChange', 'other', 'outputs.noChange is wrong (it must name one of outputs.classes'],
    ['outputs.noChange', undefined, 'outputs.noChange is missing'],
  ])('%s as %j of a network with classes', (field, value, message) => {
    expect(() => parse(withValue(semanticManifest(), field, value))).toThrow(message)
  })

  test('what is no object, and a newer format', () => {
    expect(() => parse(['a'])).toThrow('it is wrong')
    expect(() => parse({ ...differenceManifest(), format: 2 })).toThrow('is a model of a newer version')
  })
})
