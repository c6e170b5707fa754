import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { failWith } from '../contract/errors'
import { roleSchema, ROLES } from '../contract/person'
import type { Role } from '../contract/person'
import { People } from '../team/people'
import { openTeamDatabase } from '../team/team-database'
import { EXIT_CODES, print, printJson, runCommand, textTable } from './output'
import { readPassword } from './read-password'

interface UsersOptions {
  database: string
  role: Role
  json?: boolean
}

/** `deltascribe users`: the people who may sign in at `serve --team`. */
export function addUsersCommand(program: Command): void {
  const users = program.command('users').description('The people who may sign in at serve --team')
  const on = (words: string, description: string): Command =>
    users
      .command(words)
      .description(description)
      .requiredOption('--database <url>', 'the PostgreSQL database of the project')
  on('add <name>', 'Add a person. The password is asked for, or read from standard input')
    .requiredOption('--role <role>', ROLES.join(', '), role)
    .action((name: string, options: UsersOptions) =>
      changed(options, `${name} can sign in now.`, async (people) => {
        await people.add(name, options.role, await readPassword())
      }),
    )
  on('list', 'List people, their roles, and who is disabled')
    .option('--json', 'print one JSON document')
    .action((options: UsersOptions) => withPeople(options, (people) => list(people, options)))
  on('disable <name>', 'Sign a person out and let them in no more. Their edits stay').action(
    (name: string, options: UsersOptions) =>
      changed(options, `${name} is signed out and can sign in no more.`, (people) =>
        people.setDisabled(name, true),
      ),
  )
  on('enable <name>', 'Let a person in again').action((name: string, options: UsersOptions) =>
    changed(options, `${name} can sign in again.`, (people) => people.setDisabled(name, false)),
  )
  on('password <name>', 'Set a new password and sign the person out').action(
    (name: string, options: UsersOptions) =>
      changed(options, `${name} has a new password, and is signed out.`, async (people) => {
        await people.require(name)
        await people.setPassword(name, await readPassword())
      }),
  )
  users
    .command('role <name> <role>')
    .description(`Set what a person may do: ${ROLES.join(', ')}`)
    .requiredOption('--database <url>', 'the PostgreSQL database of the project')
    .action((name: string, given: string, options: UsersOptions) =>
      changed(options, `${name} has the role ${given} now.`, (people) =>
        people.setRole(name, requiredRole(given)),
      ),
    )
}

function changed(
  options: UsersOptions,
  done: string,
  work: (people: People) => Promise<void>,
): Promise<void> {
  return withPeople(options, async (people) => {
    await work(people)
    print(done)
  })
}

function withPeople({ database }: UsersOptions, work: (people: People) => Promise<void>): Promise<void> {
  return runCommand(async () => {
    const opened = openTeamDatabase(database)
    try {
      await work(new People(opened))
    } finally {
      await opened.close()
    }
    return EXIT_CODES.fine
  })
}

async function list(people: People, { json = false }: UsersOptions): Promise<void> {
  const all = await people.list()
  if (json) {
    printJson(
      all.map(({ name, role: held, isDisabled, addedAt }) => ({ name, role: held, isDisabled, addedAt })),
    )
    return
  }
  const rows = all.map(({ name, role: held, isDisabled }) => [name, held, isDisabled ? 'disabled' : ''])
  print(
    rows.length === 0
      ? 'There is nobody yet: deltascribe users add NAME --role owner --database URL'
      : textTable([['name', 'role', ''], ...rows]),
  )
}

function role(text: string): Role {
  const { data } = roleSchema.safeParse(text)
  if (data === undefined) {
    throw new InvalidArgumentError(`Roles are ${ROLES.join(', ')}.`)
  }
  return data
}

/** @throws ContractError `invalid-input` */
function requiredRole(text: string): Role {
  const { data } = roleSchema.safeParse(text)
  if (data === undefined) {
    throw failWith('invalid-input', `There is no role ${text}. Roles are ${ROLES.join(', ')}.`)
  }
  return data
}
