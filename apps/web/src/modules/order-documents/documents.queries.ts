import type { DocumentVersionRow } from '@cloud-factory/contract/order-documents/order-documents'
import { useState } from 'react'
import { download, api, type Sent } from '../../shared/api.ts'
import { saveFile } from '../../shared/receive-file.ts'
import { say } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'

/** Hands a version to the person as a file. */
export function useSaveVersion() {
  const [isSaving, setSaving] = useState(false)
  const problemMessage = useProblemMessage()
  const save = async ({ id }: Pick<DocumentVersionRow, 'id'>) => {
    setSaving(true)
    try {
      saveFile(await download('GET /api/document-versions/:id/file', { params: { id } }))
    } catch (error) {
      say('warning', problemMessage(error))
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving }
}

export const documentsQuery = (
  orderId: string,
  query: NonNullable<Sent<'GET /api/orders/:id/documents'>['query']>,
) =>
  queryOptions({
    queryKey: ['orders', 'documents', orderId, query],
    queryFn: ({ signal }) => api('GET /api/orders/:id/documents', { params: { id: orderId }, query, signal }),
    placeholderData: keepPreviousData,
  })

/** The versions of a document, at most 200: in practice no drawing has more. */
export const versionsQuery = (orderId: string, documentId: string) =>
  queryOptions({
    queryKey: ['orders', 'documents', orderId, 'versions', documentId],
    queryFn: ({ signal }) =>
      api('GET /api/documents/:id/versions', {
        params: { id: documentId },
        query: { pageSize: 200 },
        signal,
      }),
  })

/** Called after a document changed: refreshes the documents and the order's history. */
export function useDocumentsChanged(orderId: string): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['orders', 'documents', orderId] }),
      client.invalidateQueries({ queryKey: ['orders', 'history', orderId] }),
    ])
}
