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

/**
 * All runs, the most telling first, so that a comparison that is stopped has said most: the whole families with every
 * seed, then each without all of its contributions, then with one more of them at a time.
 * @throws RangeError for an unknown family
 */
export function benchEntries({ out, families, seeds, baselines }: BenchChoice): BenchEntry[] {
  const names = [...FAMILIES.keys()]
  const ladders = families.map((wanted) => {
    const family = FAMILIES.get(oneOf(names, wanted, 'family'))
    if (family === undefined) throw new RangeError(`There is no family ${wanted}.`)
    const { name, title, ablations } = family
    const steps = [{ name: null, without: [] }, ...(baselines ? ablations : [])]
    return steps.map((step) => ({ family: name, title, ablation: step.name, without: step.without }))
  })
  const height = Math.max(...ladders.map(({ length }) => length))
  return Array.from({ length: height }).flatMap((_, rung) =>
    seeds.flatMap((seed) =>
      ladders
        .filter(({ length }) => rung < length)
        .map((ladder) => {
          const run = ladder[rung]
          const folder = join(out, run.family, folderName(run.ablation ?? 'whole'), `seed-${seed}`)
          return { ...run, seed, folder }
        }),
    ),
  )
}

function folderName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
