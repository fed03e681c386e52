/** Received bytes of a file; `total` is null when unknown, and an estimate while `isGuess`. */
export interface Received {
  readonly bytes: number
  readonly total: number | null
  readonly isGuess: boolean
}

/** A completely received file. */
export interface Download {
  /** The name from the server; empty when it sent none. */
  readonly name: string
  readonly blob: Blob
}

/**
 * Reads a reply to its end and reports the progress. Rejects when the connection breaks, so half a file is never
 * used.
 */
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

/** The name in a Content-Disposition; the encoded full name takes precedence over the plain one. */
export function fileName(disposition: string): string {
  const full = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (full !== undefined) {
    try {
      return decodeURIComponent(full)
    } catch {
      // The full name is invalid; the plain one may work.
    }
  }
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? ''
}

/** Saves a file on the user's device. */
export function saveFile({ name, blob }: Download): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The click only starts the download; the URL must stay valid a little longer.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
