import type { Language } from '@cloud-factory/contract/identity/access'
import { useEffect } from 'react'
import { reloadForHelp } from '../link/watchdog.ts'
import { wordIn } from '../labels.ts'

/** Error page of the wall. It reloads itself repeatedly, with increasing pauses. */
export function Broken({ language }: { readonly language: Language }) {
  useEffect(() => {
    const timer = setInterval(() => void reloadForHelp(), 5_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <main className="full-screen wall">
      <div className="wall-waiting" role="alert">
        <h1>{wordIn(language, 'title')}</h1>
        <p>▲ {wordIn(language, 'banner.nothing')}</p>
      </div>
    </main>
  )
}
