import type { DocumentVersionRow } from '@cloud-factory/contract/order-documents/order-documents'
import { useState } from 'react'
import { download } from '../../shared/api.ts'
import { saveFile } from '../../shared/receive-file.ts'
import { say } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'

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
