import { join } from 'node:path'
import { FAMILIES } from '../../systems'
import { oneOf } from '../../systems/family'

/** One run of a comparison: a family, whole or without some of its parts, from one seed. */
export interface BenchEntry {
  readonly family: string
  /** As its authors call it. */
  readonly title: string
  /** Null for the whole family. */
  readonly ablation: string | null
  readonly without: readonly string[]
  readonly seed: number
  readonly folder: string
}

export interface BenchChoice {
  readonly out: string
  readonly families: readonly string[]
  readonly seeds: readonly number[]
  /** Whether the families without their contributions are run as well. */
  readonly baselines: boolean
}

/** All runs, in their order: of each seed the whole families first. @throws RangeError for an unknown family */
export function benchEntries({ out, families, seeds, baselines }: BenchChoice): BenchEntry[] {
  const names = [...FAMILIES.keys()]
  const chosen = families.map((name) => {
    const family = FAMILIES.get(oneOf(names, name, 'family'))
    if (family === undefined) throw new RangeError(`There is no family ${name}.`)
    return family
  })
  return seeds.flatMap((seed) => {
    const entry = (at: number, ablation: string | null, without: readonly string[]): BenchEntry => {
      const { name, title } = chosen[at]
      const folder = join(out, name, folderName(ablation ?? 'whole'), `seed-${seed}`)
      return { family: name, title, ablation, without, seed, folder }
    }
    const whole = chosen.map((_, at) => entry(at, null, []))
    const parts = chosen.flatMap(({ ablations }, at) =>
      ablations.map(({ name, without }) => entry(at, name, without)),
    )
    return baselines ? [...whole, ...parts] : whole
  })
}

function folderName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
