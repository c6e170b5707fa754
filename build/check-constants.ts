import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { Expression, Program } from 'oxc-parser'
import { root } from './build'
import { TESTS } from './imports/layers'
import { sourceFiles } from './source-files'

/**
 * `npm run check:constants`: a constant of a module that is literal data (a number, a string, or a table of these) has
 * an UPPER_CASE name. What is computed at run time (schemas, functions, objects with behaviour, lists that begin empty)
 * is camelCase. Tests and the texts of the screen and of the engine are free.
 */
const FREE = /^renderer\/text\/|^src\/messages\/|\/fixtures\//
const UPPER_CASE = /^[A-Z][A-Z0-9_]*$/

const files = sourceFiles(root).filter((file) => !TESTS.test(file) && !FREE.test(file))
const problems = files.flatMap((file) =>
  lowerCaseConstants(parseSync(file, readFileSync(join(root, file), 'utf8')).program).map(
    (name) => `${file}: ${name} is literal data: name it ${upperCase(name)}`,
  ),
)
problems.forEach((problem) => console.log(`  ${problem}`))
console.log(problems.length === 0 ? `${files.length} files name their constants alike.` : '')
process.exit(problems.length === 0 ? 0 : 1)

function lowerCaseConstants({ body }: Program): string[] {
  const statements = body.map((statement) =>
    statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement,
  )
  return statements.flatMap((statement) =>
    statement?.type === 'VariableDeclaration' && statement.kind === 'const'
      ? statement.declarations.flatMap(({ id, init }) =>
          id.type === 'Identifier' && init !== null && isLiteralData(init) && !UPPER_CASE.test(id.name)
            ? [id.name]
            : [],
        )
      : [],
  )
}

function isLiteralData(value: Expression): boolean {
  switch (value.type) {
    case 'Literal':
      return true
    case 'TemplateLiteral':
      return value.expressions.every(isLiteralData)
    case 'UnaryExpression':
      return isLiteralData(value.argument)
    case 'BinaryExpression':
      return (
        value.left.type !== 'PrivateIdentifier' && isLiteralData(value.left) && isLiteralData(value.right)
      )
    case 'Identifier':
      return UPPER_CASE.test(value.name)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return isLiteralData(value.expression)
    case 'ArrayExpression':
      return (
        value.elements.length > 0 &&
        value.elements.every(
          (element) =>
            element !== null && isLiteralData(element.type === 'SpreadElement' ? element.argument : element),
        )
      )
    case 'ObjectExpression':
      return value.properties.every((property) =>
        isLiteralData(property.type === 'SpreadElement' ? property.argument : property.value),
      )
    default:
      return false
  }
}

function upperCase(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()
}
