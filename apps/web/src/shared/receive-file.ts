/** How much of a file has come; `total` is null when nobody knows, and a guess while `isGuess`. */
export interface Received {
  readonly bytes: number
  readonly total: number | null
  readonly isGuess: boolean
}

/** A file that has come whole. */
export interface Download {
  /** The name the server gave it; empty when it gave none. */
  readonly name: string
  readonly blob: Blob
}

/** Reads a reply to its end, telling how far it is. Rejects when the connection breaks: half a file is none. */
export async function receive(
  reply: Response,
  onReceived: ((received: Received) => void) | undefined,
): Promise<Download> {
  const exact = sizeOf(reply, 'content-length')
  const guess = exact === null ? sizeOf(reply, 'x-estimated-bytes') : null
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (const reader = reply.body?.getReader(); reader !== undefined; ) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    bytes += value.length
    onReceived?.({ bytes, total: exact ?? guess, isGuess: exact === null })
  }
  const type = reply.headers.get('content-type') ?? 'application/octet-stream'
  return { name: fileName(reply.headers.get('content-disposition') ?? ''), blob: new Blob(parts, { type }) }
}

function sizeOf({ headers }: Response, name: string): number | null {
  const text = headers.get(name) ?? ''
  return /^\d+$/.test(text) ? Number(text) : null
}

/** The name out of a Content-Disposition: the one in full letters before the plain one. */
export function fileName(disposition: string): string {
  const full = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (full !== undefined) {
    try {
      return decodeURIComponent(full)
    } catch {
      // A broken name: the plain one may do.
    }
  }
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? ''
}

/** Hands a file to the person. */
export function saveFile({ name, blob }: Download): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The click only starts the download; the address must live a moment longer.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
