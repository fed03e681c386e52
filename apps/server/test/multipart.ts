/**
 * Body and headers of a multipart form: other fields first, then all files under one field name. File contents
 * are bytes.
 */
export function multipart(
  field: string,
  files: readonly (readonly [name: string, content: string | Uint8Array])[],
  fields: Readonly<Record<string, string>> = {},
): { payload: Buffer; headers: { 'content-type': string } } {
  const edge = 'edge-of-part'
  const parts = Object.entries(fields).map(([name, value]) => [
    `content-disposition: form-data; name="${name}"\r\n\r\n`,
    value,
  ])
  const sent = files.map(([name, content]) => [
    `content-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: text/html\r\n\r\n`,
    content,
  ])
  const lines = [...parts, ...sent].flatMap((part) => [`--${edge}\r\n`, ...part, '\r\n'])
  return {
    payload: Buffer.concat([...lines, `--${edge}--\r\n`].map((line) => Buffer.from(line))),
    headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
  }
}
