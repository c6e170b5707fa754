import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

const FALLBACK = 'https://registry.npmjs.org/'

/**
 * The registry that npm would ask for a package: of the environment, the user's `.npmrc`, then the one of the
 * whole machine; in each, one that is set for the package's scope before the general one
 * (docs.npmjs.com, npmrc and scope). With a slash at its end.
 */
export async function registryFor(
  packageName: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const scope = packageName.startsWith('@') ? packageName.slice(0, packageName.indexOf('/')) : null
  const settings = await allSettings(env)
  const chosen = (scope === null ? undefined : settings.get(`${scope}:registry`)) ?? settings.get('registry')
  const registry = chosen === undefined || chosen === '' ? FALLBACK : chosen
  return registry.endsWith('/') ? registry : `${registry}/`
}

async function allSettings(env: NodeJS.ProcessEnv): Promise<Map<string, string>> {
  const settings = new Map<string, string>()
  const userFile = configured(env, 'userconfig') ?? join(homedir(), '.npmrc')
  const prefix = configured(env, 'prefix') ?? dirname(dirname(process.execPath))
  const globalFile = configured(env, 'globalconfig') ?? join(prefix, 'etc', 'npmrc')
  for (const path of [globalFile, userFile]) {
    for (const [key, value] of parse(await readText(path), env)) {
      settings.set(key, value)
    }
  }
  const given = configured(env, 'registry')
  return given === undefined ? settings : settings.set('registry', given)
}

/** npm takes its settings from the environment in either case. */
function configured(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const key = Object.keys(env).find((known) => known.toLowerCase() === `npm_config_${name}`)
  const value = key === undefined ? undefined : env[key]
  return value === '' ? undefined : value
}

function parse(text: string, env: NodeJS.ProcessEnv): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const match = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line)
    if (match === null) {
      return []
    }
    const value = match[2].replace(/^(["'])(.*)\1$/, '$2')
    return [[match[1], value.replaceAll(/\$\{([^}]+)\}/g, (whole, name: string) => env[name] ?? whole)]]
  })
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return ''
  }
}
