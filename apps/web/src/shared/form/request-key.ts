import { useState } from 'react'
import { newUuid } from '../new-uuid.ts'

/** One key per opened form: a form that is sent twice is saved once. */
export function useRequestKey(): string {
  const [key] = useState(newUuid)
  return key
}
