import { useState } from 'react'

/** A key for requests that must be carried out once: 128 random bits. Works without https, unlike `randomUUID`. */
const newRequestKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** One key for as long as a form is open: sent twice, it is still saved once. */
export function useRequestKey(): string {
  const [key] = useState(newRequestKey)
  return key
}
