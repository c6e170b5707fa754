import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../build'
import { OUTSIDE } from '../vite.node.config'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      dependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
})
const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))

/** What the page is made of. */
const PAGE_PACKAGES = [
  '@mantine/core',
  '@mantine/hooks',
  '@tabler/icons-react',
  '@tanstack/react-virtual',
  'konva',
  'react',
  'react-dom',
  'react-konva',
  'zustand',
]
/** They serve an installation alone: compilers of native code, downloads. */
const INSTALLERS = ['adm-zip', 'global-agent', 'mirada', 'node-addon-api', 'tar']

/** Folders `node_modules/NAME` that the app does not read: what is in the bundles, and what installers need. */
export function unreadPackages(): string[] {
  const read = closure(
    OUTSIDE.filter((name) => name !== 'electron'),
    INSTALLERS,
  )
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true && !read.has(path))
    .map(([path]) => path)
}

/** Name, version and the licence of every package in the app, with the text that the package has of it. */
export function packageLicences(): string {
  const production = Object.keys(packages).filter((path) => path !== '' && packages[path].dev !== true)
  const paths = [...new Set([...production, ...closure(PAGE_PACKAGES)])].sort()
  return paths
    .filter((path) => existsSync(join(root, path)))
    .map((path) => {
      const { version = '', license = '' } = packages[path]
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return [`${'='.repeat(72)}\n${name} ${version}: ${license}\n`, ...licenceTexts(path)].join('\n')
    })
    .join('\n')
}

function licenceTexts(path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => readFileSync(join(root, path, name), 'utf8'))
}

/** Paths in the lock file of these packages and of all that they depend on. */
function closure(names: readonly string[], without: readonly string[] = []): Set<string> {
  const found = new Set<string>()
  const waiting = names.map((name) => ({ name, from: '' }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const path = resolved(next.name, next.from)
    if (path === null || found.has(path) || without.includes(next.name)) {
      continue
    }
    found.add(path)
    const { dependencies, optionalDependencies } = packages[path]
    const further = Object.keys({ ...dependencies, ...optionalDependencies })
    waiting.push(...further.map((name) => ({ name, from: path })))
  }
  return found
}

/** As Node finds it: in the package's own folder, else further out. */
function resolved(name: string, from: string): string | null {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (path in packages) {
    return path
  }
  return from === '' ? null : resolved(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))
}
