import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Tag } from '@cloud-factory/domain/identity/permissions'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `METHOD /path/:param`: the key of an endpoint, the same text on both sides. */
export type EndpointKey = `${Method} /${string}`

/**
 * One endpoint. Tables of endpoints give types to the server's handlers and the browser's client, and OpenAPI is
 * written from them; no code is generated.
 */
export type Endpoint = Access & EndpointShape

type Tags = readonly [Tag, ...Tag[]]
/** Who may call; mandatory. `self` is any signed-in person for their own account; several rules must all hold. */
export type Access =
  | {
      readonly permission: Tag | 'self' | 'public'
      readonly permissionOr?: Tags
      readonly permissionAnd?: Tags
    }
  | { readonly permission?: undefined; readonly permissionOr: Tags; readonly permissionAnd?: Tags }
  | { readonly permission?: undefined; readonly permissionOr?: undefined; readonly permissionAnd: Tags }

interface EndpointShape {
  /** One English sentence for the API page. */
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Files sent as multipart/form-data in one field; `body` is read from the form's other fields. */
  readonly upload?: { readonly field: string; readonly maxBytes: number; readonly maxFiles: number }
  /** `null`: 204, no body. `'stream'`: text/event-stream. `'text'`: text/plain. `'file'`: bytes with a name. */
  readonly reply: z.ZodType | null | 'stream' | 'text' | 'file'
  /** Maximum size of a JSON body where it is more than that of other endpoints. */
  readonly maxBodyBytes?: number
  /** All media types that a `'file'` reply can have. */
  readonly produces?: readonly [string, ...string[]]
  /** Status of success; default 200 (204 when `reply` is null). */
  readonly status?: 200 | 201 | 202
  /** The reply contains a secret once: it is never stored, so an `Idempotency-Key` has no effect. */
  readonly returnsSecret?: true
  /**
   * Works in several transactions, each of which does nothing when repeated: needs and takes no `Idempotency-Key`.
   */
  readonly repeatable?: true
  /** Also open to a person whose password was chosen by somebody else and must be changed first. */
  readonly beforePasswordChange?: true
  /** Error codes of the command, besides those of every endpoint of its kind (invalid input, no session, …). */
  readonly errors?: readonly ErrorCode[]
}

export type EndpointTable = Readonly<Record<EndpointKey, Endpoint>>

/** Preserves the literal types of a table, so that a missing permission or a wrong handler is a compile error. */
export const endpoints = <const T extends EndpointTable>(table: T): T => table

type Out<T> = T extends z.ZodType ? z.output<T> : undefined
type In<T> = T extends z.ZodType ? z.input<T> : undefined

export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOf<E extends Endpoint> = Out<E['body']>
/** What a handler returns. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.input<E['reply']> : undefined
/** What a caller gets: the parsed reply. */
export type AnswerOf<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.output<E['reply']>
  : E['reply'] extends 'text'
    ? string
    : undefined
export type ParamsSent<E extends Endpoint> = In<E['params']>
export type QuerySent<E extends Endpoint> = In<E['query']>
export type BodySent<E extends Endpoint> = In<E['body']>

/** Id of a row in a URL: a positive bigint in decimal. */
export const id = z.string().regex(/^[1-9][0-9]{0,17}$/)
export const idParam = z.strictObject({ id })

/** Integer in a query string: digits only, so `1e999`, `0x10` and ` 5` are rejected. */
export const queryInt = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?[0-9]{1,10}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta({ openapi: { type: 'integer', minimum: min, maximum: max } })

/** Several values of a closed list in one query parameter, separated by commas: `?status=draft,released`. */
export const queryWords = <T extends readonly [string, ...string[]]>(words: T) =>
  z
    .string()
    .max(500)
    .transform((text) => text.split(',').filter((word) => word !== ''))
    .pipe(z.array(z.enum(words)).max(words.length))

/** Several ids in one query parameter, separated by commas: `?pieceIds=17,18`. */
export const queryIds = (max: number) =>
  z
    .string()
    .max(max * 19)
    .transform((text) => text.split(',').filter((word) => word !== ''))
    .pipe(z.array(id).max(max))

export const sortOf = <const T extends readonly [string, ...string[]]>(fields: T) =>
  z.enum(fields.flatMap((field) => [field, `-${field}`]) as [T[number] | `-${T[number]}`])

/** Query of every list. `page` starts at 1; `sort` is a field, with `-` in front for descending. */
export const listQuery = <const T extends readonly [string, ...string[]]>(sortable: T) =>
  z.strictObject({
    page: queryInt(1, 100_000).optional(),
    pageSize: queryInt(1, 200).optional(),
    sort: sortOf(sortable).optional(),
    q: z.string().trim().max(100).optional(),
  })

/** Reply of every list: one page, and the number of matching rows. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int().min(0) })

export const instant = z.iso.datetime({ offset: true })
export const day = z.iso.date()
export const version = z.int().min(1)

/** `true`, or the code of the reason why not: a screen disables the button and shows the reason. */
export const allowed = z.union([z.literal(true), z.string()])

/** The version on which the decision to delete was based, in the query. */
export const queryVersion = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/)
  .transform(Number)
  .meta({ openapi: { type: 'integer', minimum: 1 } })
