import { Parameters } from '../../graph'
import type { Parameter } from '../../graph'
import type { FamilySizes } from '../network'

/**
 * Parameters of the shared encoder: backbone, matching, difference map, and object attributes.
 * The families have it as `pair.`, CCRC at the top, where it calls the names `objects`.
 */
const ENCODER =
  /^(pair\.)?(backbone\.|matching\.|fineWays\.|facing\.|difference\.(mix|measured|turned|aligned|merge|spread)\.|naming\.|objects\.(weight|bias)$)/

export function isEncoderParameter(name: string): boolean {
  return ENCODER.test(name)
}

/** Parameters, with a frozen encoder where `freezeEncoder` is set. */
export function familyParameters({ freezeEncoder }: FamilySizes): Parameters {
  return Parameters.create(freezeEncoder === true ? { isFrozen: isEncoderParameter } : {})
}

/**
 * The encoder's values of another family's model, under the names of `parameters`.
 * @throws RangeError where `values` lack some of it, or have it in another shape
 */
export function encoderValues(
  values: ReadonlyMap<string, Float32Array>,
  parameters: readonly Parameter[],
): Map<string, Float32Array> {
  const valuesByName = new Map(
    [...values].filter(([name]) => isEncoderParameter(name)).map(([name, own]) => [commonName(name), own]),
  )
  const initial = new Map<string, Float32Array>()
  for (const { source, shape } of parameters) {
    if (!isEncoderParameter(source.name)) {
      continue
    }
    const own = valuesByName.get(commonName(source.name))
    if (own?.length !== shape.reduce((size, side) => size * side, 1)) {
      throw new RangeError(
        `The model whose encoder is to be frozen has no ${commonName(source.name)} of this shape.`,
      )
    }
    initial.set(source.name, own)
  }
  return initial
}

/** One name for both spellings. */
function commonName(name: string): string {
  return name.replace(/^pair\./, '').replace(/^objects\./, 'naming.')
}
