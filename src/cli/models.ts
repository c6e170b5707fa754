import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import { failWith } from '../contract/errors'
import { modelExportFormatSchema } from '../contract/models'
import type { ModelExportFormat } from '../contract/models'
import { requireReadable } from './option-values'
import {
  describeModels,
  exportModel,
  modelNamed,
  importModel,
  promote,
  rename,
  restore,
  rollBack,
} from './model-packages'
import { addPack, carryPack, describePack, verifyPack } from './model-packs'
import type { AddOptions } from './model-packs'
import { EXIT_CODES, runCommand, print, printJson } from './output'
import { withEngine } from './with-engine'
import type { EngineClient } from './with-engine'
import { MANIFEST_FILE } from '../packages/files'
import { NETWORK_MANIFEST_FILE } from '../packages/network-manifest'

/** `deltascribe models`: model packages, and model packs that are downloaded on request. */
export function addModelsCommand(program: Command): void {
  const models = program
    .command('models')
    .description('Models that propose, and model packs: list, promote, roll back, take in and give out')
  models
    .command('list')
    .description('What there is, what proposes, and which packs are installed')
    .option('--json', 'print one JSON document')
    .action((options: { json?: boolean }) => run((client) => list(client, options)))
  addPromotionCommands(models)
  addPackageCommands(models)
  addPackCommands(models)
}

function addPromotionCommands(models: Command): void {
  const project = ['--project <folder>', 'for this folder of pairs; without it, by default'] as const
  models
    .command('promote')
    .description('Let a model propose from now on; people’s work stays')
    .argument('<model>', 'its id or name, for example ccrc-base')
    .option(...project)
    .action((name: string, options: { project?: string }) => run((client) => promote(client, name, options)))
  models
    .command('rollback')
    .description('Let the model propose that did before')
    .option(...project)
    .action((options: { project?: string }) => run((client) => rollBack(client, options)))
}

function addPackageCommands(models: Command): void {
  models
    .command('rename')
    .description('Give a model another name; its id stays')
    .argument('<model>', 'its id or name')
    .argument('<name>', 'what it is called from now on')
    .action((name: string, title: string) => run((client) => rename(client, name, title)))
  models
    .command('import')
    .description('Take in a copy of a model package, or of a network of your own, after trying it out')
    .argument('<folder>', 'the folder with its model.json, or with proposer.json and an .onnx file')
    .action((folder: string) =>
      run(async (client) => {
        const isNetwork = existsSync(join(folder, NETWORK_MANIFEST_FILE))
        await requireReadable(join(folder, isNetwork ? NETWORK_MANIFEST_FILE : MANIFEST_FILE))
        return importModel(client, folder)
      }),
    )
  models
    .command('export')
    .description('Write a model as plain .onnx files with a page on them, or as a package with safetensors')
    .argument('<model>', 'its id or name')
    .requiredOption('--out <folder>', 'where the files go: a new or an empty folder')
    .addOption(
      new Option('--format <name>', 'what is written')
        .choices(modelExportFormatSchema.options)
        .default('onnx'),
    )
    .action((name: string, options: { out: string; format: ModelExportFormat }) =>
      run((client) => exportModel(client, name, options)),
    )
  models
    .command('restore')
    .description('Bring back a model that was removed in the last seven days')
    .argument('<model>', 'its id')
    .action((id: string) => run((client) => restore(client, id)))
}

function addPackCommands(models: Command): void {
  models
    .command('add')
    .description('Fetch a model pack after asking you, go on with its download, or take it from a file')
    .argument('<pack>', 'which pack, for example sam2-tiny; or a carried pack: a .tar file or a folder')
    .option('--file <archive>', 'take the pack from this file or folder and fetch nothing')
    .option('--yes', 'agree to the licence without a question')
    .action((id: string, options: AddOptions) => run((client) => addPack(client, id, options)))
  models
    .command('pack')
    .description('Write an installed pack as one file, for a machine without a network')
    .argument('<id>', 'which pack')
    .requiredOption('--out <file>', 'the .tar file to write; it must not be there yet')
    .action((id: string, options: { out: string }) => run((client) => carryPack(client, id, options.out)))
  models
    .command('verify')
    .description('Check the files of an installed pack')
    .argument('<id>', 'which pack')
    .action((id: string) => run((client) => verifyPack(client, id)))
  models
    .command('remove')
    .description('Delete a model of your own, a pack, or what is left of an interrupted download')
    .argument('<id>', 'which model or pack')
    .action((id: string) => run((client) => remove(client, id)))
}

function run(work: (client: EngineClient) => Promise<number>): Promise<void> {
  return runCommand(() => withEngine(work, { program: 'deltascribe models' }))
}

async function list(client: EngineClient, { json }: { json?: boolean }): Promise<number> {
  const models = await client.call('models.list', {})
  const packs = await client.call('packs.list', {})
  if (json === true) {
    printJson({ ...models, packs })
  } else {
    describeModels(models).forEach(print)
    packs.forEach((pack) => print(describePack(pack)))
  }
  return EXIT_CODES.fine
}

async function remove(client: EngineClient, id: string): Promise<number> {
  const pack = (await client.call('packs.list', {})).find((known) => known.id === id)
  if (pack !== undefined) {
    // one that is damaged or of another version does not count as installed, and can be removed
    if (!existsSync(pack.folder) && pack.partialBytes === 0) {
      throw failWith('not-found', `${id} is not installed, so there is nothing to remove.`)
    }
    await client.call('packs.remove', { id })
    print(`${id} is removed.`)
  } else {
    const model = await modelNamed(client, id)
    await client.call('models.delete', { id: model.id })
    print(`${model.id} is removed. For seven days "deltascribe models restore ${model.id}" brings it back.`)
  }
  return EXIT_CODES.fine
}
