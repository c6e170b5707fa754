import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { parseSync } from 'oxc-parser'
import { sourceFiles } from '../source-files'

/** Imports of each file, including types and dynamic imports: own files as paths from `root`, packages by name. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Reads the TypeScript files below `folders` of `root`. */
export function readImports(root: string, folders: readonly string[]): ImportGraph {
  const files = sourceFiles(root).filter((file) => folders.includes(file.split('/')[0]))
  return new Map(files.map((file) => [file, importsOf(root, file)]))
}

function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, text)
  const asked = [
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => literalOf(text.slice(start, end))),
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
  ]
  const names = new Set(asked.filter((name) => name !== undefined))
  return [...names].map((name) => (name.startsWith('.') ? ownFile(root, file, name) : name))
}

/** Undefined for a computed name. */
function literalOf(source: string): string | undefined {
  return /^['"]([^'"]*)['"]$/.exec(source)?.[1]
}

function ownFile(root: string, file: string, name: string): string {
  const path = resolve(root, dirname(file), name)
  const found = [`${path}.ts`, `${path}.tsx`, join(path, 'index.ts'), path].find(
    (candidate) => existsSync(candidate) && statSync(candidate).isFile(),
  )
  return relative(root, found ?? path).replaceAll(sep, '/')
}

/** Files that import each other, directly or through others: each circle once (Tarjan's algorithm). */
export function circles(graph: ImportGraph): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    open.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) {
        continue
      }
      if (!order.has(next)) {
        visit(next)
      }
      if (open.includes(next)) {
        lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!))
      }
    }
    if (lowest.get(file) === order.get(file)) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) {
        found.push(circle)
      }
    }
  }
  for (const file of graph.keys()) {
    if (!order.has(file)) {
      visit(file)
    }
  }
  return found
}
