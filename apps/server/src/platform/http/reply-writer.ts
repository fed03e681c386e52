import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import buildSerializer from 'fast-json-stringify'
import { z } from 'zod'
import type { Endpoint } from '@cloud-factory/contract/endpoint'
import type { FileReply } from './routes.ts'

const compress = promisify(gzip)

/** JSON text to send; it is compressed once, however often it is sent. */
export class JsonText {
  readonly text: string
  #packed: Promise<Buffer> | undefined

  constructor(text: string) {
    this.text = text
  }

  packed(): Promise<Buffer> {
    return (this.#packed ??= compress(this.text, { level: 4 }))
  }
}

/**
 * Sends a file under its name. If its source fails halfway, the connection is cut, so that nobody takes half a file
 * for a whole one.
 */
function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  void reply
    .header('Content-Type', file.type)
    .header('Content-Disposition', disposition(file.name, file.inline === true))
  if (file.bytes !== undefined) void reply.header('Content-Length', file.bytes)
  if (file.estimatedBytes !== undefined) {
    void reply.header('X-Estimated-Bytes', Math.ceil(file.estimatedBytes))
  }
  if (file.lasting === true) void reply.header('Cache-Control', 'private, max-age=31536000, immutable')
  if (reply.request.method !== 'HEAD') return reply.send(file.body)
  // Nobody will read it, so do not generate it.
  file.body.destroy()
  return reply.send()
}

/** The name twice: in ASCII for old clients, in full according to RFC 6266 and RFC 8187. */
export function disposition(name: string, inline: boolean): string {
  const plain = name.toWellFormed().replace(/[\p{Cc}/\\]/gu, '_')
  const ascii = plain.replace(/[^ -~]/g, '_').replace(/["%]/g, '_')
  const full = encodeURIComponent(plain).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${full}`
}

/**
 * Turns a reply into JSON text. Only fields of the reply's schema leave the server. In development and tests zod
 * parses the reply, and a wrong one is a bug; in production a serialiser compiled from the same schema writes it. An
 * endpoint without a body returns null.
 */
export function replyText(schema: Endpoint['reply'], check: boolean): (answer: unknown) => string | null {
  if (schema === null || typeof schema === 'string') return () => null
  if (check) return (answer) => JSON.stringify(schema.parse(answer))
  // Compiled at its first reply: compiling all of them takes a second, and 20 MB.
  let write: ((answer: unknown) => string) | undefined
  return (answer) => (write ??= serializerOf(schema))(answer)
}

/** Shorter text gains nothing from compression. */
const worthCompressing = 2_048

/**
 * Sends JSON text, compressed for clients that accept it: a page of a list shrinks to a tenth, which helps phones in
 * the workshop.
 */
export async function sendJson(reply: FastifyReply, json: JsonText | null): Promise<FastifyReply> {
  if (json === null) return reply.send()
  const { text } = json
  const typed = reply.type('application/json; charset=utf-8').serializer(asIs)
  if (text.length < worthCompressing) return typed.send(text)
  void typed.header('Vary', 'Accept-Encoding')
  if (!/\bgzip\b/.test(String(reply.request.headers['accept-encoding']))) return typed.send(text)
  return typed.header('Content-Encoding', 'gzip').send(await json.packed())
}

const asIs = (sent: unknown) => sent as string

/** Sends replies other than JSON: a text, a file, or an event stream that the server flushes line by line. */
export function sendRaw(
  reply: FastifyReply,
  { reply: kind, produces }: Pick<Endpoint, 'reply' | 'produces'>,
  answer: unknown,
  check: boolean,
): FastifyReply {
  if (kind === 'text') return reply.type('text/plain; charset=utf-8').send(answer)
  if (kind === 'file') {
    const file = answer as FileReply
    if (check && produces?.includes(file.type) !== true) {
      file.body.destroy()
      throw new TypeError(`${file.type} is not among the types that the endpoint says: ${produces?.join()}`)
    }
    return sendFile(reply, file)
  }
  if (!(answer instanceof Readable)) throw new TypeError('a stream endpoint answers with a Readable')
  void reply.header('Content-Type', 'text/event-stream').header('X-Accel-Buffering', 'no')
  if (reply.request.method !== 'HEAD') return reply.send(answer)
  // The client has gone: a stream without a reader would stay open as long as the session.
  answer.destroy()
  return reply.send()
}

/** Writes values of a schema as JSON, only the fields of the schema. */
export function serializerOf(schema: z.ZodType): (answer: unknown) => string {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: loosen,
  })
  delete json.$schema
  return buildSerializer(json as Parameters<typeof buildSerializer>[0])
}

/** The serialiser checks nothing: formats and bounds would only cost time. */
function loosen({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  for (const word of ['format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'propertyNames']) {
    delete jsonSchema[word]
  }
}
