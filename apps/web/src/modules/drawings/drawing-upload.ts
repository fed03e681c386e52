import { create } from 'zustand'
import { api } from '../../shared/api.ts'
import { queryClient } from '../../shared/query-client.ts'

/** Files of one upload on their way to an order. */
export interface DrawingUpload {
  readonly total: number
  readonly done: number
  readonly failed: readonly File[]
  /** Files that were left out, because they are no PDF. */
  readonly others: number
  readonly error: unknown
}

/** Running uploads by order: they continue when the user opens another section of the order. */
export const useDrawingUploads = create<Readonly<Record<string, DrawingUpload>>>(() => ({}))

/** Limits of one request; the endpoint takes 20 files. */
const filesAtOnce = 20
const bytesAtOnce = 50 * 1024 * 1024
const requestsAtOnce = 2

const idle: DrawingUpload = { total: 0, done: 0, failed: [], others: 0, error: null }
const put = (orderId: string, change: (upload: DrawingUpload) => Partial<DrawingUpload>) =>
  useDrawingUploads.setState((all) => {
    const upload = all[orderId] ?? idle
    return { [orderId]: { ...upload, ...change(upload) } }
  })

export const isUploading = (upload: DrawingUpload | undefined): boolean =>
  upload !== undefined && upload.done + upload.failed.length < upload.total

/** Sends the PDF files to an order, a few requests at a time. */
export async function sendDrawings(orderId: string, files: readonly File[]): Promise<void> {
  const pdfs = files.filter(({ name, size }) => size > 0 && /\.pdf$/i.test(name))
  const running = isUploading(useDrawingUploads.getState()[orderId])
  put(orderId, (before) => {
    const { total, done, others } = running ? before : idle
    return {
      total: total + pdfs.length,
      done,
      failed: [],
      others: others + files.length - pdfs.length,
      error: null,
    }
  })
  const requests = requestsOf(pdfs)
  const next = async (): Promise<void> => {
    const request = requests.shift()
    if (request === undefined) return
    await send(orderId, request)
    return next()
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, next))
}

export const retryDrawings = (orderId: string): void => {
  const failed = useDrawingUploads.getState()[orderId]?.failed ?? []
  put(orderId, ({ total }) => ({ total: total - failed.length, failed: [] }))
  void sendDrawings(orderId, failed)
}

async function send(orderId: string, files: readonly File[]): Promise<void> {
  try {
    const upload = { field: 'files' as const, files }
    await api('POST /api/orders/:id/drawing-files', { params: { id: orderId }, upload })
    put(orderId, ({ done }) => ({ done: done + files.length }))
  } catch (error) {
    put(orderId, ({ failed }) => ({ failed: [...failed, ...files], error }))
  }
  void queryClient.invalidateQueries({ queryKey: ['orders', 'drawings', orderId] })
}

function requestsOf(files: readonly File[]): File[][] {
  const requests: File[][] = []
  let bytes = 0
  for (const file of files) {
    const last = requests.at(-1)
    bytes += file.size
    if (last !== undefined && last.length < filesAtOnce && bytes <= bytesAtOnce) last.push(file)
    else {
      requests.push([file])
      bytes = file.size
    }
  }
  return requests
}
