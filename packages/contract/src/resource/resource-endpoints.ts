import {
  byType,
  type ByType,
  type Field,
  type Fields,
  type FilterOf,
  initialChoice,
  type Resource,
  type ValueOf,
  type ValuesOf,
} from '@cloud-factory/domain/resource/resource'
import { z } from 'zod'
import { code, namesOf, text } from '../enums.ts'
import { day, id, idParam, listOf, listQuery, queryVersion, queryWords, version } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { decimal } from '../standards/quality-rules.ts'

/** Time of day in the plant's time zone. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

interface Limits {
  readonly min?: number
  readonly max: number
  readonly decimals?: number
}
const numberOf = ({ min = 0, max, decimals }: Limits) =>
  (decimals === undefined ? z.int() : z.number().multipleOf(10 ** -decimals)).min(min).max(max)

const schemas: ByType<[], z.ZodType> = {
  code: () => code,
  text: ({ max, required }) => (required === true ? text(max).min(1) : text(max)),
  names: ({ max }) => namesOf(max),
  number: numberOf,
  decimal: () => decimal,
  flag: () => z.boolean(),
  choice: ({ values }) => z.enum(values),
  choices: ({ values, required }) =>
    z
      .array(z.enum(values))
      .min(required === true ? 1 : 0)
      .max(values.length),
  range: (field) => z.strictObject({ min: numberOf(field), max: numberOf(field) }),
  own: () => z.never(),
  id: () => id,
  ids: ({ max }) => z.array(id).min(1).max(max),
  day: () => day,
  time: () => timeOfDay,
}

type Shape<F extends Fields> = { -readonly [K in keyof F]: z.ZodType<ValueOf<F[K]>, ValueOf<F[K]>> }

type OwnKeys<R extends Resource> = {
  [K in keyof R['fields']]: R['fields'][K] extends { readonly type: 'own' } ? K : never
}[keyof R['fields']]
/** Schemas of the fields of type `own`, which the contract writes out. */
type OwnSchemas<R extends Resource> = [OwnKeys<R>] extends [never]
  ? []
  : [own: Pick<Shape<R['fields']>, OwnKeys<R>>]

/** Schemas of the fields, for views and inputs. */
export const fieldSchemas = <R extends Resource>(
  { fields }: R,
  ...[own]: OwnSchemas<R>
): Shape<R['fields']> => schemasOf(fields, own) as Shape<R['fields']>

const schemasOf = (fields: Fields, own: Readonly<Record<string, unknown>> = {}) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      if (field.type === 'own') return [key, own[key] as z.ZodType]
      const schema = byType(schemas, field)
      return [key, field.optional === true ? schema.nullable() : schema]
    }),
  )

/** What a request that adds a record may leave out. */
const omissible = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) =>
      field.type === 'choice' && field.omissible === true
        ? [[key, schemas.choice(field).default(initialChoice(field))]]
        : [],
    ),
  )

type Filter<F> = F extends { readonly type: 'choice'; readonly values: readonly (infer V)[] }
  ? z.ZodOptional<z.ZodType<V[], string>>
  : z.ZodOptional<z.ZodType<'true' | 'false', 'true' | 'false'>>
type Filters<R extends Resource> = { [K in FilterOf<R> & string]: Filter<R['fields'][K]> }

const filterSchema = (field: Field | undefined) =>
  (field?.type === 'choice' ? queryWords(field.values) : z.enum(['true', 'false'])).optional()

type ListQuery<R extends Resource> = ReturnType<typeof listQuery<R['sorts']>>['shape'] & Filters<R>

interface Options<Row extends z.ZodObject, Query extends z.ZodRawShape, Body extends z.ZodRawShape> {
  /** A row of the list, which is also the reply of commands; it contains `fieldSchemas`. */
  readonly row: Row
  /** Sentences for the API page. */
  readonly summary: Readonly<Record<'list' | 'create' | 'update' | 'delete', string>>
  /** Further parameters of the list. */
  readonly query?: Query
  /** Further input of create and update. */
  readonly body?: Body
  /** Further error codes. */
  readonly createErrors?: readonly ErrorCode[]
  readonly updateErrors?: readonly ErrorCode[]
}

/** What a request contains besides the fields. */
type Further<Body extends z.ZodRawShape> = keyof Body extends never ? unknown : z.output<z.ZodObject<Body>>
type Flat<T> = { [K in keyof T]: T[K] }
type Input<R extends Resource, Body extends z.ZodRawShape, More = unknown> = z.ZodType<
  Flat<ValuesOf<R> & Further<Body> & More>,
  Flat<ValuesOf<R> & Further<Body> & More>
>

interface Described {
  readonly summary: string
  readonly errors: readonly ErrorCode[]
}
type Endpoints<
  R extends Resource,
  Row extends z.ZodObject,
  Query extends z.ZodRawShape,
  Body extends z.ZodRawShape,
> = {
  readonly [K in `GET /api/${R['path']}`]: Described & {
    readonly permission: R['view']
    readonly query: z.ZodObject<ListQuery<R> & Query>
    readonly reply: ReturnType<typeof listOf<Row>>
  }
} & {
  readonly [K in `POST /api/${R['path']}`]: Described & {
    readonly permission: R['edit']
    readonly status: 201
    readonly body: Input<R, Body>
    readonly reply: Row
  }
} & {
  readonly [K in `PATCH /api/${R['path']}/:id`]: Described & {
    readonly permission: R['edit']
    readonly params: typeof idParam
    readonly body: Input<R, Body, { version: number }>
    readonly reply: Row
  }
} & {
  readonly [K in `DELETE /api/${R['path']}/:id`]: Described & {
    readonly permission: R['edit']
    readonly params: typeof idParam
    readonly query: z.ZodObject<{ version: typeof queryVersion }>
    readonly reply: null
  }
}

type None = Record<never, never>

/** The endpoints that list, add, change and delete the records of a resource. */
export function resourceEndpoints<
  const R extends Resource,
  Row extends z.ZodObject,
  Query extends z.ZodRawShape = None,
  Body extends z.ZodRawShape = None,
>(declared: R, options: Options<Row, Query, Body>): Endpoints<R, Row, Query, Body> {
  const { path, view, edit, fields, filters = [], sorts, unique } = declared
  const { row, summary, query, body, createErrors = [], updateErrors = [] } = options
  const input = { ...schemasOf(fields, row.shape), ...body }
  const filter = Object.fromEntries(filters.map((key) => [key, filterSchema(fields[key])]))
  const duplicate = unique === undefined ? [] : ['duplicate']
  const change = { permission: edit, params: idParam }
  const table = {
    [`GET /api/${path}`]: {
      summary: summary.list,
      permission: view,
      query: listQuery(sorts).extend({ ...filter, ...query }),
      reply: listOf(row),
    },
    [`POST /api/${path}`]: {
      summary: summary.create,
      permission: edit,
      status: 201,
      body: z.strictObject({ ...input, ...omissible(fields) }),
      reply: row,
      errors: [...duplicate, ...createErrors],
    },
    [`PATCH /api/${path}/:id`]: {
      ...change,
      summary: summary.update,
      body: z.strictObject({ version, ...input }),
      reply: row,
      errors: ['not_found', ...duplicate, 'version.conflict', ...updateErrors],
    },
    [`DELETE /api/${path}/:id`]: {
      ...change,
      summary: summary.delete,
      query: z.strictObject({ version: queryVersion }),
      reply: null,
      errors: ['not_found', 'in_use', 'version.conflict'],
    },
  }
  return table as unknown as Endpoints<R, Row, Query, Body>
}
