import { resolve } from 'node:path'
import { failWith } from '../contract/errors'
import type { Model, ModelExportFormat, ModelList, Promotions, PromotionScope } from '../contract/models'
import { AUTOMATIC_PROPOSER } from '../contract/proposal'
import { spellBytes } from '../basics/numbers'
import { EXIT_CODES, remark, print } from './output'
import type { EngineClient } from './with-engine'
import { englishOf } from '../messages/message'

/** The commands of `deltascribe models` for model packages. */

/** Characters in a list. */
const LONGEST_LICENCE = 60

interface ScopeOptions {
  /** A folder of pairs; without it, everywhere that no choice was made. */
  project?: string
}

export function describeModels({ models, inUse, byDefault }: ModelList): string[] {
  return models.map((model) => {
    const marks = [
      ...(model.id === inUse ? ['proposes'] : []),
      ...(model.id === byDefault.present ? ['promoted by default'] : []),
    ]
    const mark = marks.length === 0 ? '' : ` (${marks.join(', ')})`
    return [
      `${model.id}${mark}: ${factsOf(model)}`,
      ...(model.problem === null ? [] : [englishOf(model.problem)]),
    ].join('\n  cannot be used: ')
  })
}

function factsOf({
  id,
  title,
  origin,
  family,
  version,
  licence,
  parent,
  createdAt,
  data,
  bytes,
}: Model): string {
  const facts = [
    ...(title === id ? [] : [title]),
    origin,
    ...(family === null ? [] : [`${family} ${version}`]),
    ...(licence === null ? [] : [`licence ${firstLine(licence)}`]),
    ...(parent === null ? [] : [`from ${parent}`]),
    ...(data.length === 0 ? [] : [`taught on ${data.join(', ')}`]),
    ...(createdAt === null ? [] : [new Date(createdAt).toISOString().slice(0, 10)]),
    ...(bytes === null ? [] : [spellBytes(bytes)]),
  ]
  return facts.join(', ')
}

/** A licence may be a text of its own. */
function firstLine(text: string): string {
  const [line] = text.split('\n')
  return line.length < text.length || line.length > LONGEST_LICENCE
    ? `${line.slice(0, LONGEST_LICENCE)}…`
    : line
}

export async function promote(client: EngineClient, name: string, options: ScopeOptions): Promise<number> {
  const scope = await openScope(client, options)
  const { id } = await modelNamed(client, name)
  print(printPresent(await client.call('models.promote', { id, scope }), scope))
  return EXIT_CODES.fine
}

export async function rollBack(client: EngineClient, options: ScopeOptions): Promise<number> {
  const scope = await openScope(client, options)
  print(printPresent(await client.call('models.rollBack', { scope }), scope))
  return EXIT_CODES.fine
}

export async function rename(client: EngineClient, name: string, title: string): Promise<number> {
  const { id } = await modelNamed(client, name)
  await client.call('models.rename', { id, title })
  print(`${id} is called ${title.trim()} now.`)
  return EXIT_CODES.fine
}

export async function importModel(client: EngineClient, folder: string): Promise<number> {
  const { id, remark: imported } = await client.call('models.import', { folder: resolve(folder) })
  if (imported !== null) {
    remark(imported)
  }
  print(`${id} is there. "deltascribe models promote ${id}" lets it propose.`)
  return EXIT_CODES.fine
}

export async function exportModel(
  client: EngineClient,
  name: string,
  { out, format }: { out: string; format: ModelExportFormat },
): Promise<number> {
  const { id } = await modelNamed(client, name)
  const { files } = await client.call('models.export', { id, format, out: resolve(out) })
  print(`${files.join(', ')} are in ${out}.`)
  return EXIT_CODES.fine
}

export async function restore(client: EngineClient, id: string): Promise<number> {
  await client.call('models.restore', { id })
  print(`${id} is back.`)
  return EXIT_CODES.fine
}

/** By its id, or what a user called it. @throws ContractError `not-found` */
export async function modelNamed(client: EngineClient, name: string): Promise<Model> {
  const { models } = await client.call('models.list', {})
  const model = models.find(({ id }) => id === name) ?? models.find(({ title }) => title === name)
  if (model === undefined) {
    const ids = models.map(({ id }) => id).join(', ')
    throw failWith('not-found', `There is no model "${name}". There are: ${ids}.`)
  }
  return model
}

async function openScope(client: EngineClient, { project }: ScopeOptions): Promise<PromotionScope> {
  if (project === undefined) {
    return 'default'
  }
  await client.call('project.open', { folder: resolve(project), reading: null })
  return 'project'
}

function printPresent(list: ModelList, scope: PromotionScope): string {
  const { present, before }: Promotions =
    scope === 'default' ? list.byDefault : (list.project ?? list.byDefault)
  const where = scope === 'default' ? 'wherever no other choice was made' : 'in this folder'
  const back = before === null ? '' : ` Rolling back leads to ${spell(before.id)}.`
  return `${spell(present)} proposes ${where}.${back}`
}

function spell(id: string | null): string {
  if (id === null) {
    return 'what proposes by default'
  }
  return id === AUTOMATIC_PROPOSER ? 'what the program chooses' : id
}
