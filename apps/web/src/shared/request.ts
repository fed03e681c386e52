import type { Method } from '@cloud-factory/contract/endpoint'
import type { Problem } from '@cloud-factory/contract/errors'
import { noteUnanswered } from './lost.ts'
import { type Received, receive } from './receive-file.ts'
import { useSession } from './session.ts'
import { signedInAgain } from './sign-in-again.ts'
import { tabName } from './new-uuid.ts'

/** The rejection value of every HTTP error. `problem` is the reply's problem document, null without one. */
export interface RequestFailure {
  readonly code: 0
  readonly state: number
  readonly message: string
  readonly problem: Problem | null
}

export interface RequestOptions {
  readonly method?: Method | undefined
  /** Base address of the API; default: this origin. */
  readonly base?: string | undefined
  /** Sent as query by GET, as JSON body by other methods, as form fields with `form`. */
  readonly data?: unknown
  /** Query of a request that also has a body. */
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly form?: boolean | undefined
  /** The form's field that holds a list: appended once per item. */
  readonly uploadField?: string | undefined
  /** Upload progress, 0 to 100. */
  readonly onProgress?: ((percent: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** Makes a POST safe to repeat: equal keys are executed once. */
  readonly idempotencyKey?: string | undefined
  /** The reply is a file: resolves to `Download`. */
  readonly file?: boolean | undefined
  /** How much of a file has come. */
  readonly onReceived?: ((received: Received) => void) | undefined
  /** Returns the error for an ended session instead of asking for the password. */
  readonly quiet?: boolean | undefined
  /** The request is sent even if the page is left meanwhile. */
  readonly keepalive?: boolean | undefined
  /** Sent instead of the person's token: that of a shared terminal. */
  readonly token?: string | undefined
}

export type { Download, Received } from './receive-file.ts'

interface Reply {
  readonly status: number
  readonly body: unknown
}

const weakNetwork = '网络不给力，请重试'
const productHeaders = { 'X-Product-Name': 'PC-Cloud-Factory', 'X-App-Version': '1.5.8' }

/**
 * Sends every request to the server. Resolves to the reply's body.
 * @throws {RequestFailure} for every HTTP error; the plain network error when nothing responded.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const token = options.token ?? useSession.getState().token
  const send = options.form === true ? sendForm : sendJson
  const reply = await answered(send(path, options, headersFor(token, options)))
  if (reply.status >= 200 && reply.status < 300) return reply.body as T
  // oxlint-disable-next-line no-console -- the status of a failed request is logged, as specified
  console.warn(`${options.method ?? 'GET'} ${path}: ${reply.status}`)
  const failure: RequestFailure = {
    code: 0,
    state: reply.status,
    message: weakNetwork,
    problem: asProblem(reply.body),
  }
  const askAgain = token !== null && options.quiet !== true && sessionEnded(failure)
  if (askAgain && (await signedInAgain(token))) return request<T>(path, options)
  // oxlint-disable-next-line typescript/only-throw-error -- the rejected value is a plain object, as specified
  throw failure
}

/**
 * Opens an event stream; `lastEventId` is the last known event, `quiet` as for requests. Resolves when the response begins.
 * @throws {RequestFailure} for every HTTP error; the plain network error when nothing responded.
 */
export async function openStream(
  path: string,
  options: { readonly lastEventId: string | null; readonly signal: AbortSignal; readonly quiet: boolean },
): Promise<ReadableStream<Uint8Array>> {
  const { token } = useSession.getState()
  const { lastEventId, signal, quiet } = options
  const known = lastEventId === null ? {} : { 'Last-Event-ID': lastEventId }
  const headers = { ...headersFor(token, {}), ...known }
  const reply = await answered(fetch(path, { headers, signal, cache: 'no-store' }))
  if (reply.ok && reply.body !== null) return reply.body
  const problem = asProblem(await textBody(reply))
  const failure: RequestFailure = { code: 0, state: reply.status, message: weakNetwork, problem }
  if (token !== null && !quiet && sessionEnded(failure) && (await signedInAgain(token)))
    return openStream(path, options)
  // oxlint-disable-next-line typescript/only-throw-error -- the rejected value is a plain object, as specified
  throw failure
}

/** Passes a response on; a missing one is recorded. */
async function answered<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    noteUnanswered(error)
    throw error
  }
}

export function isRequestFailure(error: unknown): error is RequestFailure {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 0 && 'state' in error
  )
}

/** The problem document of a failed request; null for a network error or a reply without one. */
export function problemOf(error: unknown): Problem | null {
  return isRequestFailure(error) ? error.problem : null
}

/** `?a=1&b=x` for a payload: undefined, null and empty strings are left out, a list is repeated. */
export function queryString(payload: Readonly<Record<string, unknown>> | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(payload ?? {})) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item !== undefined && item !== null && item !== '') search.append(name, fieldText(item))
    }
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** Form fields of a payload; the list in `uploadField` is appended once per item. */
export function formOf(payload: Readonly<Record<string, unknown>>, uploadField?: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(payload)) {
    if (value === undefined || value === null) continue
    const items = name === uploadField && Array.isArray(value) ? (value as unknown[]) : [value]
    for (const item of items) form.append(name, item instanceof Blob ? item : fieldText(item))
  }
  return form
}

function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function headersFor(token: string | null, { idempotencyKey }: RequestOptions): Record<string, string> {
  return {
    ...productHeaders,
    'X-Tab': tabName,
    // The token is sent unchanged, without a scheme.
    ...(token === null ? {} : { Authorization: token }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  }
}

function urlOf(path: string, options: RequestOptions): string {
  const isGet = (options.method ?? 'GET') === 'GET'
  const payload = isGet ? { ...(options.data as object | undefined), ...options.query } : options.query
  return (options.base ?? '') + path + queryString(payload)
}

async function sendJson(
  path: string,
  options: RequestOptions,
  headers: Record<string, string>,
): Promise<Reply> {
  const method = options.method ?? 'GET'
  const hasBody = method !== 'GET' && options.data !== undefined
  const reply = await fetch(urlOf(path, options), {
    method,
    headers: { 'Content-Type': 'application/json;charset=utf-8', ...headers },
    ...(hasBody ? { body: JSON.stringify(options.data) } : {}),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    keepalive: options.keepalive === true,
  })
  const isFile = options.file === true && reply.ok
  const body = isFile ? await receive(reply, options.onReceived) : await textBody(reply)
  return { status: reply.status, body }
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function sendForm(path: string, options: RequestOptions, headers: Record<string, string>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open(options.method ?? 'POST', urlOf(path, { ...options, method: options.method ?? 'POST' }))
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
    call.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(Math.round((event.loaded / event.total) * 100))
    }
    call.onload = () =>
      resolve({
        status: call.status,
        body: bodyOf(call.responseText, call.getResponseHeader('content-type')),
      })
    call.onerror = () => reject(new TypeError('network error'))
    call.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    options.signal?.addEventListener('abort', () => call.abort(), { once: true })
    call.send(formOf((options.data ?? {}) as Record<string, unknown>, options.uploadField))
  })
}

const textBody = async (reply: Response): Promise<unknown> =>
  bodyOf(await reply.text(), reply.headers.get('content-type'))

function bodyOf(text: string, type: string | null): unknown {
  if (text === '') return undefined
  if (type?.includes('json') !== true) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function asProblem(body: unknown): Problem | null {
  const isProblem =
    typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
  return isProblem ? (body as Problem) : null
}

function sessionEnded({ state, problem }: RequestFailure): boolean {
  return state === 401 && (problem?.code === 'session.missing' || problem?.code === 'session.expired')
}
