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
