import { useState } from 'react'
import { newUuid } from '../new-uuid.ts'

/** One key for as long as a form is open: sent twice, it is still saved once. */
export function useRequestKey(): string {
  const [key] = useState(newUuid)
  return key
}
