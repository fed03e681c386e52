import { useEffect } from 'react'

/** Leaves the office: what the server answers at this address is the wall's own page. */
export function ToWallPage() {
  useEffect(() => location.reload(), [])
  return <div className="page-wait" aria-busy="true" />
}
