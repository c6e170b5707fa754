import type { EngineCommands } from './engine'
import { failWith } from './errors'
import { ROLES } from './person'
import type { Caller, Role } from './person'
import { message } from '../messages/message'
import type { SettingsChange } from './work'

/**
 * The least role that may send each command. A viewer reads. A reviewer works on pairs. An adjudicator does what
 * concerns the whole project. An owner does what concerns the machine: folders, models, training, connections, files.
 */
export const LEAST_ROLE: Readonly<Record<keyof EngineCommands, Role>> = {
  'app.info': 'viewer',
  'app.diagnostics': 'owner',
  'app.pageError': 'viewer',
  'team.me': 'viewer',
  'project.inspect': 'owner',
  'project.open': 'owner',
  'project.openForEditing': 'owner',
  'project.readFolder': 'adjudicator',
  'project.setChangeDefinition': 'adjudicator',
  'project.setCaptionLanguage': 'adjudicator',
  'project.setWindow': 'adjudicator',
  'project.setBands': 'adjudicator',
  'project.close': 'owner',
  'project.current': 'viewer',
  'project.recent': 'owner',
  'project.forget': 'owner',
  'project.sample': 'owner',
  'folders.list': 'owner',
  'settings.get': 'viewer',
  // those of the machine are an owner's: `leastRoleOf`
  'settings.set': 'viewer',
  'buckets.defaults': 'owner',
  'buckets.inspect': 'owner',
  'buckets.cancel': 'owner',
  'backups.list': 'owner',
  'backups.restore': 'owner',
  'project.saveCopy': 'owner',
  'pairs.find': 'viewer',
  'pairs.rows': 'viewer',
  'pairs.get': 'viewer',
  'pairs.edit': 'reviewer',
  'pairs.undo': 'reviewer',
  'pairs.redo': 'reviewer',
  'pairs.decide': 'reviewer',
  'claims.take': 'reviewer',
  'claims.takeFirst': 'reviewer',
  'claims.release': 'reviewer',
  'claims.list': 'viewer',
  'overlap.list': 'viewer',
  'overlap.set': 'adjudicator',
  'overlap.gold': 'adjudicator',
  'overlap.setGold': 'adjudicator',
  'overlap.agreement': 'adjudicator',
  'overlap.reviews': 'adjudicator',
  'overlap.adjudicate': 'adjudicator',
  'pairs.georeference': 'viewer',
  'pairs.setWindow': 'reviewer',
  'pairs.values': 'viewer',
  'pairs.history': 'viewer',
  'pairs.totals': 'viewer',
  'categories.list': 'viewer',
  'categories.counts': 'viewer',
  'proposals.list': 'viewer',
  'proposals.proposers': 'viewer',
  'proposals.compare': 'viewer',
  'proposals.get': 'viewer',
  'proposals.make': 'reviewer',
  'proposals.adopt': 'reviewer',
  'proposals.start': 'adjudicator',
  'proposals.stop': 'adjudicator',
  'proposals.status': 'viewer',
  'chain.recaption': 'reviewer',
  'chain.remask': 'reviewer',
  'chain.threshold': 'reviewer',
  'chain.agree': 'viewer',
  'segment.prepare': 'reviewer',
  'segment.mask': 'reviewer',
  'names.list': 'viewer',
  'names.setWords': 'adjudicator',
  'names.forget': 'adjudicator',
  'names.renew': 'adjudicator',
  'scans.get': 'viewer',
  'scans.addSlices': 'adjudicator',
  'embeddings.status': 'viewer',
  'embeddings.start': 'adjudicator',
  'embeddings.stop': 'adjudicator',
  'similar.map': 'viewer',
  'similar.duplicates': 'viewer',
  'sequences.list': 'viewer',
  'sequences.carry': 'reviewer',
  'sequences.takeBack': 'reviewer',
  'statistics.get': 'viewer',
  'statistics.decisions': 'viewer',
  'proposers.list': 'viewer',
  'connector.inspect': 'owner',
  'connector.agree': 'owner',
  'connector.models': 'owner',
  'connector.key': 'owner',
  'connector.setKey': 'owner',
  'connector.try': 'owner',
  'connector.ask': 'reviewer',
  'connector.cancel': 'reviewer',
  'connector.captionPairs': 'adjudicator',
  'workers.askCaptions': 'adjudicator',
  'providers.status': 'viewer',
  'providers.use': 'owner',
  'providers.probe': 'owner',
  'packs.list': 'viewer',
  'packs.add': 'owner',
  'packs.carry': 'owner',
  'packs.inspect': 'owner',
  'packs.remove': 'owner',
  'packs.verify': 'owner',
  'models.list': 'viewer',
  'models.card': 'viewer',
  'models.promote': 'owner',
  'models.rollBack': 'owner',
  'models.rename': 'owner',
  'models.delete': 'owner',
  'models.restore': 'owner',
  'models.import': 'owner',
  'models.export': 'owner',
  'remote.status': 'viewer',
  'remote.try': 'owner',
  'workers.status': 'viewer',
  'workers.ask': 'adjudicator',
  'formats.list': 'viewer',
  'export.preview': 'owner',
  'export.start': 'owner',
  'export.ask': 'owner',
  'export.stopped': 'owner',
  'export.discard': 'owner',
  'export.sample': 'owner',
  'import.start': 'owner',
  'predictions.formats': 'viewer',
  'predictions.plan': 'owner',
  'predictions.start': 'owner',
  'jobs.list': 'viewer',
  'jobs.cancel': 'adjudicator',
  'training.preview': 'owner',
  'training.start': 'owner',
  'training.pause': 'owner',
  'training.resume': 'owner',
  'training.cancel': 'owner',
  'training.runs': 'viewer',
  'training.forget': 'owner',
  'training.history': 'viewer',
  'training.verdict': 'viewer',
  'training.compare': 'viewer',
}

/** Settings that are each person's own in a team. The others are the machine's. */
export const OWN_SETTINGS = ['theme', 'language', 'scale', 'keys', 'hints', 'hintsSeen'] as const

/** The least role that may send this command with this input. */
export function leastRoleOf(command: keyof EngineCommands, input: unknown): Role {
  return command === 'settings.set' && changesMachine(input as SettingsChange) ? 'owner' : LEAST_ROLE[command]
}

function changesMachine(change: SettingsChange): boolean {
  const own: readonly string[] = OWN_SETTINGS
  return Object.keys(change).some((name) => !own.includes(name))
}

export function isAllowed(caller: Caller, least: Role): boolean {
  return caller === null || ROLES.indexOf(caller.role) >= ROLES.indexOf(least)
}

/** @throws ContractError `forbidden`, before any handler sees the command */
export function requireRole(command: keyof EngineCommands, input: unknown, caller: Caller): void {
  const least = leastRoleOf(command, input)
  if (caller !== null && !isAllowed(caller, least)) {
    throw failWith(
      'forbidden',
      message('team.forbidden', {
        role: message(`roles.${caller.role}`),
        least: message(`roles.${least}`),
      }),
    )
  }
}
