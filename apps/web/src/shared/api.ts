import type { Api } from '@cloud-factory/contract/api'
import type {
  AnswerOf,
  BodySent,
  Endpoint,
  EndpointKey,
  Method,
  ParamsSent,
  QuerySent,
} from '@cloud-factory/contract/endpoint'
import { type Download, type Received, request, type RequestOptions } from './request.ts'

type ApiKey = keyof Api & EndpointKey
type Row<K extends ApiKey> = Api[K] & Endpoint

/** Query values travel as text, so a number is allowed wherever text is. */
type Wide<T> = { [P in keyof T]: string extends NonNullable<T[P]> ? T[P] | number : T[P] | undefined }
type Part<Name extends string, T> = [T] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : [Partial<T>] extends [T]
    ? { readonly [N in Name]?: T | undefined }
    : { readonly [N in Name]: T }
type UploadPart<E> = E extends { readonly upload: { readonly field: infer Field } }
  ? { readonly upload: { readonly field: Field; readonly files: readonly Blob[] } }
  : { readonly upload?: undefined }

/** Input of a call: the parts that the endpoint declares. */
export type Sent<K extends ApiKey> = Part<'params', ParamsSent<Row<K>>> &
  Part<'query', Wide<QuerySent<Row<K>>>> &
  Part<'body', BodySent<Row<K>>> &
  UploadPart<Api[K]> &
  Pick<RequestOptions, 'onProgress' | 'signal' | 'quiet' | 'keepalive' | 'token' | 'idempotencyKey'>

export type Answer<K extends ApiKey> = AnswerOf<Row<K>>

type Rest<K extends ApiKey> = Partial<Sent<K>> extends Sent<K> ? [sent?: Sent<K>] : [sent: Sent<K>]

interface AnySent
  extends Pick<RequestOptions, 'onProgress' | 'signal' | 'quiet' | 'keepalive' | 'token' | 'idempotencyKey'> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly upload?: { readonly field: string; readonly files: readonly Blob[] }
}

/**
 * Calls an endpoint of the contract: `api('GET /api/orders/:id', { params: { id } })`.
 * @throws {RequestFailure} see `request`.
 */
export function api<K extends ApiKey>(key: K, ...[sent]: Rest<K>): Promise<Answer<K>> {
  const { path, options } = callOf(key, sent as AnySent | undefined)
  return request<Answer<K>>(path, options)
}

type FileKey = { [K in ApiKey]: Api[K] extends { readonly reply: 'file' } ? K : never }[ApiKey]

/**
 * Downloads the file of an endpoint; a plain link could not carry the token. `onReceived` gets the progress.
 * @throws {RequestFailure} see `request`; the plain network error when the connection broke, AbortError when it was
 * cancelled.
 */
export function download<K extends FileKey>(
  key: K,
  sent: Sent<K> & { readonly onReceived?: (received: Received) => void },
): Promise<Download> {
  const { path, options } = callOf(key, sent as unknown as AnySent)
  return request<Download>(path, { ...options, file: true })
}

function callOf(key: string, sent: AnySent | undefined): { path: string; options: RequestOptions } {
  const { params, query, body, upload, ...options } = sent ?? {}
  const [method, pattern] = key.split(' ') as [Method, string]
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const data = upload === undefined ? body : { ...(body as object | undefined), [upload.field]: upload.files }
  const form = upload !== undefined
  return { path, options: { method, query, data, form, uploadField: upload?.field, ...options } }
}
