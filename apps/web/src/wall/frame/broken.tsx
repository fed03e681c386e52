import type { Language } from '@cloud-factory/contract/identity/access'
import { useEffect } from 'react'
import { reloadForHelp } from '../link/watchdog.ts'
import { wordIn } from '../labels.ts'

/** The page itself failed: it says so and loads itself anew, again and again, at growing distances. */
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
