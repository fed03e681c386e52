import type { DocumentKind } from '@cloud-factory/contract/order-documents/order-documents'
import { create } from 'zustand'
import { api } from '../../shared/api.ts'
import { queryClient } from '../../shared/query-client.ts'
import { type FileProblem, kindOfFile, errorOf } from './document-files.rules.ts'

type UploadState =
  | { readonly is: 'waiting' }
  | { readonly is: 'sending'; readonly percent: number }
  | { readonly is: 'refused'; readonly reason: FileProblem }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'added' | 'version' | 'unchanged' }

export interface Upload {
  readonly key: number
  readonly orderId: string
  /** The document it becomes a version of; null: that of its name, or a new one. */
  readonly documentId: string | null
  readonly kind: DocumentKind
  readonly file: File
  readonly state: UploadState
}

/** Running uploads: they continue when the user opens another section of the order. */
export const useUploads = create<{ readonly uploads: readonly Upload[] }>(() => ({ uploads: [] }))

/** Two at a time: one that is slow does not keep the others waiting, and the line is not shared by twenty. */
const atOnce = 2
const stops = new Map<number, AbortController>()
let lastKey = 0

/** Uploads files to an order, one request each; `kind` null: derive it from the name. */
export function sendFiles(orderId: string, files: readonly File[], kind: DocumentKind | null): void {
  enqueue(files.map((file) => ({ orderId, documentId: null, kind: kind ?? kindOfFile(file.name), file })))
}

/** Sends the next version of a document. */
export function sendVersion(orderId: string, documentId: string, file: File): void {
  enqueue([{ orderId, documentId, kind: 'other', file }])
}

export function cancelUpload(key: number): void {
  stops.get(key)?.abort()
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.key !== key) }))
}

export function retryUpload(key: number): void {
  put(key, { is: 'waiting' })
  pump()
}

/** Forgets what came to an end. */
export function clearUploads(orderId: string): void {
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.filter((upload) => upload.orderId !== orderId || isUnderWay(upload)),
  }))
}

export const isUnderWay = ({ state }: Upload): boolean => state.is === 'waiting' || state.is === 'sending'

function enqueue(files: readonly Omit<Upload, 'key' | 'state'>[]): void {
  const more = files.map((upload): Upload => {
    const reason = errorOf(upload.file)
    return {
      ...upload,
      key: (lastKey += 1),
      state: reason === null ? { is: 'waiting' } : { is: 'refused', reason },
    }
  })
  useUploads.setState(({ uploads }) => ({ uploads: [...uploads, ...more] }))
  pump()
}

function put(key: number, state: UploadState): void {
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.key === key ? { ...upload, state } : upload)),
  }))
}

function pump(): void {
  const { uploads } = useUploads.getState()
  const room = atOnce - uploads.filter(({ state }) => state.is === 'sending').length
  for (const upload of uploads.filter(({ state }) => state.is === 'waiting').slice(0, Math.max(0, room)))
    void send(upload)
}

async function send(upload: Upload): Promise<void> {
  const { key, orderId } = upload
  const stop = new AbortController()
  stops.set(key, stop)
  put(key, { is: 'sending', percent: 0 })
  try {
    const outcome = await sendOne(upload, stop.signal)
    put(key, { is: outcome })
    void queryClient.invalidateQueries({ queryKey: ['orders', 'documents', orderId] })
    void queryClient.invalidateQueries({ queryKey: ['orders', 'history', orderId] })
  } catch (error) {
    put(key, { is: 'failed', error })
  } finally {
    stops.delete(key)
    pump()
  }
}

async function sendOne({ key, orderId, documentId, kind, file }: Upload, signal: AbortSignal) {
  const options = {
    upload: { field: 'files' as const, files: [file] },
    onProgress: (percent: number) => put(key, { is: 'sending', percent }),
    signal,
  }
  if (documentId !== null) {
    await api('POST /api/documents/:id/versions', { params: { id: documentId }, ...options })
    return 'version'
  }
  const { items } = await api('POST /api/orders/:id/documents', {
    params: { id: orderId },
    body: { kind },
    ...options,
  })
  return items[0]?.outcome ?? 'added'
}
