/** Roles, as words in sentences. */
export const roles = {
  viewer: 'viewer',
  reviewer: 'reviewer',
  adjudicator: 'adjudicator',
  owner: 'owner',
}

interface Wait {
  seconds: number
}

/** People of a team at one server, and the page that they sign in on. */
export const team = {
  /** `role` and `least` are words of `roles`. */
  forbidden: ({ role, least }: Record<'role' | 'least', string>) =>
    `Your role (${role}) may not do this: it needs the role ${least}. Nothing was changed.`,
  ownName: 'Your name is the one that you signed in with, so it cannot be changed here.',
  otherName: 'An edit can carry the name of nobody but the person who makes it.',
  othersWork: ({ names }: { names: string }) =>
    `The folder stays open: ${names} also have it open here. One server has one folder for all. Open another when they have gone, or start a server of its own for it.`,
  title: 'Sign in',
  name: 'Name',
  password: 'Password',
  signIn: 'Sign in',
  signedOut: 'You are signed out.',
  wrong: 'The name or the password is wrong.',
  disabled: 'This account is disabled. Ask who runs this server.',
  wait: ({ seconds }: Wait) => `There were too many wrong passwords. Try again in ${seconds} s.`,
  busy: 'Many people sign in just now. Try again in a moment.',
  otherSite: 'This did not come from the sign-in page of this server. Open that page and try again.',
  unreadable: 'The form could not be read. Try again.',
  databaseAway: 'The database cannot be reached, so nobody can sign in now. Try again when it is back.',
}

/** Several people's blind reviews of one pair. */
export const reviews = {
  notAllIn: ({ decided, wanted }: Record<'decided' | 'wanted', number>) =>
    `${decided} of ${wanted} blind reviews of this pair are decided. Until all are, nobody sees another one's, and the pair itself cannot be changed.`,
  adjudicated: 'This pair was adjudicated, so your review of it cannot be changed any more.',
  full: ({ wanted }: { wanted: number }) =>
    `${wanted} people review this pair already, and no more are wanted. Go on to the next one.`,
  none: ({ name }: { name: string }) => `There is no review of this pair by ${name}.`,
  goldUndecided: ({ key }: { key: string }) =>
    `${key} is not decided yet: decide on it first, as reviews are scored against its own document.`,
  notCarried: 'Regions of a blind review are not carried to other dates.',
}
