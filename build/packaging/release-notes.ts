import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../build'

/**
 * What the changelog says of a version, without its heading.
 * @param tag of the release: `v` and the version
 * @throws Error where the changelog has no such version
 */
export function releaseNotes(changelog: string, tag: string): string {
  const version = tag.replace(/^v/, '')
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.split('\n', 1)[0].trim() === version)
  if (section === undefined) {
    throw new Error(`CHANGELOG.md says nothing of version ${version}.`)
  }
  return `${section.slice(section.indexOf('\n')).trim()}\n`
}

/** `npm run package:notes -- TAG`: prints the notes of a release. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  process.stdout.write(releaseNotes(changelog, process.argv[2] ?? ''))
}
