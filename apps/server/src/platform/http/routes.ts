import type { Readable } from 'node:stream'
import type {
  BodyOf,
  Endpoint,
  EndpointTable,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '@cloud-factory/contract/endpoint'
import type { Actor } from '../auth/actor.ts'

/** A file of a multipart request in a temporary folder, which is deleted after the reply. */
export interface UploadedFile {
  readonly name: string
  readonly path: string
  readonly bytes: number
}

/** Properties of the request besides its input. */
export interface RequestFacts {
  readonly requestId: string
  /** Client address: that of the socket, or a forwarded one from a trusted proxy. */
  readonly address: string
  /** Empty when the client sent none. */
  readonly userAgent: string
  /** The client's X-App-Version; empty when it sent none. */
  readonly appVersion: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  readonly lastEventId: string | null
}

/** Reply of an endpoint with `reply: 'file'`. */
export interface FileReply {
  /** Suggested file name; any characters. */
  readonly name: string
  /** Media type. */
  readonly type: string
  /** Read as fast as the client takes it; destroyed when the client disconnects. */
  readonly body: Readable
  /** Exact length, when known. */
  readonly bytes?: number
  /** Estimated length of a file that is generated while it is sent, for a progress bar. */
  readonly estimatedBytes?: number
  /** May be shown in the browser instead of downloaded: images and PDF only. */
  readonly inline?: boolean
  /** The bytes at this address never change, so the browser may cache them. */
  readonly lasting?: true
}

interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly files: readonly UploadedFile[]
  /** The caller; null for public endpoints. */
  readonly actor: E extends { permission: 'public' } ? null : Actor
  readonly request: RequestFacts
}

/** Call that changes the row that the path names. */
export interface ChangeCall<B> {
  readonly actor: Actor
  readonly params: { readonly id: string }
  readonly body: B
}

type Answer<E extends Endpoint> = E['reply'] extends 'stream'
  ? Readable
  : E['reply'] extends 'file'
    ? FileReply
    : E['reply'] extends 'text'
      ? string
      : E['reply'] extends null
        ? void
        : ReplyOf<E>

/** One function per endpoint of a table; a missing or wrong one does not compile. */
export type Handlers<T extends EndpointTable> = {
  readonly [K in keyof T]: T[K] extends Endpoint ? (call: Call<T[K]>) => Promise<Answer<T[K]>> : never
}

export interface Routes {
  readonly table: EndpointTable
  /** Endpoints with cached replies, see `response-cache.ts`. */
  readonly cached?: ReadonlySet<string>
  readonly handlers: Readonly<Record<string, (call: never) => Promise<unknown>>>
}

/**
 * Combines a table with its handlers; a module mounts the result. `cached`: reads whose reply depends only on plant,
 * tags, params, query and day, and shows only data that no transaction changes without an event in the outbox.
 */
export const routes = <const T extends EndpointTable>(
  table: T,
  handlers: Handlers<T>,
  { cached = [] }: { readonly cached?: readonly (keyof T & `GET ${string}`)[] } = {},
): Routes => ({ table, handlers, cached: new Set(cached) })
