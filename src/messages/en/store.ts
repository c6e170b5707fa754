import { clause } from '../spelling'

interface At {
  path: string
}

interface Reason {
  reason: string
}

/** The project's store, its backups, and other programs that have it open. */
export const store = {
  diskFull: ({ path }: At) =>
    `The disk of ${path} is full, so this was not stored: free some space and try again.`,
  busy: 'Another program is writing to this project. Try again when it is done.',
  damaged: ({ path, reason }: At & Reason) =>
    `The project store ${path} is damaged: ${clause(reason)}. Put back a copy of this file, or move it away to begin anew.`,
  cannotBeOpened: ({ path, reason }: At & Reason) =>
    `The project store ${path} cannot be opened: ${clause(reason)}. Put back a copy of this file, or move it away to begin anew.`,
  cannotBeUsed: ({ path, reason }: At & Reason) =>
    `The project store ${path} cannot be read or written: ${clause(reason)}. See to its disk and open the folder again.`,
  lookingOnly: 'This project is open for looking only, so nothing was stored.',
  older: ({ path }: At) =>
    `${path} was made by an older Deltascribe or is being made now. Open it for editing first: close it in the program that has it, then open it here again.`,
  newer: ({ path }: At) => `${path} was made by a newer Deltascribe. Update this program to open it.`,
  notCopied: ({ from, to, reason }: Record<'from' | 'to', string> & Reason) =>
    `The work in ${from} could not be copied to ${to}: ${clause(reason)}.`,
  gone: ({ path }: At) =>
    `${path} is not there any more: its folder was deleted or moved, or its disk was taken out. So this was not stored. Put it back in the same place, then try again.`,
  logGone: ({ path }: At) =>
    `${path} is not there any more: its folder was deleted or moved, or its disk was taken out. So this was not stored. Put it back in the same place or open the folder again, then try again.`,
  otherFile: ({ path }: At) =>
    `${path} is another file than the one that was opened. So this was not stored. Put the one back that was there and try again, or open the folder again to work with this one.`,
  cannotBeReached: ({ path, reason }: At & Reason) =>
    `${path} cannot be reached (${reason}). So this was not stored. See to its disk, then try again.`,
  held: ({ who }: { who: string }) =>
    `${who} has this project open for editing. Close it there, then do this again.`,
  heldNothingChanged: ({ who }: { who: string }) =>
    `${who} has this project open for editing, so nothing was changed here. Close it there, then press "Open for editing".`,
  releasedNothingChanged:
    'This project is open for looking only, so nothing was changed: press "Open for editing" first.',
  anotherProgram: 'Another program',
  /** `program` is a name such as "the Deltascribe window". */
  holder: ({ program, pid, host, time }: Record<'program' | 'host' | 'time', string> & { pid: number }) => {
    const words = `${program} (process ${pid} on ${host}, since ${time})`
    return words.charAt(0).toUpperCase() + words.slice(1)
  },
  noLocks: ({ path, reason }: At & Reason) =>
    `Files in ${path} cannot be locked (${reason}), so another program that opens this project is not noticed: open it in one program at a time.`,
  otherWork: ({ path }: At) =>
    `There is other work on this folder in ${path}, from when the folder could not be written to. It is not shown here.`,
  liesElsewhere: ({ path }: At) =>
    `Your work on this folder lies in ${path}, from when the folder could not be written to, and goes on there.`,
  keptIn: ({ path }: At) => `The folder cannot be written to, so your work is kept in ${path}.`,
  keptInOther: ({ path, other }: At & { other: string }) =>
    `The folder cannot be written to, so your work is kept in ${path}. What is in ${other} is not shown here.`,
  copiedFrom: ({ path, from }: At & { from: string }) =>
    `The folder cannot be written to, so your work was copied from ${from} to ${path} and goes on there.`,
  noBackupBefore: ({ reason }: Reason) =>
    `The project was brought up to date without a backup of what it was: ${clause(reason)}.`,
  noBackupToday: ({ reason }: Reason) =>
    `Today's backup of this project could not be made: ${clause(reason)}. Your work goes on.`,
  noSuchBackup: ({ name, folder }: Record<'name' | 'folder', string>) =>
    `There is no backup "${name}" in ${folder}.`,
  backupUnreadable: ({ reason }: Reason) => `It cannot be read: ${clause(reason)}.`,
  backupDamaged: ({ path, reason }: At & Reason) =>
    `${path} is damaged (${reason}). Nothing was changed: choose another backup.`,
  notRestored: ({ path, reason }: At & Reason) =>
    `The backup could not be put in place of ${path} (${clause(reason)}). The project is as it was. Free some space, close other programs that show it, and try again.`,
  copyFailed: ({ path, reason }: At & Reason) =>
    `The copy of your work could not be written to ${path}: ${clause(reason)}. Choose another place.`,
  nothingToCopy: 'nothing of the project can be read, and no pair is on the screen',
  onlyPairSaved:
    'Nothing of the stored project could be read: only the pair on the screen was saved. Import the folder to go on with it.',
  recentNotStored: ({ reason }: Reason) => `The list of recent folders cannot be stored: ${clause(reason)}.`,
  userFolder: ({ path, code }: At & { code: string }) =>
    `The folder ${path} cannot be made (${code}). Name another folder for settings in the environment variable DELTASCRIBE_HOME.`,
  sampleCopy: ({ path }: At) => `The sample stays as it is: you work on a copy in ${path}.`,
  sampleCopyOfOther: ({ path, earlier }: At & { earlier: string }) =>
    `The sample stays as it is: you work on a copy in ${path}. Earlier work in ${earlier} is not shown.`,
  noDatabaseUrl:
    'This is no address of a PostgreSQL database: write postgres://USER@HOST/DATABASE, and ?schema=NAME behind it where there are several projects.',
  databaseAway: ({ reason }: Reason) =>
    `The database cannot be reached: ${clause(reason)}. What was done last was not stored. Try again when it is back.`,
  openedOnceThere: 'The folder is opened as soon as it can be reached.',
  noAnswer: 'it does not answer',
  refused: ({ reason }: Reason) => `The database did not take this: ${clause(reason)}.`,
  notEmpty: 'That database has pairs already: name another schema, or another folder.',
  notTheSame: ({ table }: { table: string }) =>
    `What was copied is not the same (${table}), so nothing was kept. Close other programs that have the project, then try again.`,
}
