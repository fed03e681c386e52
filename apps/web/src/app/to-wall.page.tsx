import { useEffect } from 'react'

/** Leaves the office with a full page load: the server answers this address with the wall page. */
export function ToWallPage() {
  useEffect(() => location.reload(), [])
  return <div className="page-wait" aria-busy="true" />
}
