import type { AnyEndpoint } from '@plinth/contract/endpoint.ts'
import { problems } from '@plinth/contract/problems.ts'
import { roles, rolesThatCan } from '@plinth/contract/roles.ts'
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema

const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string().optional(),
  code: z.enum(Object.keys(problems) as [string, ...string[]]),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})

type Content = Record<string, { schema: JsonSchema }>

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  description: string
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, { description: string; content?: Content }>
  security: Record<string, never[]>[]
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, Record<string, string>>
    schemas: Record<string, JsonSchema>
  }
}

const whoMayCall: Record<AnyEndpoint['access'], (members: string) => string> = {
  public: () => 'Anybody may call this.',
  user: () => 'Any signed-in person may call this.',
  'user-or-key': () => 'Any signed-in person, or an API key, may call this.',
  member: (members) => `${members} of the account may call this.`,
  'member-or-key': (members) => `${members} of the account, or an API key of it, may call this.`,
  agent: () =>
    'Coding agents may call this, with an API key of the account as bearer token or in X-API-Key, or with an access token of the portal’s authorization server.',
  admin: () =>
    'Platform administrators may call this; for everybody else who is signed in it does not exist.',
  marketplace: () => 'The marketplace may call this, with the JWT of its webhooks.',
  camera: () => 'The camera may call this, with its own token.',
}

/** "Members", or the roles that may call it: "Owners", "Owners and Users". */
function membersWhoMayCall({ action }: AnyEndpoint): string {
  const allowed = action ? rolesThatCan(action) : []
  if (allowed.length === roles.length) return 'Members'
  return allowed.map((role) => `${role}s`).join(' and ')
}

/** The OpenAPI 3.1 document of these endpoints. */
export function openApiDocument(
  endpoints: AnyEndpoint[],
  { productName, publicUrl }: { productName: string; publicUrl: URL },
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const operations = (paths[path] ??= {})
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: '1',
      description: 'Errors are problem documents (RFC 9457); `code` is stable and safe to branch on.',
    },
    servers: [{ url: publicUrl.origin }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      schemas: { Problem: schemaOf(Problem, 'output') },
    },
  }
}

function operationOf(endpoint: AnyEndpoint): Operation {
  const isEmptyReply = endpoint.reply instanceof z.core.$ZodVoid
  const body = bodyOf(endpoint)
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.summary,
    tags: [tagOf(endpoint.path)],
    description: whoMayCall[endpoint.access](membersWhoMayCall(endpoint)),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...parametersOf(endpoint.headers, 'header'),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      [successStatus(endpoint)]: isEmptyReply
        ? { description: 'Done' }
        : {
            description: endpoint.isCreation ? 'Created' : 'OK',
            content: { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } },
          },
      default: {
        description: 'A problem',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
    security: securityOf(endpoint.access),
  }
}

function successStatus({ isCreation, reply }: AnyEndpoint): string {
  if (isCreation) return '201'
  return reply instanceof z.core.$ZodVoid ? '204' : '200'
}

function bodyOf({ body, form }: AnyEndpoint): Content | undefined {
  if (form) return { 'multipart/form-data': { schema: schemaOf(form, 'input') } }
  if (body instanceof z.core.$ZodVoid) return undefined
  return { 'application/json': { schema: schemaOf(body, 'input') } }
}

function securityOf(access: AnyEndpoint['access']): Operation['security'] {
  if (access === 'public') return []
  return access.endsWith('-or-key') || access === 'agent'
    ? [{ bearer: [] }, { apiKey: [] }]
    : [{ bearer: [] }]
}

function operationIdOf({ method, path }: AnyEndpoint): string {
  const words = path.replace('/api/v1', '').split(/[/:]+/).filter(Boolean)
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}

/** The resource a path is about: its first word below the account. */
function tagOf(path: string): string {
  const words = path
    .replace(/^\/api\/v1\//, '/')
    .split('/')
    .filter(Boolean)
  const beyondAccount = words[0] === 'account' && words[1] === ':account' ? words.slice(2) : words
  return beyondAccount[0] ?? 'portal'
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => removeNoise(jsonSchema),
  })
  return rest
}

/** What zod adds and a reader knows already: the pattern of a format, and the bounds of every integer. */
function removeNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

function parametersOf(
  shape: z.core.$ZodObject,
  location: 'path' | 'query' | 'header',
): Operation['parameters'] {
  const { properties = {}, required = [] } = schemaOf(shape, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: schema as JsonSchema,
  }))
}
