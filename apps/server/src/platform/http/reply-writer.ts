import { Readable } from 'node:stream'
import type { Endpoint } from '@cloud-factory/contract/endpoint'
import buildSerializer from 'fast-json-stringify'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { JsonText } from './json-text.ts'
import type { FileReply } from './routes.ts'
import { sendFile } from './send-file.ts'

/**
 * Turns a reply into JSON text. Only fields of the reply's schema leave the server. In development and tests zod
 * parses the reply, and a wrong one is a bug; in production a serialiser compiled from the same schema writes it. An
 * endpoint without a body returns null.
 */
export function replyText(schema: Endpoint['reply'], check: boolean): (answer: unknown) => string | null {
  if (schema === null || typeof schema === 'string') return () => null
  return check ? (answer) => JSON.stringify(schema.parse(answer)) : compiled(schema)
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

function compiled(schema: z.ZodType): (answer: unknown) => string {
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
