import type { ChangeGroup } from './groups'
import { hasNumber, numberWord } from './nouns'
import { placesText, settingKey, settingOf } from './settings'
import type { Setting } from './settings'
import type { Verb } from './verbs'

/** A group as one sentence tells it. */
export interface GroupWording {
  readonly group: ChangeGroup
  readonly verb: Verb
  /** Of each of its changes. */
  readonly colours: readonly (string | null)[]
  readonly settings: readonly (Setting | null)[]
  /** Its noun was the last one, and is not said again: "and another is gone". */
  readonly isElliptic: boolean
}

const NOWHERE: Setting = { before: null, after: null, beside: null }

export const countOf = ({ group }: GroupWording): number => group.facts.length

/** Two things at two places, which are told one after the other. */
export function isPair({ group, settings }: GroupWording): boolean {
  const [first, second] = settings
  if (settings.length !== 2 || first === null || second === null || group.kind === 'replaced') {
    return false
  }
  return settingKey(first) !== settingKey(second) && settings.every(canBeListed)
}

/** The setting of all its changes; of what has no number and is at several places, how many these are. */
export function commonSetting(told: GroupWording): Setting {
  const { group, settings } = told
  if (!isScattered(told)) {
    return settings[0] ?? NOWHERE
  }
  if (hasNumber(group.word) || group.kind === 'moved' || settings.includes(null)) {
    return NOWHERE
  }
  const places = numberWord(new Set(settings.map(settingKey)).size)
  const text = placesText(group.kind, places)
  return group.kind === 'turned' ? { ...NOWHERE, before: text } : { ...NOWHERE, after: text }
}

/** The colour of all of its changes. */
export function commonColour({ colours }: GroupWording): string | null {
  return colours.every((colour) => colour === colours[0]) ? colours[0] : null
}

/** As it is told in full. A thing next to another comes last: "a bus and another on the left" would be two buses. */
export function fullWording(group: ChangeGroup): GroupWording {
  const settings = group.facts.map((fact) => settingOf(group, fact))
  const told = { group, verb: group.verb, colours: group.colours, settings, isElliptic: false }
  const [first, second] = settings
  if (!isPair(told) || !isNear(first) || isNear(second)) {
    return told
  }
  const [facts, colours] = [group.facts.toReversed(), group.colours.toReversed()]
  return { ...told, group: { ...group, facts, colours }, colours, settings: settings.toReversed() }
}

/** A short move of a thing that stands next to another one needs its own verb. */
export function canBeListed(setting: Setting | null): boolean {
  return setting !== null && (setting.before === null || setting.beside !== null)
}

export function isNear(setting: Setting | null): boolean {
  return setting !== null && setting.beside !== null && typeof setting.beside !== 'string'
}

export function isScattered({ settings }: GroupWording): boolean {
  return new Set(settings.map(settingKey)).size > 1
}
