import { rmSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { ContractError, messageOf } from '../contract/errors'
import { WorkerTokens } from '../queue/worker-tokens'
import { openTeamDatabase } from '../team/team-database'
import { EXIT_CODES, print, printJson, runCommand, textTable } from './output'

interface TokenOptions {
  database: string
  out: string
  json?: boolean
}

/** `deltascribe workers token`: by which workers read images at a team's server. */
export function addWorkersCommand(program: Command): void {
  const token = program
    .command('workers')
    .description('What workers of a project may read: see the command worker')
    .command('token')
    .description('Tokens by which workers read images at serve --team')
  const on = (words: string, description: string): Command =>
    token
      .command(words)
      .description(description)
      .requiredOption('--database <url>', 'the PostgreSQL database of the project')
  on('add <name>', 'Make a token. It is written to a new file, and can be read nowhere else')
    .requiredOption('--out <file>', 'a new file, readable by you alone')
    .action((name: string, options: TokenOptions) =>
      withTokens(options, (tokens) => add(tokens, name, options.out)),
    )
  on('list', 'List the names of tokens, and since when they are there')
    .option('--json', 'print one JSON document')
    .action((options: TokenOptions) => withTokens(options, (tokens) => list(tokens, options)))
  on('remove <name>', 'Whoever has this token reads nothing more').action(
    (name: string, options: TokenOptions) =>
      withTokens(options, async (tokens) => {
        await tokens.remove(name)
        print(`The token ${name} counts no more.`)
      }),
  )
}

/** The file comes first: without it the token would be lost. @throws ContractError `cannot-write` */
async function add(tokens: WorkerTokens, name: string, out: string): Promise<void> {
  write(out, '', 'wx')
  try {
    write(out, `${await tokens.add(name)}\n`, 'w')
  } catch (error) {
    rmSync(out, { force: true })
    throw error
  }
  print(`The token ${name} is in ${out}. It reads the images of this project, and may do nothing else.`)
}

function write(path: string, text: string, flag: 'w' | 'wx'): void {
  try {
    writeFileSync(path, text, { flag, mode: 0o600 })
  } catch (error) {
    throw new ContractError({
      code: 'cannot-write',
      path,
      message: `${path} cannot be written: ${messageOf(error)}.`,
    })
  }
}

async function list(tokens: WorkerTokens, { json = false }: TokenOptions): Promise<void> {
  const all = await tokens.list()
  if (json) {
    printJson(all)
  } else if (all.length === 0) {
    print('There is no token yet: deltascribe workers token add NAME --out FILE')
  } else {
    const rows = all.map(({ name, addedAt }) => [name, new Date(addedAt).toISOString().slice(0, 10)])
    print(textTable([['name', 'since'], ...rows]))
  }
}

function withTokens(
  { database: place }: TokenOptions,
  work: (tokens: WorkerTokens) => Promise<void>,
): Promise<void> {
  return runCommand(async () => {
    const database = openTeamDatabase(place)
    try {
      await work(new WorkerTokens(database, place))
    } finally {
      await database.close()
    }
    return EXIT_CODES.fine
  })
}
