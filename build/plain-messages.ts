import { parseSync, Visitor } from 'oxc-parser'
import type { Argument, Expression, ObjectExpression } from 'oxc-parser'

/** Makers of failures, with the place of the text among their arguments. */
const MAKERS: Readonly<Record<string, number>> = {
  failWith: 1,
  MessageError: 0,
  ImageError: 2,
  PathError: 2,
  DiscoverError: 2,
  PackageError: 2,
  damaged: 1,
  wrongManifest: 1,
  PackError: 1,
  ConnectorError: 1,
  StoreError: 0,
  FineTuneError: 0,
  CheckpointError: 0,
  TrainingSetError: 0,
  ImportProblem: 0,
  PairLeftOut: 0,
}

/** Fields of answers, events and reports that a person reads. */
const FIELDS = new Set(['message', 'reason', 'notice', 'problem', 'remarks', 'summary', 'description'])

/** Texts for a person that are in no catalogue, as `LINE: TEXT`. @param file its name decides the language */
export function plainMessages(file: string, source: string): string[] {
  const found: string[] = []
  const note = (value: Expression | Argument | undefined | null): void => {
    const text = value === undefined || value === null ? null : sentenceIn(value, source)
    if (value && text !== null) {
      found.push(`${source.slice(0, value.start).split('\n').length}: ${text}`)
    }
  }
  const call = (callee: Expression, values: readonly Argument[]): void => {
    const place = callee.type === 'Identifier' ? MAKERS[callee.name] : undefined
    if (place !== undefined) {
      note(values[place])
    }
  }
  const fields = ({ properties }: ObjectExpression): void => {
    for (const property of properties) {
      if (
        property.type === 'Property' &&
        property.key.type === 'Identifier' &&
        FIELDS.has(property.key.name)
      ) {
        note(property.value)
      }
    }
  }
  new Visitor({
    CallExpression: ({ callee, arguments: values }) => call(callee, values),
    NewExpression: ({ callee, arguments: values }) => call(callee, values),
    ObjectExpression: fields,
  }).visit(parseSync(file, source).program)
  return found
}

/** A literal of several words; null for any other value. */
function sentenceIn(value: Expression | Argument, source: string): string | null {
  const isText =
    (value.type === 'Literal' && typeof value.value === 'string') || value.type === 'TemplateLiteral'
  const text = source.slice(value.start, value.end)
  return isText && /[A-Za-z]{2,} [A-Za-z$]/.test(text) ? text : null
}
