import type { FastifyReply } from 'fastify'
import type { FileReply } from './routes.ts'

/**
 * Sends a file under its name. If its source fails halfway, the connection is cut, so that nobody takes half a file
 * for a whole one.
 */
export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
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
