import type { SamplePair } from './plan'
import { PACKAGES, sourceNamed } from './sources'
import type { Source } from './sources'

const LICENCE_PAGES: Readonly<Record<string, string>> = {
  'CC0-1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
  'CC-BY-2.0': 'https://creativecommons.org/licenses/by/2.0/',
  'CC-BY-4.0': 'https://creativecommons.org/licenses/by/4.0/',
}

/** The list of photographs of a sample as Markdown: a paragraph, then a list with one photograph a line. */
export function attribution(pairs: readonly SamplePair[]): string {
  const files = [...new Set(pairs.map(({ photograph }) => photograph))]
  const lines = files.map((file) => {
    const used = pairs.filter(({ photograph }) => photograph === file).map(({ name }) => name)
    return `- ${describe(sourceNamed(file))} Pairs: ${used.join(', ')}.`
  })
  return [
    '# Photographs of this sample',
    '',
    'The pairs were composed from the photographs below: a part of each was cut out and reduced, parts of it were painted over or copied to other places, and light, shadow and position were changed. No pair shows a real place at two times. The pairs are under the licence of their photograph.',
    '',
    ...lines,
    '',
  ].join('\n')
}

function describe({ package: name, path, title, author, licence, statedIn }: Source): string {
  const { version, release } = PACKAGES[name]
  const page = LICENCE_PAGES[licence]
  const linked = page === undefined ? licence : `[${licence}](${page})`
  return `"${title}" by ${author}, ${linked} (${statedIn}). Debian package ${name} ${version} (${release}), file \`${path}\`.`
}
