import { runLimited } from '../../platform/table/limited-worker.ts'
import { type NamedDrawing, namedDrawing } from './drawings.rules.ts'

/** What a file says of its drawing. */
export interface ReadDrawing extends NamedDrawing {
  /** Null: the file could not be read. */
  readonly pages: number | null
  /** The page with the title block. */
  readonly page: number
  readonly source: 'name' | 'text' | null
}

interface PdfFile {
  readonly path: string
  readonly fileName: string
}

export type PdfJob =
  | { readonly kind: 'read'; readonly files: readonly PdfFile[]; readonly known: readonly string[] }
  | { readonly kind: 'stamp'; readonly path: string; readonly text: string }

const limits = { timeoutMs: 60_000, memoryMb: 512 }
const script = new URL('./pdf-worker.ts', import.meta.url)

/**
 * Reads drawings in a worker with limits. The file that exceeds them is unreadable, and the rest is read by another
 * worker.
 */
export async function readDrawings(
  files: readonly PdfFile[],
  known: readonly string[],
  signal: AbortSignal,
): Promise<readonly ReadDrawing[]> {
  const found: ReadDrawing[] = []
  while (found.length < files.length) {
    const unread = files.slice(found.length)
    const job: PdfJob = { kind: 'read', files: unread, known }
    await runLimited<ReadDrawing | null>(script, job, {
      ...limits,
      signal,
      onMessage: (message) => found.push(message ?? unreadable(files[found.length], known)),
    })
    if (found.length < files.length) found.push(unreadable(files[found.length], known))
  }
  return found
}

const unreadable = (file: PdfFile | undefined, known: readonly string[]): ReadDrawing => {
  const keys = new Set(known)
  return { pages: null, page: 1, source: null, ...namedDrawing(file?.fileName ?? '', (key) => keys.has(key)) }
}

/** The file with a mark across every page; null when it cannot be marked. */
export async function stampPdf(path: string, text: string, signal: AbortSignal): Promise<Uint8Array | null> {
  let bytes: Uint8Array | null = null
  const job: PdfJob = { kind: 'stamp', path, text }
  await runLimited<Uint8Array>(script, job, { ...limits, signal, onMessage: (message) => (bytes = message) })
  return bytes
}
