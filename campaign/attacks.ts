import type { Attack } from './attack'
import { disksAttack } from './disks'
import { editsAttack } from './edits/edits'
import { servedAttack } from './edits/served'
import { filesAttack } from './files/files'
import { deviceAttack } from './kills/device'
import { exportAttack } from './kills/exports'
import { importAttack } from './kills/imports'
import { packAttack } from './kills/packs'
import { resumeAttack } from './kills/resume'
import { trainAttack } from './kills/training'
import { longAttack } from './long/long'
import { soakAttack } from './long/soak'
import { namesAttack } from './names'
import { teamAttack } from './team/team'
import { twoProgramsAttack } from './two-programs'

const MAKERS: Readonly<Record<string, () => Attack>> = {
  edits: editsAttack,
  served: servedAttack,
  team: teamAttack,
  'two-programs': twoProgramsAttack,
  export: exportAttack,
  import: importAttack,
  pack: packAttack,
  train: trainAttack,
  resume: resumeAttack,
  device: deviceAttack,
  files: filesAttack,
  disks: disksAttack,
  names: namesAttack,
  long: longAttack,
  soak: soakAttack,
}

export const attackNames = Object.keys(MAKERS)

export function attacksNamed(names: readonly string[]): Attack[] {
  return names.map((name) => MAKERS[name]())
}
