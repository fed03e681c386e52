import type { Endpoint } from '@cloud-factory/contract/endpoint'
import { type ErrorCode, errorStatus, problem } from '@cloud-factory/contract/errors'
import { z } from 'zod'
import { takesKey } from './idempotency.ts'
import type { Routes } from './routes.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the mounted tables: schemas, documented errors, `security` and `x-permission`. */
export function openapi(all: readonly Routes[], version: string): Json & { openapi: string } {
  const paths: Record<string, Json> = {}
  for (const [key, endpoint] of all.flatMap(({ table }) => Object.entries(table))) {
    const [method, url] = key.split(' ') as [string, string]
    const path = url.replace(/:([a-zA-Z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(key, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cloud Factory 云工厂',
      version,
      description: 'Back office of a steel-structure fabrication factory.',
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token as it is, no Bearer.',
        },
      },
      schemas: { Problem: schemaOf(problem, 'output') },
    },
  }
}

function operation(key: string, endpoint: Endpoint): Json {
  const [method, url] = key.split(' ') as [string, string]
  const isPublic = endpoint.permission === 'public'
  return {
    operationId: key.replace(/[^A-Za-z0-9]+/g, '_'),
    summary: endpoint.summary,
    tags: [areaOf(url)],
    ...(isPublic ? { security: [] } : access(endpoint)),
    ...(parameters(method, endpoint).length > 0 && { parameters: parameters(method, endpoint) }),
    ...body(endpoint),
    responses: { ...success(endpoint), ...failures(method, endpoint) },
  }
}

const systemPaths = new Set(['/api/health', '/api/openapi.json', '/metrics'])
const areaOf = (url: string): string => (systemPaths.has(url) ? 'system' : (url.split('/')[2] ?? 'system'))

const access = ({ permission, permissionOr, permissionAnd }: Endpoint): Json => ({
  ...(permission !== undefined && { 'x-permission': permission }),
  ...(permissionOr !== undefined && { 'x-permission-or': permissionOr }),
  ...(permissionAnd !== undefined && { 'x-permission-and': permissionAnd }),
})

function parameters(method: string, endpoint: Endpoint): Json[] {
  const list = [...named('path', endpoint.params), ...named('query', endpoint.query)]
  if (method === 'POST' && endpoint.permission !== 'public' && takesKey(endpoint)) {
    const description =
      'The same request under the same key is carried out once; the first reply is given again.'
    list.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description,
      schema: { type: 'string', maxLength: 128 },
    })
  }
  return list
}

interface Fields {
  readonly properties?: Json
  readonly required?: readonly string[]
}

function named(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as Fields
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function body({ body: schema, upload }: Endpoint): Json {
  if (upload !== undefined) {
    const files = {
      type: 'array',
      items: { type: 'string', format: 'binary' },
      minItems: 1,
      maxItems: upload.maxFiles,
    }
    const { properties = {}, required = [] } = (
      schema === undefined ? {} : schemaOf(schema, 'input')
    ) as Fields
    const form = {
      type: 'object',
      required: [...required, upload.field],
      properties: { ...properties, [upload.field]: files },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
  }
  if (schema === undefined) return {}
  return {
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(schema, 'input') } } },
  }
}

function success({ reply, status, produces }: Endpoint): Json {
  if (reply === null) return { 204: { description: 'Done.' } }
  if (reply === 'file') return { [status ?? 200]: { description: 'The file.', ...fileBody(produces) } }
  const type = reply === 'text' ? 'text/plain' : reply === 'stream' ? 'text/event-stream' : 'application/json'
  const schema = typeof reply === 'string' ? { type: 'string' } : schemaOf(reply, 'output')
  return { [status ?? 200]: { description: 'Done.', content: { [type]: { schema } } } }
}

function fileBody(types: readonly string[] = []): Json {
  const schema = { type: 'string', format: 'binary' }
  return {
    headers: { 'Content-Disposition': { description: 'Its name.', schema: { type: 'string' } } },
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  }
}

const always: readonly ErrorCode[] = [
  'request.invalid',
  'request.malformed',
  'rate.limited',
  'server.fault',
  'server.busy',
]

/** Every 4xx and 5xx status that can occur: those of the endpoint's kind and those of its command. */
function failures(method: string, endpoint: Endpoint): Json {
  const { permission, errors = [] } = endpoint
  const isPublic = permission === 'public'
  const writes = method !== 'GET'
  const codes = new Set<ErrorCode>([
    ...always,
    ...when(!isPublic, 'session.missing', 'session.expired', 'permission.denied'),
    ...when(!isPublic && endpoint.beforePasswordChange !== true, 'password.change_required'),
    ...when(writes, 'request.too_large', 'media.unsupported', 'server.disk_full'),
    ...when(
      method === 'POST' && !isPublic && takesKey(endpoint),
      'idempotency.mismatch',
      'idempotency.in_progress',
    ),
    ...errors,
  ])
  const byStatus = Map.groupBy(codes, (code) => errorStatus[code])
  return Object.fromEntries([...byStatus].map(([status, list]) => [status, failure(list)]))
}

const when = (holds: boolean, ...codes: ErrorCode[]): ErrorCode[] => (holds ? codes : [])

const failure = (codes: readonly ErrorCode[]): Json => ({
  description: `Refused: ${codes.join(', ')}.`,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: asDeclared,
  }) as Json
  delete json.$schema
  return json
}

/** A schema that reads text but means another type (a number in a query) declares it in its `openapi` meta. */
function asDeclared({ jsonSchema }: { jsonSchema: Json }): void {
  const declared = jsonSchema.openapi
  if (declared === undefined) return
  for (const word of Object.keys(jsonSchema)) delete jsonSchema[word]
  Object.assign(jsonSchema, declared)
}
