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

/** A file of a multipart request, already on disk in a temporary place that is emptied after the reply. */
export interface UploadedFile {
  readonly name: string
  readonly path: string
  readonly bytes: number
}

/** Facts of the request that are not input. */
export interface RequestFacts {
  readonly requestId: string
  /** Address of the client: the socket's, or a forwarded one when a trusted proxy is configured. */
  readonly address: string
  /** Empty when the client sent none. */
  readonly userAgent: string
  /** The client's X-App-Version; empty when it sent none. */
  readonly appVersion: string
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
  readonly lastEventId: string | null
}

/** Answer of an endpoint whose reply is `'file'`. */
export interface FileReply {
  /** As it is offered to be saved; any letters. */
  readonly name: string
  /** Media type. */
  readonly type: string
  /** Read as fast as the client takes it; destroyed when the client goes away. */
  readonly body: Readable
  /** Exact length, when it is known. */
  readonly bytes?: number
  /** About how long it will be, for a file that is made while it is sent: whoever waits sees how far it is. */
  readonly estimatedBytes?: number
  /** May be shown in the browser instead of saved: pictures and PDF only. */
  readonly inline?: boolean
  /** The bytes under this address never change: the browser keeps them for itself. */
  readonly lasting?: true
}

interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly files: readonly UploadedFile[]
  /** Who asks; a public endpoint has nobody. */
  readonly actor: E extends { permission: 'public' } ? null : Actor
  readonly request: RequestFacts
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
  /** Endpoints whose answers are kept, see `response-cache.ts`. */
  readonly kept?: ReadonlySet<string>
  readonly handlers: Readonly<Record<string, (call: never) => Promise<unknown>>>
}

/**
 * Ties a table to its handlers; the pair is what a feature mounts. `kept`: reads whose answer depends on nothing but plant,
 * tags, params, query and day, and shows only what no transaction changes without a fact in the outbox.
 */
export const routes = <const T extends EndpointTable>(
  table: T,
  handlers: Handlers<T>,
  { kept = [] }: { readonly kept?: readonly (keyof T & `GET ${string}`)[] } = {},
): Routes => ({ table, handlers, kept: new Set(kept) })
