import { Parameters } from '../../graph'
import type { Parameter } from '../../graph'
import type { FamilySizes } from '../family'
import { lowRankParameters } from './low-rank'

/**
 * What every family sees with before anything of its own: backbone, matching, difference map, and the names of things.
 * The families have it as `pair.`, CCRC at the top, where it calls the names `objects`.
 */
const SIGHT =
  /^(pair\.)?(backbone\.|matching\.|fineWays\.|facing\.|difference\.(mix|measured|turned|aligned|merge|spread)\.|naming\.|objects\.(weight|bias)$)/

export function isSight(name: string): boolean {
  return SIGHT.test(name)
}

/** Parameters with adapters of a rank, and with a sight that stays as it is, where this is asked for. */
export function familyParameters({ lowRank, sightStays }: FamilySizes): Parameters {
  const options = sightStays === true ? { stays: isSight } : {}
  return lowRank === undefined ? Parameters.create(options) : lowRankParameters({ rank: lowRank }, options)
}

/**
 * The sight of another family's model, under the names of `parameters`.
 * @throws RangeError where `values` lack some of it, or have it in another shape
 */
export function sightOf(
  values: ReadonlyMap<string, Float32Array>,
  parameters: readonly Parameter[],
): Map<string, Float32Array> {
  const known = new Map(
    [...values].filter(([name]) => isSight(name)).map(([name, own]) => [plain(name), own]),
  )
  const found = new Map<string, Float32Array>()
  for (const { source, shape } of parameters) {
    if (!isSight(source.name)) continue
    const own = known.get(plain(source.name))
    if (own?.length !== shape.reduce((size, side) => size * side, 1))
      throw new RangeError(`The model whose sight is asked for has no ${plain(source.name)} of this shape.`)
    found.set(source.name, own)
  }
  return found
}

/** One name for both ways to say it. */
function plain(name: string): string {
  return name.replace(/^pair\./, '').replace(/^objects\./, 'naming.')
}
