import { z } from 'zod'
import type { Commands, Contract, Events } from './define'
import { failureSchema } from './errors'

/** A JSON Schema, as OpenAPI 3.1 takes it. */
type JsonSchema = Record<string, unknown>

interface Descriptions {
  title: string
  version: string
  commands: Readonly<Record<string, string>>
  events: Readonly<Record<string, string>>
}

/**
 * A contract as OpenAPI 3.1: each command is `POST /COMMAND` with its input as JSON, and all events come on
 * `GET /events`.
 */
export function openApi<C extends Commands, E extends Events>(
  { commands, events }: Contract<C, E>,
  { title, version, commands: descriptions, events: eventDescriptions }: Descriptions,
): JsonSchema {
  return {
    openapi: '3.1.0',
    info: { title, version },
    security: [{ token: [] }],
    paths: {
      ...Object.fromEntries(
        Object.entries(commands).map(([name, command]) => {
          const post = operation(name, command, descriptions[name])
          return [`/${name}`, { post }]
        }),
      ),
      '/events': { get: eventStream(events, eventDescriptions) },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: schemaOf(failureSchema, 'output') },
      responses: {
        Failure: {
          description: 'What went wrong, in words for the user, with a code for programs.',
          content: json({ $ref: '#/components/schemas/Failure' }),
        },
      },
    },
  }
}

function operation(
  name: string,
  { input, output, isIdempotent }: Commands[string],
  description: string,
): JsonSchema {
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    description,
    // sending it twice has the effect of sending it once
    'x-idempotent': isIdempotent,
    requestBody: { required: true, content: json(schemaOf(input, 'input')) },
    responses: {
      200: { description: 'The answer.', content: json(schemaOf(output, 'output')) },
      default: { $ref: '#/components/responses/Failure' },
    },
  }
}

function eventStream(events: Events, descriptions: Readonly<Record<string, string>>): JsonSchema {
  return {
    operationId: 'events',
    tags: ['events'],
    description: 'Server-sent events: `event` is the name, `data` its payload as JSON.',
    parameters: [
      {
        name: 'names',
        in: 'query',
        description: 'Events to send, with commas between them; all if absent.',
        schema: { type: 'string' },
      },
    ],
    responses: { 200: { description: 'The stream.', content: { 'text/event-stream': {} } } },
    'x-events': Object.fromEntries(
      Object.entries(events).map(([name, schema]) => [
        name,
        { description: descriptions[name], ...schemaOf(schema, 'output') },
      ]),
    ),
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } }
}
