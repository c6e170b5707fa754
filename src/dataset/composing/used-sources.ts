import type { PlannedChange } from '../../synth/photographs/planned'
import type { ComposePlan } from '../../synth/photographs/plan'
import type { SourceFile } from './coco-list'
import type { LoadedLibrary } from './load-library'

/** Indices of a library's photographs and things. */
export interface UsedSources {
  readonly photographs: Iterable<number>
  readonly things: Iterable<number>
}

/** What a pair is made of. What was drawn and cannot be seen counts too. */
export function usedBy(plan: ComposePlan): UsedSources {
  return { photographs: photographsOf(plan), things: thingsOf(plan) }
}

/** The files that sources come from, each once, by name. */
export function filesOf(used: UsedSources, loaded: LoadedLibrary): SourceFile[] {
  const files = [
    ...Array.from(used.photographs, (at) => loaded.photographFiles[at]),
    ...Array.from(used.things, (at) => loaded.thingFiles[at]),
  ]
  const byName = new Map(files.map((file) => [`${file.kind} ${file.name}`, file]))
  return [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file)
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
