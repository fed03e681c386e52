import type { TestApp } from './app.ts'

/** Sends a list to the preview of an import. */
export async function sendList(
  app: TestApp,
  {
    token,
    path,
    bytes,
    name = 'list.xlsx',
  }: { token: string; path: string; bytes: Uint8Array; name?: string },
) {
  const boundary = 'list-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { authorization: token, 'content-type': `multipart/form-data; boundary=${boundary}` }
  const reply = await app.inject({
    method: 'POST',
    url: `/api/record-imports/${path}/preview`,
    headers,
    payload,
  })
  return { status: reply.statusCode, body: reply.json() }
}
