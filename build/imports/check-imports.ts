import { root } from '../build'
import { circles, readImports } from './graph'
import { BANS, layers, TESTS } from './layers'

/** `npm run check:imports`: no circle of imports, types included, and no import from a layer above. */
const graph = readImports(root, ['src', 'renderer', 'electron', 'build', 'e2e', 'bench', 'campaign'])
const problems = [
  ...circles(graph).map((circle) => `These import each other:\n    ${circle.join('\n    ')}`),
  ...[...graph]
    .filter(([file]) => !TESTS.test(file))
    .flatMap(([file, imports]) => [
      ...imports
        .filter((name) => isAbove(name, file))
        .map((name) => `${file} imports ${name}, which lies above it (build/imports/layers.ts)`),
      ...imports.flatMap((name) =>
        BANS.filter(({ by, what }) => by.test(file) && what.test(name)).map(
          ({ why }) => `${file} imports ${name}: ${why}`,
        ),
      ),
    ]),
]
problems.forEach((problem) => console.log(`  ${problem}`))
console.log(
  problems.length === 0 ? `${graph.size} files import downward only.` : `${problems.length} problems.`,
)
process.exit(problems.length === 0 ? 0 : 1)

function isAbove(name: string, file: string): boolean {
  return file.startsWith('src/') && name.startsWith('src/') && layerOf(name) > layerOf(file)
}

function layerOf(file: string): number {
  const fits = layers.map((paths) =>
    Math.max(0, ...paths.map((path) => (patternOf(path).test(file) ? path.length : 0))),
  )
  const longest = Math.max(...fits)
  return longest === 0 ? layers.length : fits.indexOf(longest)
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace('*', '[^/]+')}`)
}
