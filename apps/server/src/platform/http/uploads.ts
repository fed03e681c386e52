import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Endpoint } from '@cloud-factory/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from './domain-error.ts'
import type { UploadedFile } from './routes.ts'

type Upload = NonNullable<Endpoint['upload']>

/**
 * Writes the files of a multipart request to a temporary folder, which is deleted after the reply. Rejects a file
 * that is too large before it is read completely (`file.too_large`), and a form without a file (`file.empty`).
 */
export async function receiveUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  upload: Upload,
): Promise<{ files: UploadedFile[]; fields: Record<string, string> }> {
  if (!request.isMultipart()) fail('media.unsupported')
  const folder = await mkdtemp(join(tmpdir(), 'cloud-factory-upload-'))
  reply.raw.once('close', () => void rm(folder, { recursive: true, force: true }))
  const files: UploadedFile[] = []
  const fields: Record<string, string> = {}
  const limits = {
    fileSize: upload.maxBytes,
    files: upload.maxFiles,
    fields: 20,
    fieldSize: 10_000,
    parts: upload.maxFiles + 20,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value)
      continue
    }
    if (part.fieldname !== upload.field)
      fail('request.invalid', { errors: [{ path: part.fieldname, reason: 'unknown_field' }] })
    const path = join(folder, String(files.length))
    await pipeline(part.file, createWriteStream(path))
    if (part.file.truncated)
      fail('file.too_large', { params: { file: part.filename, megabytes: upload.maxBytes / 1_048_576 } })
    files.push({ name: part.filename, path, bytes: part.file.bytesRead })
  }
  if (files.length === 0) fail('file.empty', { params: { file: '' } })
  return { files, fields }
}
