import { pairSeed } from '../../synth/make'
import type { PlannedChange } from '../../synth/photographs/changes/planned'
import { planPair } from '../../synth/photographs/plan'
import type { ComposePlan } from '../../synth/photographs/plan'
import type { LoadedLibrary } from './load-library'
import type { ComposeOrder } from './order'
import type { SourceFile } from './sources'

/** The files that pairs of an order are made of, by name. What was drawn and cannot be seen counts too. */
export function usedSources(order: ComposeOrder, loaded: LoadedLibrary): SourceFile[] {
  const used = new Map<string, SourceFile>()
  const add = (file: SourceFile): void => void used.set(`${file.kind} ${file.name}`, file)
  for (let index = 0; index < order.count; index++) {
    const plan = planPair(pairSeed(order.seed, index), loaded.library, order)
    photographsOf(plan).forEach((at) => add(loaded.photographFiles[at]))
    thingsOf(plan).forEach((at) => add(loaded.thingFiles[at]))
  }
  return [...used.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file)
}

function photographsOf({ base, changes }: ComposePlan): number[] {
  const fillings = changes.flatMap((change) =>
    'filling' in change && change.filling.of === 'photograph' ? [change.filling.photograph] : [],
  )
  return [base.photograph, ...fillings]
}

function thingsOf({ changes, still, nuisances }: ComposePlan): number[] {
  const shadows = nuisances.shadows.flatMap(({ form }) => (form.of === 'thing' ? [form.placement.thing] : []))
  return [...changes.flatMap(thingsOfChange), ...still.map(({ thing }) => thing), ...shadows]
}

function thingsOfChange(change: PlannedChange): number[] {
  switch (change.kind) {
    case 'appear':
    case 'vanish':
    case 'recolour':
      return [change.placement.thing]
    case 'move':
      return [change.from.thing]
    case 'replace':
      return [change.former.thing, change.latter.thing]
    default:
      return []
  }
}
