import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as WorkflowParser from '@actions/workflow-parser'
import { dump, load } from 'js-yaml'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../build'
import { collectInstallers } from './checksums'
import { releaseNotes } from './release-notes'
import { writeUpdateList } from './updates'

const workflows = join(root, '.github', 'workflows')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

let out = ''
beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), 'deltascribe-out-'))
})
afterAll(() => rmSync(out, { recursive: true, force: true }))

/** GitHub's own parser, in one file: Node 20 does not know the form in which it imports JSON. */
async function workflowParser(): Promise<typeof WorkflowParser> {
  const outDir = join(out, 'parser')
  const input = { parser: '@actions/workflow-parser' }
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { ssr: true, outDir, rolldownOptions: { input, output: { entryFileNames: '[name].mjs' } } },
  })
  return import(pathToFileURL(join(outDir, 'parser.mjs')).href) as Promise<typeof WorkflowParser>
}

describe.each(readdirSync(workflows))('the pipeline %s', (name) => {
  test('is a workflow by the rules of its host, and runs scripts of the project', async () => {
    const content = readFileSync(join(workflows, name), 'utf8')
    const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await workflowParser()
    const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
    expect(context.errors.getErrors().map(({ message }) => message)).toEqual([])
    const { errors, jobs } = await convertWorkflowTemplate(context, value!)
    expect(errors ?? []).toEqual([])
    expect(jobs.length).toBeGreaterThan(0)
    const broken = { name, content: content.replace('runs-on:', 'run-on:') }
    const found = parseWorkflow(broken, new NoOperationTraceWriter()).context.errors.getErrors()
    expect(found.map(({ rawMessage }) => rawMessage)).toContain("Unexpected value 'run-on'")
    const called = [...content.matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, script]) => script)
    expect(called.filter((script) => !Object.hasOwn(scripts, script))).toEqual([])
  })
})

describe('a release', () => {
  test('has the notes of its version, or is refused', () => {
    const changelog = '# Changelog\n\n## 0.2.0\n\n- New.\n\n## 0.1.0\n\n- First.\n'
    expect(releaseNotes(changelog, 'v0.2.0')).toBe('- New.\n')
    expect(releaseNotes(changelog, 'v0.1.0')).toBe('- First.\n')
    expect(() => releaseNotes(changelog, 'v0.3.0')).toThrow('CHANGELOG.md says nothing of version 0.3.0.')
  })

  test('is collected with the SHA-256 of each file', async () => {
    rmSync(join(out, 'parser'), { recursive: true, force: true })
    await expect(collectInstallers(out, 'Linux')).rejects.toThrow('has no installers')
    mkdirSync(join(out, 'linux-unpacked'))
    for (const name of ['a_1.deb', 'a-1.tar.gz', 'builder-debug.yml']) {
      writeFileSync(join(out, name), name)
    }
    const list = dump({ version: '1.0.0', files: [{ url: 'a_1.deb' }] })
    writeFileSync(join(out, 'latest-linux.yml'), list)
    const names = ['a-1.tar.gz', 'a_1.deb', 'latest-linux.yml']
    expect(await collectInstallers(out, 'Linux')).toEqual(names)
    const folder = join(out, 'installers')
    expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS-Linux.txt', ...names])
    const sums = readFileSync(join(folder, 'SHA256SUMS-Linux.txt'), 'utf8')
    const contents = ['a-1.tar.gz', 'a_1.deb', list]
    const wanted = names.map((name, at) => {
      return `${createHash('sha256').update(contents[at]).digest('hex')}  ${name}\n`
    })
    expect(sums).toBe(wanted.join(''))
  })

  test('is refused where an installed app would not find what its list names', async () => {
    const folder = join(out, 'renamed')
    mkdirSync(folder)
    writeFileSync(join(folder, 'A Setup 1.exe'), 'installer')
    await expect(collectInstallers(folder, 'Windows')).rejects.toThrow('has a space in its name')
    rmSync(join(folder, 'A Setup 1.exe'))
    writeFileSync(join(folder, 'A.Setup.1.exe'), 'installer')
    writeFileSync(join(folder, 'latest.yml'), dump({ version: '1', files: [{ url: 'A-Setup-1.exe' }] }))
    await expect(collectInstallers(folder, 'Windows')).rejects.toThrow('latest.yml names A-Setup-1.exe')
  })

  test('the list of versions for Linux has the package, beside what electron-builder listed', async () => {
    const folder = join(out, 'list')
    mkdirSync(folder)
    const path = join(folder, `latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`)
    const image = { url: 'a-2.AppImage', sha512: 'c29tZQ==', size: 4 }
    writeFileSync(path, dump({ version: '2.0.0', files: [image], path: image.url, sha512: image.sha512 }))
    writeFileSync(join(folder, 'a_2.deb'), 'a package')
    await writeUpdateList(folder, '2.0.0')
    const sha512 = createHash('sha512').update('a package').digest('base64')
    expect(load(readFileSync(path, 'utf8'))).toMatchObject({
      version: '2.0.0',
      files: [image, { url: 'a_2.deb', sha512, size: 9 }],
      path: image.url,
    })
  })
})
